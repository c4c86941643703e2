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

#include "experiments/at_digits.hpp"
#include "experiments/experiment.hpp"

#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace plumbline::experiments::sl {

enum class scheme { newmark, simpson };
inline constexpr std::array schemes{scheme::newmark, scheme::simpson};
std::string_view name_of(scheme s);
report::role role_of(scheme s);

enum class variable { momentum, state };
inline constexpr std::array variables{variable::momentum, variable::state};
std::string_view name_of(variable v);

struct request {
  scheme by;
  int meshes;   ///< steps per period
  int periods;  ///< length of the run
  int digits;
  bool nodes = false;  ///< keep every node
  auto operator<=>(const request&) const = default;
};

/// The largest values over the nodes 0 … N of a horizon.
struct maxima {
  std::array<measured, 2> errors{measured(0), measured(0)};  ///< of p and of q
  measured energy_error{0};                                  ///< |H/H_0 − 1|
  const measured& error(variable v) const { return errors[static_cast<std::size_t>(v)]; }
};

struct node {
  double t;  ///< in periods
  std::array<double, 2> values;
  double energy_error = 0;
  double value(variable v) const { return values[static_cast<std::size_t>(v)]; }
};

struct record {
  std::map<int, maxima> within;  ///< by horizon in periods: 10, 20, 50, 100, …, 10000
  std::vector<node> nodes;
};

/// The run, made once for each request.
const record& run(context& c, const request& r);

/// Nodes of the exact solution, so many a period, and the period itself.
std::vector<node> exact_nodes(int meshes, int periods);
measured period(int digits);

}  // namespace plumbline::experiments::sl
