// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Elimination for large symmetric systems most of whose entries are zero: mass matrices of chains and lattices. The pivot is
// the diagonal entry whose row has the fewest other entries (Markowitz 1957), so that little is filled in; zeros cost a look.
// A chain of n coordinates costs about n multiplications in the place of n³/3.
//
// Entries count as zero only where they are exactly zero. The matrix is not looked at for symmetry; a pivot that has lost half
// of the digits of its row is refused, and the caller solves with pivots of any place (math/linear_solver.hpp).
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/traits.hpp>

#include <vector>

namespace plumbline {

/// x with a x = b, by pivots on the diagonal. `a` and `b` are work space afterwards. False where no pivot is good; x then
/// means nothing.
template <class T>
[[nodiscard]] bool eliminate_symmetrically(matrix<T>& a, vector<T>& b, vector<T>& x) {
  const Eigen::Index n = a.rows();
  const T zero(0);
  const auto is_zero = [&zero](const T& value) { return value == zero; };
  vector<T> least = vector<T>::Constant(n, T(0));  // of a pivot in each row
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const T size = abs(a(i, j));
      if (least[i] < size) {
        least[i] = size;
      }
    }
    least[i] = ldexp(T(least[i]), -scalar_traits<T>::bits() / 2);
  }
  std::vector<char> good(static_cast<std::size_t>(n));  // as a pivot
  const auto look_at = [&](Eigen::Index i) {
    good[static_cast<std::size_t>(i)] = least[i] < abs(a(i, i)) ? 1 : 0;
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    look_at(i);
  }
  std::vector<Eigen::Index> left;
  for (Eigen::Index i = 0; i < n; ++i) {
    left.push_back(i);
  }
  std::vector<Eigen::Index> order;
  std::vector<Eigen::Index> row;  // the columns of the pivot's entries, the pivot left out
  std::vector<std::vector<Eigen::Index>> rows;
  T factor(0);
  T term(0);
  while (!left.empty()) {
    std::size_t best = left.size();
    std::size_t fewest = left.size() + 1;
    for (std::size_t k = 0; k < left.size(); ++k) {
      const Eigen::Index i = left[k];
      if (!good[static_cast<std::size_t>(i)]) {
        continue;
      }
      std::size_t count = 0;
      for (const Eigen::Index j : left) {
        count += is_zero(a(i, j)) ? 0 : 1;
        if (count >= fewest) {
          break;
        }
      }
      if (count < fewest) {
        fewest = count;
        best = k;
      }
    }
    if (best == left.size()) {
      return false;
    }
    const Eigen::Index pivot = left[best];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    row.clear();
    for (const Eigen::Index j : left) {
      if (!is_zero(a(pivot, j))) {
        row.push_back(j);
      }
    }
    for (const Eigen::Index i : left) {
      if (is_zero(a(i, pivot))) {
        continue;
      }
      factor = a(i, pivot) / a(pivot, pivot);
      for (const Eigen::Index j : row) {
        term = factor * a(pivot, j);
        a(i, j) -= term;
      }
      term = factor * b[pivot];
      b[i] -= term;
      look_at(i);
    }
    order.push_back(pivot);
    rows.push_back(row);
  }
  x.resize(n);
  for (std::size_t k = order.size(); k-- > 0;) {
    const Eigen::Index i = order[k];
    for (const Eigen::Index j : rows[k]) {
      term = a(i, j) * x[j];
      b[i] -= term;
    }
    x[i] = b[i] / a(i, i);
  }
  return true;
}

}  // namespace plumbline
