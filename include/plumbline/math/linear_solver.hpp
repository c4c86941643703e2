// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Small dense linear systems: Eigen's LU with partial pivoting, with an honest answer about singular
// matrices.
#pragma once

#include <plumbline/core/vector.hpp>

#include <Eigen/LU>

namespace plumbline {

/// The factors of a square matrix, reused for many right-hand sides.
template <class T>
class lu_factors {
 public:
  /// Factors `a`. False when a pivot is zero (or lost in the rounding errors of its column) or not
  /// finite; solve() must not be called then.
  [[nodiscard]] bool compute(const matrix<T>& a) {
    if (!all_finite(a)) {
      return false;
    }
    lu_.compute(a);
    const auto& lu = lu_.matrixLU();
    for (Eigen::Index k = 0; k < a.cols(); ++k) {
      const T column = max_magnitude(a.col(k));
      const T pivot = scalar_traits<T>::magnitude(lu(k, k));
      if (!(column * epsilon<T>() < pivot)) {
        return false;
      }
    }
    return true;
  }
  /// x with a x = b.
  vector<T> solve(const vector<T>& b) const { return lu_.solve(b); }

 private:
  Eigen::PartialPivLU<matrix<T>> lu_;
};

}  // namespace plumbline
