// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Poisson matrix of a system of first order, B_ik(y) = {y_i, y_k}, constant or linear in y, and what it tells (Hairer,
// Lubich & Wanner, Geometric Numerical Integration, VII.2):
//
//   Jacobi identity          Σ_l (∂_l B_ij B_lk + ∂_l B_jk B_li + ∂_l B_ki B_lj) = 0 for all i < j < k          (VII (2.8))
//   a step y_1 = Φ(y_0) is a Poisson map where   Φ′ B(y_0) Φ′ᵀ = B(y_1)                                         (VII (2.25))
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/mechanics/part_values.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace plumbline {

/// B at y. The system has one.
template <class T>
matrix<T> poisson_matrix(const model<T>& system, const vector<T>& y) {
  part_values<T> values(system, form_part::poisson);
  const runner<T>& r = values.at(view(y), {}, {}, T(0));
  const int n = system.dimension();
  matrix<T> b(n, n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      b(i, k) = r.result(i * n + k);
    }
  }
  return b;
}

/// ‖Φ′ B_0 Φ′ᵀ − B_1‖, the Frobenius norm.
template <class T>
T poisson_defect(const matrix<T>& derivative, const matrix<T>& b0, const matrix<T>& b1) {
  using std::sqrt;
  const matrix<T> half = derivative * b0;
  const matrix<T> moved = half * derivative.transpose();
  T sum(0);
  for (Eigen::Index i = 0; i < b1.rows(); ++i) {
    for (Eigen::Index k = 0; k < b1.cols(); ++k) {
      const T entry = moved(i, k) - b1(i, k);
      sum += entry * entry;
    }
  }
  return sqrt(sum);
}

/// The largest of the sums of the Jacobi identity at y, with the i < j < k that it belongs to.
template <class T>
struct jacobi_sum {
  T value{0};
  T terms{0};  ///< the sum of the absolute values of its terms
  std::array<int, 3> coordinates{};
};

/// B is linear in y, so its derivatives are B(y + e_l) − B(y), without an error.
template <class T>
jacobi_sum<T> largest_jacobi_sum(const model<T>& system, const vector<T>& y) {
  using std::abs;
  const int n = system.dimension();
  const matrix<T> b = poisson_matrix(system, y);
  std::map<std::array<int, 3>, std::pair<T, T>> sums;
  const vector<T> zero = vector<T>::Constant(n, T(0));
  const matrix<T> origin = poisson_matrix(system, zero);
  for (int l = 0; l < n; ++l) {
    vector<T> unit = zero;
    unit[l] = T(1);
    const matrix<T> slope = poisson_matrix(system, unit) - origin;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        if (slope(i, j) == T(0)) {
          continue;
        }
        for (int k = 0; k < n; ++k) {
          if (i == j || j == k || k == i || b(l, k) == T(0)) {
            continue;
          }
          // {{y_i, y_j}, y_k} and its two cyclic neighbours are one sum; an odd order has the other sign and is left out
          std::array<int, 3> place = {i, j, k};
          std::rotate(place.begin(), std::min_element(place.begin(), place.end()), place.end());
          if (place[2] < place[1]) {
            continue;
          }
          auto& [sum, terms] = sums[place];
          const T term = slope(i, j) * b(l, k);
          sum += term;
          terms += abs(term);
        }
      }
    }
  }
  jacobi_sum<T> largest;
  for (const auto& [place, sum] : sums) {
    if (abs(largest.value) < abs(sum.first)) {
      largest = {sum.first, sum.second, place};
    }
  }
  return largest;
}

}  // namespace plumbline
