// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The double pendulum of TOP's Table 1 over ten seconds: the truth, from two computations by Taylor series
// that agree (study/reference_trajectory.hpp).
#pragma once

#include "experiments/top/runs.hpp"

namespace plumbline::experiments::top {

constexpr int reference_nodes_per_second = 20;
constexpr int reference_seconds = 10;

/// Nodes in at least 34 digits.
struct pendulum_reference {
  std::vector<std::array<measured, 2>> q;
  std::vector<std::array<measured, 2>> p;
  int verified_digits = 0;
};

const pendulum_reference& reference(context& c);

/// The digits that the reference is computed with.
int reference_digits(const context& c);

}  // namespace plumbline::experiments::top
