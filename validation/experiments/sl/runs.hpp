// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The runs that SL's table and curves are made of: the pendulum q̈ + ω² sin q = 0 released at θ0,
//
//   m = 1, ω = 2π, q(0) = θ0 = π/2, p(0) = 0, h = T/meshes, T = 4 K(sin²(θ0/2))/ω = 1.18034 s,
//
// by Newmark (the implicit midpoint rule) and Simpson, with the largest error and energy error up to several
// horizons. h divides the period, so that the exact states of one period serve for all.
#pragma once

#include "experiments/watched_run.hpp"

namespace plumbline::experiments::sl {

enum class scheme { newmark, simpson };
inline constexpr std::array schemes{scheme::newmark, scheme::simpson};
std::string_view name_of(scheme s);
/// Simpson's nodes are markers alone: they lie on the exact curve.
curve look_beside_exact(scheme s);

inline constexpr std::array variables{variable::p, variable::q};
std::string_view name_of(variable v);

struct request {
  scheme by;
  int meshes;   ///< steps per period
  int periods;  ///< length of the run
  int digits;
  bool nodes = false;                                ///< keep every node
  auto operator<=>(const request&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Times and horizons count periods: 10, 20, 50, 100, …, 10000.
/// The run, made once for each request.
const record& run(context& c, const request& r);

/// Nodes of the exact solution, so many a period, and the period itself.
std::vector<node> exact_nodes(int meshes, int periods);
measured period(int digits);

}  // namespace plumbline::experiments::sl
