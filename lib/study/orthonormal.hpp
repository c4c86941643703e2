// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Orthonormal bases of spaces of directions, by Householder's reflections.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/traits.hpp>

#include <Eigen/QR>

namespace plumbline {

/// log2 of what counts as rounding beside 1 at the end of a computation in the digits of the scope.
inline double log2_of_rounding() { return -scalar_traits<mp>::bits() / 3.; }

/// An orthonormal basis of the columns of a, those that depend on others left out.
inline matrix<mp> orthonormal_columns(const matrix<mp>& a) {
  if (a.cols() == 0) {
    return matrix<mp>(a.rows(), 0);
  }
  matrix<mp> scaled = a;
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    const mp size = max_magnitude(a.col(j));
    if (size != 0) {
      scaled.col(j) /= size;
    }
  }
  Eigen::ColPivHouseholderQR<matrix<mp>> qr(scaled);
  qr.setThreshold(ldexp(mp(1), static_cast<int>(log2_of_rounding())));
  const matrix<mp> q = qr.householderQ() * matrix<mp>::Identity(a.rows(), a.rows());
  return q.leftCols(qr.rank());
}

/// An orthonormal basis of what is orthogonal to the orthonormal columns of a.
inline matrix<mp> complement(const matrix<mp>& a) {
  const auto n = a.rows();
  if (a.cols() == 0) {
    return matrix<mp>::Identity(n, n);
  }
  const matrix<mp> q =
      Eigen::HouseholderQR<matrix<mp>>(a).householderQ() * matrix<mp>::Identity(n, n);
  return q.rightCols(n - a.cols());
}

}  // namespace plumbline
