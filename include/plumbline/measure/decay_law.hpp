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
#include <vector>

namespace plumbline {

struct decay_law {
  double power = 0;
  double decay = 0;         ///< c
  double decay_radius = 0;  ///< how far c moves when one of the steps is left out
};

namespace detail {

/// a and c of ln y = ln A + a ln h − c/h for three steps or more.
inline decay_law fitted_decay(const std::vector<double>& h, const std::vector<double>& log_y) {
  // orthogonal columns 1, ln h, −1/h by Gram and Schmidt, twice for their rounding errors
  const std::size_t n = h.size();
  std::vector<std::vector<double>> columns(3, std::vector<double>(n, 1));
  for (std::size_t i = 0; i < n; ++i) {
    columns[1][i] = std::log(h[i]);
    columns[2][i] = -1 / h[i];
  }
  const auto project = [n](const std::vector<double>& x, const std::vector<double>& by) {
    double product = 0;
    double square = 0;
    for (std::size_t i = 0; i < n; ++i) {
      product += x[i] * by[i];
      square += by[i] * by[i];
    }
    return product / square;
  };
  double a_in_c = 0;  // how much of ln h is in −1/h
  for (std::size_t k = 1; k < 3; ++k) {
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t j = 0; j < k; ++j) {
        const double part = project(columns[k], columns[j]);
        if (k == 2 && j == 1) {
          a_in_c += part;
        }
        for (std::size_t i = 0; i < n; ++i) {
          columns[k][i] -= part * columns[j][i];
        }
      }
    }
  }
  decay_law law;
  law.decay = project(log_y, columns[2]);
  law.power = project(log_y, columns[1]) - a_in_c * law.decay;
  return law;
}

}  // namespace detail

/// Of at least four steps.
inline decay_law fit_decay(const std::vector<double>& h, const std::vector<double>& log_y) {
  decay_law law = detail::fitted_decay(h, log_y);
  for (std::size_t left_out = 0; left_out < h.size() && h.size() > 3; ++left_out) {
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
