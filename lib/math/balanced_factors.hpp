// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Linear equations J x = r whose unknowns have units of their own: a mass of 1e-30 beside a length of 1. Rows and columns are divided by
// powers of two after which the largest entry of each is near 1 (Ruiz, RAL-TR-2001-034, by turns), so that what counts as lost in
// rounding errors does not depend on units.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/math/magnitude.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace plumbline {

/// The exponents of the powers of two by which rows and columns were multiplied.
struct balance_of_lines {
  std::vector<int> rows;
  std::vector<int> columns;
};

/// Balances a matrix; lines of zeros stay.
template <class T>
balance_of_lines balance(matrix<T>& j) {
  using std::ldexp;
  constexpr int passes = 3;
  balance_of_lines by{std::vector<int>(static_cast<std::size_t>(j.rows()), 0),
                      std::vector<int>(static_cast<std::size_t>(j.cols()), 0)};
  const auto scale = [&](auto&& line, int& exponent) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const T& x : line) {
      largest = std::fmax(largest, log2_magnitude(x));
    }
    if (!std::isfinite(largest)) {
      return;
    }
    const int shift = -static_cast<int>(std::floor(largest));
    for (T& x : line) {
      x = ldexp(x, shift);
    }
    exponent += shift;
  };
  for (int pass = 0; pass < passes; ++pass) {
    for (Eigen::Index i = 0; i < j.rows(); ++i) {
      scale(j.row(i), by.rows[static_cast<std::size_t>(i)]);
    }
    for (Eigen::Index k = 0; k < j.cols(); ++k) {
      scale(j.col(k), by.columns[static_cast<std::size_t>(k)]);
    }
  }
  return by;
}

/// x ← x 2^exponents, entry by entry.
template <class T>
vector<T> multiplied(vector<T> x, const std::vector<int>& exponents) {
  using std::ldexp;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    x[k] = ldexp(x[k], exponents[static_cast<std::size_t>(k)]);
  }
  return x;
}

/// The factors of a balanced matrix, in double.
class balanced_factors {
 public:
  /// False as of lu_factors.
  [[nodiscard]] bool compute(matrix<double> j) {
    by_ = balance(j);
    return factors_.compute(j);
  }
  vector<double> solve(const vector<double>& r) const {
    return multiplied(factors_.solve(multiplied(r, by_.rows)), by_.columns);
  }

 private:
  balance_of_lines by_;
  lu_factors<double> factors_;
};

}  // namespace plumbline
