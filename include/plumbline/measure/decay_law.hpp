// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The law y ≈ A h^a e^{−c/h} of numbers that are exponentially small in the step, by least squares for ln A, a and c, and what c
// says of the motion: in a window of the time L the drift of a shadow energy has
//
//   c = 2L (atan(r)/r + ½ ln(1 + 1/r²)),   r = L/(2τ),
//
// where τ is the distance of the nearest singularity of the motion in complex time.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace plumbline {

struct decay_law {
  double power = 0;
  double decay = 0;  ///< c
  /// How far c moves when one of the steps is left out, or twice as far as a further term b h moves it: the law is that of small steps.
  double decay_radius = 0;
};

namespace detail {

/// The coefficients of y in these columns by least squares: by Gram and Schmidt, twice for their rounding errors.
inline std::vector<double> least_squares(std::vector<std::vector<double>> columns,
                                         const std::vector<double>& y) {
  const auto project = [](const std::vector<double>& x, const std::vector<double>& by) {
    double product = 0;
    double square = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      product += x[i] * by[i];
      square += by[i] * by[i];
    }
    return product / square;
  };
  const std::size_t n = columns.size();
  std::vector<std::vector<double>> parts(n, std::vector<double>(n, 0));  // of column j in column k
  for (std::size_t k = 0; k < n; ++k) {
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t j = 0; j < k; ++j) {
        const double part = project(columns[k], columns[j]);
        parts[k][j] += part;
        for (std::size_t i = 0; i < y.size(); ++i) {
          columns[k][i] -= part * columns[j][i];
        }
      }
    }
  }
  std::vector<double> x(n);
  for (std::size_t j = n; j-- > 0;) {
    x[j] = project(y, columns[j]);
    for (std::size_t k = j + 1; k < n; ++k) {
      x[j] -= parts[k][j] * x[k];
    }
  }
  return x;
}

/// a and c of ln y = ln A + a ln h − c/h for three steps or more; with a further term b h for four or more.
inline decay_law fitted_decay(const std::vector<double>& h, const std::vector<double>& log_y,
                              bool with_further_term = false) {
  std::vector<std::vector<double>> columns(with_further_term ? 4 : 3);
  for (const double x : h) {
    columns[0].push_back(1);
    columns[1].push_back(std::log(x));
    columns[2].push_back(-1 / x);
    if (with_further_term) {
      columns[3].push_back(x);
    }
  }
  const std::vector<double> found = least_squares(std::move(columns), log_y);
  return {found[1], found[2], 0};
}

}  // namespace detail

/// Of at least four steps.
inline decay_law fit_decay(const std::vector<double>& h, const std::vector<double>& log_y) {
  decay_law law = detail::fitted_decay(h, log_y);
  if (h.size() < 4) {
    return law;
  }
  law.decay_radius = 2 * std::abs(detail::fitted_decay(h, log_y, true).decay - law.decay);
  for (std::size_t left_out = 0; left_out < h.size(); ++left_out) {
    std::vector<double> steps;
    std::vector<double> values;
    for (std::size_t i = 0; i < h.size(); ++i) {
      if (i != left_out) {
        steps.push_back(h[i]);
        values.push_back(log_y[i]);
      }
    }
    law.decay_radius = std::fmax(law.decay_radius,
                                 std::abs(detail::fitted_decay(steps, values).decay - law.decay));
  }
  return law;
}

/// τ with this c in windows of the time L.
inline double singularity_of(double decay, double window) {
  const auto c = [window](double tau) {
    const double r = window / (2 * tau);
    return 2 * window * (std::atan(r) / r + std::log1p(1 / (r * r)) / 2);
  };
  double low = std::log(window) - 50;  // c grows with τ
  double high = std::log(window) + 50;
  constexpr int halvings = 200;
  for (int k = 0; k < halvings; ++k) {
    const double middle = (low + high) / 2;
    (c(std::exp(middle)) < decay ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

}  // namespace plumbline
