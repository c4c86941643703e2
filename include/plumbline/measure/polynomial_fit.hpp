// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The polynomial of least squares through points, for extrapolation to ε → 0: its constant term.        (PD (67))
//
// In polynomials that are orthogonal over the points (Forsythe 1957): p_{k+1} = (x − α_k) p_k − β_k p_{k−1}, with
// α_k = ⟨x p_k, p_k⟩/⟨p_k, p_k⟩ and β_k = ⟨p_k, p_k⟩/⟨p_{k−1}, p_{k−1}⟩. No normal equations, no loss of half the digits.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/sorted.hpp>

#include <string>
#include <vector>

namespace plumbline {

template <class T>
struct polynomial_fit {
  std::vector<T> coefficients;  ///< of 1, x, x², …
  T residual;                   ///< Σ (y_i − P(x_i))²

  /// P(0), the limit.
  const T& at_zero() const { return coefficients.front(); }
  T operator()(const T& x) const {
    T y(0);
    for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c) {
      y = y * x + *c;
    }
    return y;
  }
};

/// Throws invalid_input unless there are as many y as x and more than `degree` different x.
template <class T>
polynomial_fit<T> fit_polynomial(const std::vector<T>& x, const std::vector<T>& y, int degree) {
  const std::size_t different = count_different(x);
  if (x.size() != y.size() || degree < 0 || different <= static_cast<std::size_t>(degree)) {
    throw invalid_input("a polynomial of degree " + std::to_string(degree) + " through " +
                        std::to_string(different) + " different x and " + std::to_string(y.size()) +
                        " y is not determined");
  }
  const std::size_t n = x.size();
  const auto terms = static_cast<std::size_t>(degree) + 1;
  // p_{k−1} and p_k: at the points and as coefficients
  std::vector<T> values_before(n, T(0));
  std::vector<T> values(n, T(1));
  std::vector<T> powers_before(terms, T(0));
  std::vector<T> powers(terms, T(0));
  powers[0] = T(1);
  polynomial_fit<T> fit{std::vector<T>(terms, T(0)), T(0)};
  std::vector<T> rest = y;
  T norm_before(1);
  for (std::size_t k = 0; k < terms; ++k) {
    T norm(0);
    T shift(0);
    T part(0);
    for (std::size_t i = 0; i < n; ++i) {
      const T square = values[i] * values[i];
      norm += square;
      shift += x[i] * square;
      part += rest[i] * values[i];
    }
    const T c = part / norm;
    for (std::size_t i = 0; i < n; ++i) {
      rest[i] -= c * values[i];
    }
    for (std::size_t j = 0; j <= k; ++j) {
      fit.coefficients[j] += c * powers[j];
    }
    const T alpha = shift / norm;
    const T beta = k == 0 ? T(0) : T(norm / norm_before);
    norm_before = norm;
    for (std::size_t i = 0; i < n; ++i) {
      const T next = (x[i] - alpha) * values[i] - beta * values_before[i];
      values_before[i] = values[i];
      values[i] = next;
    }
    if (k + 1 < terms) {
      std::vector<T> next(terms, T(0));
      for (std::size_t j = 0; j <= k + 1; ++j) {
        next[j] = (j > 0 ? powers[j - 1] : T(0)) - alpha * powers[j] - beta * powers_before[j];
      }
      powers_before = powers;
      powers = next;
    }
  }
  for (const T& r : rest) {
    fit.residual += r * r;
  }
  return fit;
}

}  // namespace plumbline
