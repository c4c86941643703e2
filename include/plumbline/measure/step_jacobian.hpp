// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The derivative of a one-step map by running the step itself on dual numbers, and what it tells:
//
//   symplecticity defect  ‖ΦᵀJΦ − J‖_F,  Φ = ∂(q_1, p_1)/∂(q_0, p_0),  J = [[0, I], [−I, 0]]
//
// (Hairer, Lubich & Wanner, Geometric Numerical Integration, VI.2). No differences, no step size: the
// defect of a symplectic scheme is rounding error, at any precision.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/math/linear_solver.hpp>

#include <string>

namespace plumbline {

/// ∂y_1/∂y_0 D of the map `step(y)`, which steps a vector of tangent numbers in place and returns a
/// solve_report. One run for each of the directions, the columns of D. Throws step_failure when the step cannot be made.
template <class T, class Step>
matrix<T> step_derivative(Step&& step, const vector<T>& y, const matrix<T>& directions) {
  using D = tangent_number<T>;
  const auto n = y.size();
  matrix<T> derivative(n, directions.cols());
  for (Eigen::Index j = 0; j < directions.cols(); ++j) {
    vector<D> z(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      z[i] = D(y[i]);
      z[i].tangent[0] = directions(i, j);
    }
    const solve_report report = step(z);
    if (!report.ok()) {
      throw step_failure(0, "the start", report, "in the derivative of the step");
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      derivative(i, j) = z[i].tangent[0];
    }
  }
  return derivative;
}

/// ∂y_1/∂y_0, as step_derivative().
template <class T, class Step>
matrix<T> step_jacobian(Step&& step, const vector<T>& y) {
  return step_derivative<T>(step, y, matrix<T>::Identity(y.size(), y.size()));
}

/// ‖ΦᵀJΦ − J‖_F for Φ in the order (q, p) or (p, q). Throws invalid_input unless Φ is 2n × 2n.
template <class T>
T symplecticity_defect(const matrix<T>& phi) {
  using std::sqrt;
  if (phi.rows() != phi.cols() || phi.rows() % 2 != 0) {
    throw invalid_input(
        "the Jacobian of a map of phase space has an even number of rows and columns");
  }
  const auto n = phi.rows() / 2;
  T sum(0);
  for (Eigen::Index a = 0; a < 2 * n; ++a) {
    for (Eigen::Index b = 0; b < 2 * n; ++b) {
      T entry(a + n == b ? -1 : a == b + n ? 1 : 0);
      for (Eigen::Index k = 0; k < n; ++k) {
        entry += phi(k, a) * phi(n + k, b) - phi(n + k, a) * phi(k, b);
      }
      sum += entry * entry;
    }
  }
  return sqrt(sum);
}

}  // namespace plumbline
