// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Whether an energy error e_n, n = 0 … N, only oscillates or grows: the means m_1 … m_16 over 16 equal windows, A the largest
// range of e within a window, d = |m_16 − m_1|.
//
//   d < A/2   no trend; undecided where the largest |e_n| of the second half is more than 16 times that of the first, as where a
//             step is unstable: A is that of the last swing then
//   d > 3 A   a drift like t^a, a the slope of ln |m_j| over ln (j − ½) for j ≥ 5; undecided where a is not positive, as within the
//             first period of an oscillation
//   between   undecided: a longer run tells
#pragma once

#include <plumbline/measure/fitted_slope.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace plumbline {

struct energy_trend {
  enum class kinds { none, drift, undecided } kind = kinds::undecided;
  double exponent = 0;  ///< of a drift
};

inline constexpr std::size_t trend_windows = 16;

namespace detail {

/// The second half has errors that are far larger than those of the first.
inline bool outgrows_itself(const std::vector<double>& errors) {
  constexpr double far_larger = 16;
  const auto largest = [](auto begin, auto end) {
    double found = 0;
    for (auto e = begin; e != end; ++e) {
      found = std::max(found, std::abs(*e));
    }
    return found;
  };
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  return far_larger * largest(errors.begin(), middle) < largest(middle, errors.end());
}

}  // namespace detail

/// Errors whose size is below `noise` are none.
inline energy_trend trend_of(const std::vector<double>& errors, double noise = 0) {
  using kinds = energy_trend::kinds;
  double largest = 0;
  for (const double e : errors) {
    largest = std::max(largest, std::abs(e));
  }
  if (largest <= noise) {
    return {kinds::none, 0};
  }
  if (errors.size() < 2 * trend_windows) {
    return {};
  }
  std::vector<double> means;
  double range = 0;
  for (std::size_t j = 0; j < trend_windows; ++j) {
    const std::size_t first = errors.size() * j / trend_windows;
    const std::size_t end = errors.size() * (j + 1) / trend_windows;
    double least = errors[first];
    double most = errors[first];
    double sum = 0;
    for (std::size_t n = first; n < end; ++n) {
      least = std::min(least, errors[n]);
      most = std::max(most, errors[n]);
      sum += errors[n] / largest;
    }
    range = std::max(range, most - least);
    means.push_back(sum / static_cast<double>(end - first));
  }
  range /= largest;
  const double distance = std::abs(means.back() - means.front());
  if (2 * distance < range) {
    return {detail::outgrows_itself(errors) ? kinds::undecided : kinds::none, 0};
  }
  if (distance <= 3 * range) {
    return {};
  }
  constexpr std::size_t first_fitted = 5;
  std::vector<double> log_j;
  std::vector<double> log_mean;
  for (std::size_t j = first_fitted; j <= means.size(); ++j) {
    const double mean = std::abs(means[j - 1]);
    if (mean != 0) {
      log_j.push_back(std::log(static_cast<double>(2 * j - 1) / 2));
      log_mean.push_back(std::log(mean));
    }
  }
  const double exponent = detail::fitted_slope(log_j, log_mean);
  return exponent > 0 ? energy_trend{kinds::drift, exponent} : energy_trend{};
}

}  // namespace plumbline
