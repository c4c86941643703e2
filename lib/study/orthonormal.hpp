// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Orthonormal bases of spaces of directions, by Householder's reflections, or direction by direction (Gram and Schmidt, twice).
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/traits.hpp>

#include <Eigen/QR>

#include <utility>
#include <vector>

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

/// Numbers that agree to half of the digits of the scope are taken for equal where only rounding can tell them apart.
inline double log2_of_nothing() { return -scalar_traits<mp>::bits() / 2.; }

/// What is left of v beside the orthonormal vectors.
inline vector<mp> beside(const std::vector<vector<mp>>& orthonormal, const vector<mp>& v) {
  vector<mp> rest = in_scope(v);
  for (int pass = 0; pass < 2; ++pass) {
    for (const vector<mp>& e : orthonormal) {
      rest -= vector<mp>(e * dot(e, rest));
    }
  }
  return rest;
}

inline mp norm_of(const vector<mp>& v) { return sqrt(mp(dot(v, v))); }

/// True, and the vector's new direction is in the list, where it is independent of those in the list.
inline bool add_direction(std::vector<vector<mp>>& orthonormal, const vector<mp>& v,
                          double log2_least) {
  const mp size = norm_of(v);
  if (size == 0) {
    return false;
  }
  vector<mp> rest = beside(orthonormal, v);
  const mp left = norm_of(rest);
  if (log2_magnitude(left) < log2_magnitude(size) + log2_least) {
    return false;
  }
  rest /= left;
  orthonormal.push_back(std::move(rest));
  return true;
}

}  // namespace plumbline
