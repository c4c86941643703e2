// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The slope of the straight line y = a + b x that has the least sum of squares: b = Σ (x_i − x̄)(y_i − ȳ) / Σ (x_i − x̄)². Of
// logarithms it is the exponent of a law y ~ x^b.
#pragma once

#include <cstddef>
#include <vector>

namespace plumbline::detail {

/// 0 where all x are equal. As many x as y.
inline double fitted_slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mx = 0;
  double my = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mx += x[i] / n;
    my += y[i] / n;
  }
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
  }
  return xx > 0 ? xy / xx : 0;
}

}  // namespace plumbline::detail
