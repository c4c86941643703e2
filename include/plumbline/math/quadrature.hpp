// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Gauss and Lobatto quadrature on [0, 1] at the working precision, from the definition: the nodes are
// zeros of Legendre polynomials, found by Newton's iteration on the three-term recurrence
//
//   (k+1) P_{k+1}(x) = (2k+1) x P_k(x) − k P_{k−1}(x)                                  (DLMF 18.9.1)
//
//   Gauss,   s points:    P_s(x_i) = 0,                w_i = 2 / ((1 − x_i²) P_s′(x_i)²)
//   Lobatto, s+1 points:  P_s′(x_i) = 0 and x = ±1,    w_i = 2 / (s (s+1) P_s(x_i)²)   (DLMF 3.5(v))
//
// on [−1, 1], mapped to [0, 1]. The rule is symmetric to the last bit: only one half is computed.
// Exactness: Gauss 2s − 1, Lobatto 2s − 1.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/functions.hpp>

#include <string>
#include <utility>

namespace plumbline {

/// Σ b_i f(c_i) ≈ ∫_0^1 f, with nodes increasing.
template <class T>
struct quadrature {
  vector<T> nodes;    ///< c_i in [0, 1]
  vector<T> weights;  ///< b_i, of sum 1
};

namespace detail {

/// P_n(x) and P_{n−1}(x), n >= 1.
template <class T>
std::pair<T, T> legendre_pair(int n, const T& x) {
  T before(1);
  T current = x;
  for (int k = 1; k < n; ++k) {
    T next = (x * current * (2 * k + 1) - before * k) / (k + 1);
    before = std::move(current);
    current = std::move(next);
  }
  return {current, before};
}

/// Newton's iteration x ← x − f/f′ until the correction is a rounding error; quadratic, so that from a
/// double start the bound on the iterations is generous at any precision.
template <class T, class F>
T polish_root(T x, F&& quotient, const char* what) {
  using std::abs;
  const T small = epsilon<T>() * 4;
  T before(2);
  for (int iteration = 0; iteration < 60; ++iteration) {
    const T correction = quotient(x);
    x -= correction;
    const T size = abs(correction);
    if (size < small || (iteration > 3 && !(size < before) && size < small * 1000)) {
      return x;
    }
    before = size;
  }
  throw std::logic_error(std::string(what) + ": Newton's iteration for a node did not converge");
}

template <class T>
T node_start(int numerator, int denominator) {
  using std::cos;
  return cos(pi<T>() * numerator / denominator);
}

}  // namespace detail

/// The Gauss rule with `points` >= 1 nodes inside (0, 1). Throws invalid_input otherwise.
template <class T>
quadrature<T> gauss_quadrature(int points) {
  if (points < 1) {
    throw invalid_input("a Gauss rule has at least 1 point, got " + std::to_string(points));
  }
  quadrature<T> rule{vector<T>(points), vector<T>(points)};
  for (int i = 0; i < (points + 1) / 2; ++i) {
    // x_i, decreasing from 1; P_s′ = s (x P_s − P_{s−1}) / (x² − 1)
    T x(0);
    if (2 * i + 1 != points) {
      x = detail::polish_root(
          detail::node_start<T>(4 * i + 3, 4 * points + 2),
          [&](const T& y) {
            const auto [p, before] = detail::legendre_pair(points, y);
            return T(p * (y * y - 1) / ((y * p - before) * points));
          },
          "gauss_quadrature");
    }
    const auto [p, before] = detail::legendre_pair(points, x);
    const T slope = (x * p - before) * points / (x * x - 1);
    // half of the weight on [−1, 1]
    const T weight = T(1) / ((T(1) - x * x) * slope * slope);
    rule.nodes[points - 1 - i] = (T(1) + x) / 2;
    rule.nodes[i] = (T(1) - x) / 2;
    rule.weights[i] = weight;
    rule.weights[points - 1 - i] = weight;
  }
  return rule;
}

/// The Lobatto rule of degree s: s + 1 >= 2 nodes, 0 and 1 among them. Throws invalid_input otherwise.
template <class T>
quadrature<T> lobatto_quadrature(int degree) {
  if (degree < 1) {
    throw invalid_input("a Lobatto rule has degree at least 1, got " + std::to_string(degree));
  }
  quadrature<T> rule{vector<T>(degree + 1), vector<T>(degree + 1)};
  const T scale = T(1) / (degree * (degree + 1));
  for (int i = 0; i <= degree / 2; ++i) {
    T x(1);
    if (2 * i == degree) {
      x = T(0);
    } else if (i > 0) {
      // (1 − x²) P″ = 2x P′ − s(s+1) P
      x = detail::polish_root(
          detail::node_start<T>(4 * i + 1, 4 * degree + 2),
          [&](const T& y) {
            const auto [p, before] = detail::legendre_pair(degree, y);
            const T gap = T(1) - y * y;
            const T slope = (before - y * p) * degree / gap;
            const T curvature = (y * slope * 2 - p * (degree * (degree + 1))) / gap;
            return T(slope / curvature);
          },
          "lobatto_quadrature");
    }
    const T p = detail::legendre_pair(degree, x).first;
    const T weight = scale / (p * p);
    rule.nodes[degree - i] = (T(1) + x) / 2;
    rule.nodes[i] = (T(1) - x) / 2;
    rule.weights[i] = weight;
    rule.weights[degree - i] = weight;
  }
  return rule;
}

}  // namespace plumbline
