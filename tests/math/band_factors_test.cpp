// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Factors of sparse matrices as bands. Kinds: identities (a x = b for a chosen x of whole numbers), matrices that are refused.
#include <plumbline/math/band_factors.hpp>
#include <plumbline/math/linear_solver.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace plumbline {
namespace {

using band_factors = detail::band_factors<double>;
using outcome = detail::band_outcome;

/// Unknowns that meet `reach` others on each side, in a random order.
matrix<double> shuffled_band(int n, int reach, std::mt19937& random, double diagonal) {
  std::vector<int> place(static_cast<std::size_t>(n));
  std::iota(place.begin(), place.end(), 0);
  std::shuffle(place.begin(), place.end(), random);
  std::uniform_real_distribution<double> number(-1, 1);
  matrix<double> a = matrix<double>::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = std::max(0, i - reach); j <= std::min(n - 1, i + reach); ++j) {
      a(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(j)]) =
          i == j ? diagonal : number(random);
    }
  }
  return a;
}

vector<double> whole_numbers(int n) {
  vector<double> x(n);
  for (int i = 0; i < n; ++i) {
    x[i] = i % 7 - 3;
  }
  return x;
}

TEST(band_factors, solve_in_any_order_of_the_unknowns) {
  std::mt19937 random(1);
  band_factors factors;
  for (const int n : {24, 60, 200}) {
    for (const int reach : {1, 2, 3}) {
      // with a zero diagonal rows have to be exchanged
      for (const double diagonal : {4., 0.}) {
        const matrix<double> a = shuffled_band(n, reach, random, diagonal);
        if (n < 8 * reach * 3) {
          continue;
        }
        ASSERT_EQ(factors.compute(a), outcome::factored) << n << ' ' << reach << ' ' << diagonal;
        const vector<double> right = a * whole_numbers(n);
        vector<double> found(n);
        factors.solve(right, found);
        // Gaussian elimination solves a problem that is this near (Golub & Van Loan, 3.4.6)
        EXPECT_LT((a * found - right).norm(), 1e-14 * (a.norm() * found.norm() + right.norm()))
            << n << ' ' << reach << ' ' << diagonal;
        if (diagonal != 0) {
          EXPECT_LT((found - whole_numbers(n)).norm(), 1e-12) << n << ' ' << reach;
        }
      }
    }
  }
}

TEST(band_factors, solve_in_double_double) {
  std::mt19937 random(5);
  const matrix<double> a = shuffled_band(120, 2, random, 0);
  matrix<double_double> wide(120, 120);
  vector<double_double> right(120);
  const vector<double> x = whole_numbers(120);
  for (int i = 0; i < 120; ++i) {
    right[i] = double_double(0);
    for (int k = 0; k < 120; ++k) {
      wide(i, k) = double_double(a(i, k));
      right[i] = right[i] + wide(i, k) * double_double(x[k]);
    }
  }
  detail::band_factors<double_double> factors;
  ASSERT_EQ(factors.compute(wide), outcome::factored);
  vector<double_double> found(120);
  factors.solve(right, found);
  for (int i = 0; i < 120; ++i) {
    EXPECT_LT(std::abs(to_double(found[i] - double_double(x[i]))), 1e-25) << i;
  }
}

TEST(band_factors, leave_full_matrices_and_stars_to_others) {
  std::mt19937 random(2);
  band_factors factors;
  EXPECT_EQ(factors.compute(matrix<double>::Random(40, 40)), outcome::no_band);
  matrix<double> star = matrix<double>::Identity(60, 60);
  star.row(17).setOnes();
  star.col(17).setOnes();
  EXPECT_EQ(factors.compute(star), outcome::no_band);
  lu_factors<double> lu;
  ASSERT_TRUE(lu.compute(star + 60 * matrix<double>::Identity(60, 60)));
}

TEST(band_factors, find_matrices_that_are_singular) {
  std::mt19937 random(3);
  band_factors factors;
  matrix<double> a = shuffled_band(60, 1, random, 3);
  a.row(5) = 2 * a.row(4);
  EXPECT_EQ(factors.compute(a), outcome::singular);
  a = matrix<double>::Identity(60, 60);
  a(7, 7) = 0;
  EXPECT_EQ(factors.compute(a), outcome::singular);
  a(7, 7) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(factors.compute(a), outcome::singular);
  lu_factors<double> lu;
  EXPECT_FALSE(lu.compute(a));
}

TEST(band_factors, follow_a_pattern_that_changes) {
  std::mt19937 random(4);
  lu_factors<double> factors;
  for (const int n : {60, 60, 24, 90, 30}) {
    const matrix<double> a = shuffled_band(n, 1, random, 4);
    ASSERT_TRUE(factors.compute(a));
    const vector<double> x = whole_numbers(n);
    EXPECT_LT((factors.solve(vector<double>(a * x)) - x).norm(), 1e-12);
    const matrix<double> full = matrix<double>::Random(n, n) + n * matrix<double>::Identity(n, n);
    ASSERT_TRUE(factors.compute(full));
    EXPECT_LT((factors.solve(vector<double>(full * x)) - x).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace plumbline
