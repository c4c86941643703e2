// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The top of TOP's Table 6 over one second: its nutation angle by a scheme on the complete system (18), by RK4 on the
// reduced system (18aq), and exactly.
#pragma once

#include "experiments/top/runs.hpp"

namespace plumbline::experiments::top {

/// Which equations of the top are integrated: the Lagrangian in three angles, or the first-order system in the nutation.
enum class formulation { complete, reduced };

/// θ at the nodes 0, stride, 2 stride, … of one second. The reduced system takes RK4 only.
const std::vector<measured>& nutation(context& c, formulation form, scheme by, int per_second,
                                      int stride = 1);

/// The exact θ at the times k/per_second of one second.
const std::vector<measured>& exact_nutation(context& c, int per_second);

/// The largest distance over the nodes; both have as many.
inline measured largest_distance(const std::vector<measured>& a, const std::vector<measured>& b) {
  return largest(mapped(a, b, apart));
}

}  // namespace plumbline::experiments::top
