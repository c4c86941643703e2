// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newton's iteration with its full matrix at the working precision, for steps of systems with constraints: the unknowns are
// positions or velocities, then multipliers. The equations are linear in the multipliers, so the leading unknowns decide when
// it ends: after a correction of half of the digits one more has all of them, of numbers with tangents two more later.
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/math/magnitude.hpp>

#include <cmath>
#include <limits>

namespace plumbline::detail {

template <class T>
class newton_with_constraints {
 public:
  explicit newton_with_constraints(Eigen::Index size) : size_(size) {}

  vector<T> residual;
  matrix<T> slopes;

  /// Zero equations, for linearize() to add to.
  void clear() {
    residual = vector<T>::Constant(size_, T(0));
    slopes = matrix<T>::Constant(size_, size_, T(0));
  }

  /// x ← the root near x. `linearize` fills residual and slopes at x. `scale`: log2 of what rounding errors of the first
  /// `leading` unknowns are relative to.
  template <class Linearize>
  solve_report solve(vector<T>& x, Eigen::Index leading, double scale, Linearize&& linearize) {
    constexpr int most_iterations = 50;
    constexpr int last_corrections = is_dual<T>::value ? 3 : 1;
    constexpr double floor_bits = 12;
    const int bits = scalar_traits<T>::bits();
    double before = std::numeric_limits<double>::infinity();
    int left = 0;  // corrections still to come, once that is known
    solve_report report;
    for (report.iterations = 1; report.iterations <= most_iterations; ++report.iterations) {
      linearize();
      if (!all_finite(residual) || !all_finite(slopes)) {
        report.outcome = solve_outcome::not_finite;
        return report;
      }
      report.residual = std::exp2(log2_magnitude(residual, size_));
      if (!factors_.compute(slopes)) {
        report.outcome = solve_outcome::singular;
        return report;
      }
      factors_.solve(residual, correction_);
      for (Eigen::Index k = 0; k < size_; ++k) {
        x[k] -= correction_[k];
      }
      if (left > 0) {
        if (--left == 0) {
          return report;
        }
        continue;
      }
      const double size = log2_magnitude(correction_, leading);
      const double largest = log2_magnitude(x, leading);
      if (!(size < std::numeric_limits<double>::infinity())) {
        report.outcome = solve_outcome::diverged;
        return report;
      }
      if (size == -std::numeric_limits<double>::infinity() || size < largest - bits / 2.0 - 4) {
        left = last_corrections;
      } else if (size >= before - 1 && size < std::fmax(largest, scale) + floor_bits - bits) {
        report.outcome = solve_outcome::roundoff_floor;  // at rest
        return report;
      }
      before = size;
    }
    report.outcome = solve_outcome::stagnated;
    return report;
  }

 private:
  Eigen::Index size_;
  vector<T> correction_;
  lu_factors<T> factors_;
};

}  // namespace plumbline::detail
