// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How far a Taylor series of order N may go where the equations have exponentials e^g.
//
// An exponential that is nothing at the point of expansion, such as a wall e^(−100 x) far away or a pulse e^(−(t/τ)²) long before, shows
// in no coefficient of the states. Its own terms are those of e^g0 M^k/k! with M = Σ_{k>0} |g_k| h^k, which grow until k = M: where
// M > N, they would still grow at the order N, and the step would jump over what is to come. So M is at most (N + 1)/2, or so small
// that |g| stays beyond what shows: e^−|g| < 2^−(bits + 64) all the way.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace plumbline {

/// log2 of the longest step; size(row, k) is log2 |g_k| of an argument, k < order. The sum M is taken for twice its largest term.
template <class Size>
double log2_step_of_exponentials(const std::vector<int>& rows, int order, double bits,
                                 const Size& size) {
  constexpr double spare_bits = 64;  // what stands before an exponential
  double log2_step = std::numeric_limits<double>::infinity();
  for (const int row : rows) {
    const double until_it_shows = std::exp2(size(row, 0)) - (spare_bits + bits) * std::numbers::ln2;
    const double most = std::log2(std::max((order + 1) / 2., until_it_shows)) - 1;
    for (int k = 1; k < order; ++k) {
      if (const double term = size(row, k); std::isfinite(term)) {
        log2_step = std::min(log2_step, (most - term) / k);
      }
    }
  }
  return log2_step;
}

}  // namespace plumbline
