// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Factors of a sparse matrix of double, or double-double, whose unknowns can be ordered so that it is a band: the Jacobian of a
// chain, where a coordinate meets its neighbours only. The order is that of Cuthill and McKee, reversed (A. George, J. Liu: Computer
// Solution of Large Sparse Positive Definite Systems, 1981, 4.3): breadth first from a node at an end of the graph of A + Aᵀ,
// neighbours of few neighbours first. Rows are exchanged within the band for the largest pivot (Golub & Van Loan, algorithm 4.3.1);
// the exchanges make a band of l and l + u diagonals of one of l lower and u upper ones. n unknowns cost n l (l + u) products in the
// place of n³/3.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/double_double.hpp>

#include <cstddef>
#include <vector>

namespace plumbline::detail {

/// `singular`: a pivot is lost in the rounding errors of its column, or not finite. `no_band`: too few entries are zero, or no order
/// makes a narrow band of them.
enum class band_outcome { no_band, singular, factored };

template <class T>
class band_factors {
 public:
  /// Matrices of fewer rows are factored as they are.
  static constexpr Eigen::Index least_rows = 24;

  /// An order is found anew, and memory taken, only where other entries are zero than the last time.
  band_outcome compute(const matrix<T>& a);
  /// x with a x = b; only after `factored`. x has the length of b and is not b.
  void solve(const vector<T>& b, vector<T>& x) const;

 private:
  /// The entries of a that are not zero. False where they are too many.
  bool read_entries(const matrix<T>& a);
  void find_order();
  bool eliminate();
  T& entry(std::size_t row, std::size_t column) {
    return band_[column * height_ + upper_ + row - column];
  }
  const T& entry(std::size_t row, std::size_t column) const {
    return band_[column * height_ + upper_ + row - column];
  }

  std::size_t n_ = 0;
  std::vector<std::size_t> first_;  ///< of the entries of a column
  std::vector<std::size_t> rows_;   ///< of the entries, column by column
  std::vector<T> values_;
  std::vector<std::size_t> known_first_;  ///< those for which the order was found
  std::vector<std::size_t> known_rows_;
  std::vector<std::size_t> order_;  ///< order_[k] is the unknown, and the equation, in the place k
  std::vector<std::size_t> place_;  ///< its inverse
  std::size_t lower_ = 0;
  std::size_t upper_ = 0;   ///< with room for the rows that are exchanged
  std::size_t height_ = 0;  ///< of a column of the band
  std::vector<T> band_;
  std::vector<T> column_sizes_;
  std::vector<std::size_t> pivots_;
};

extern template class band_factors<double>;
extern template class band_factors<double_double>;

}  // namespace plumbline::detail
