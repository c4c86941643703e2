// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The runs that QL's tables and figures are made of: the linear double pendulum of its Table 1,
//
//   m1 = m2 = 1, l1 = l2 = g/ω0², g = 9.81, ω0 = 2π, q(0) = (0, π/6), p(0) = 0, h = 1/meshes seconds,
//
// by Newmark (QL (11)), Simpson (QL (31)) and RK4 on (q, p), with the largest error, energy error and drift
// of the conserved form up to several horizons. The time unit is t̄ = 1 s = 2π/ω0.
#pragma once

#include "experiments/watched_run.hpp"

namespace plumbline::experiments::ql {

enum class scheme { newmark, rk4, simpson };
inline constexpr std::array schemes{scheme::newmark, scheme::rk4, scheme::simpson};
std::string_view name_of(scheme s);
curve look_of(scheme s, drawn_as how = drawn_as::line_and_markers);

struct request {
  scheme by;
  int meshes;  ///< steps per second
  int seconds;
  int digits;
  bool exact = true;                                 ///< compare with the exact solution
  bool nodes = false;                                ///< keep every node
  auto operator<=>(const request&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Horizons are 1, 2, 3, 10, 100, 1000 s. RK4 has no φ, and no drift.
struct record : experiments::record {
  measured phi0{0};
};

/// The run, made once for each request.
const record& run(context& c, const request& r);

/// Nodes of the exact solution at t = k/per_second.
std::vector<node> exact_nodes(int per_second, int seconds);

}  // namespace plumbline::experiments::ql
