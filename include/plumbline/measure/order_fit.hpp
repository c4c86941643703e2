// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Observed orders of convergence: the slope of log(error) against log(step).
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/traits.hpp>

#include <vector>

namespace plumbline {

/// The order between two runs: log(e_1/e_2) / log(h_1/h_2). For errors > 0 and different steps.
template <class T>
T observed_order(const T& step1, const T& error1, const T& step2, const T& error2) {
  using std::log;
  return log(T(error1 / error2)) / log(T(step1 / step2));
}

/// The least-squares slope of log(error) over log(step). Throws invalid_input for fewer than two points or
/// points whose error is not positive.
template <class T>
T fitted_order(const std::vector<T>& steps, const std::vector<T>& errors) {
  using std::log;
  if (steps.size() != errors.size() || steps.size() < 2) {
    throw invalid_input("an order is fitted through at least two points");
  }
  const int n = static_cast<int>(steps.size());
  T mean_x(0);
  T mean_y(0);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!(T(0) < errors[i]) || !(T(0) < steps[i])) {
      throw invalid_input("an order is fitted through positive steps and errors only");
    }
    mean_x += log(steps[i]) / n;
    mean_y += log(errors[i]) / n;
  }
  T xy(0);
  T xx(0);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const T x = log(steps[i]) - mean_x;
    xy += x * (log(errors[i]) - mean_y);
    xx += x * x;
  }
  return xy / xx;
}

}  // namespace plumbline
