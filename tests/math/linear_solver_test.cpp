// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// LU with partial pivoting, in double four numbers at once (lib/math/linear_solver.cpp). Kind: truth from outside (matrices
// whose inverse is known, the textbook's elimination written out), properties (the residual at 64 digits, which matrices are
// refused).
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace plumbline {
namespace {

using generator = std::mt19937_64;

matrix<double> random_matrix(generator& g, Eigen::Index n) {
  std::uniform_real_distribution<double> u(-1, 1);
  matrix<double> a(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i) {
      a(i, j) = u(g);
    }
  }
  return a;
}

vector<double> random_vector(generator& g, Eigen::Index n) {
  std::uniform_real_distribution<double> u(-1, 1);
  vector<double> b(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    b[i] = u(g);
  }
  return b;
}

/// Golub & Van Loan, algorithm 3.4.1, with whole rows exchanged, and the two substitutions.
vector<double> by_the_textbook(matrix<double> a, vector<double> b) {
  const Eigen::Index n = a.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      pivot = std::abs(a(i, k)) > std::abs(a(pivot, k)) ? i : pivot;
    }
    for (Eigen::Index j = 0; j < n; ++j) {
      std::swap(a(k, j), a(pivot, j));
    }
    std::swap(b[k], b[pivot]);
    for (Eigen::Index i = k + 1; i < n; ++i) {
      a(i, k) /= a(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j) {
        const double product = a(i, k) * a(k, j);
        a(i, j) -= product;
      }
    }
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double product = a(i, j) * b[j];
      b[i] -= product;
    }
  }
  for (Eigen::Index i = n; i-- > 0;) {
    for (Eigen::Index j = i + 1; j < n; ++j) {
      const double product = a(i, j) * b[j];
      b[i] -= product;
    }
    b[i] /= a(i, i);
  }
  return b;
}

TEST(linear_solver, in_double_has_the_bits_of_the_textbook) {
  generator g(1);
  for (Eigen::Index n = 1; n <= 21; ++n) {
    for (int i = 0; i < 20; ++i) {
      const matrix<double> a = random_matrix(g, n);
      const vector<double> b = random_vector(g, n);
      lu_factors<double> lu;
      ASSERT_TRUE(lu.compute(a)) << n;
      const vector<double> x = lu.solve(b);
      const vector<double> expected = by_the_textbook(a, b);
      vector<double> again(3);
      lu.solve(b, again);
      for (Eigen::Index k = 0; k < n; ++k) {
        ASSERT_EQ(x[k], expected[k]) << "unknown " << k << " of " << n;
        ASSERT_EQ(again[k], expected[k]) << "unknown " << k << " of " << n;
      }
    }
  }
}

/// |a x − b| is at most a few roundings of |a| |x|, computed in T.
template <class T, class Factors = lu_factors<T>>
void expect_small_residuals(double unit) {
  generator g(2);
  for (Eigen::Index n = 1; n <= 21; ++n) {
    const matrix<T> a = scalar_cast<T>(random_matrix(g, n));
    const vector<T> b = scalar_cast<T>(random_vector(g, n));
    Factors lu;
    ASSERT_TRUE(lu.compute(a)) << n;
    const vector<T> x = lu.solve(b);
    for (Eigen::Index i = 0; i < n; ++i) {
      mp64 rest = -scalar_cast<mp64>(b[i]);
      mp64 size = abs(rest);
      for (Eigen::Index j = 0; j < n; ++j) {
        const mp64 term = scalar_cast<mp64>(a(i, j)) * scalar_cast<mp64>(x[j]);
        rest += term;
        size += abs(term);
      }
      // Higham, Accuracy and Stability, theorem 9.4: 3 n u |L||U|; |L||U| of random matrices is below n |a|
      EXPECT_LE(to_double(abs(rest)), 3 * static_cast<double>(n * n) * unit * to_double(size))
          << "row " << i << " of " << n;
    }
  }
}

TEST(linear_solver, leaves_residuals_of_rounding_errors) {
  expect_small_residuals<double>(0x1p-53);
  expect_small_residuals<double_double>(0x1p-102);
#if PLUMBLINE_HAS_QUAD
  expect_small_residuals<quad>(0x1p-113);
#endif
  // mp64 has 213 bits and more; the sums of the residual are of that length as well
  expect_small_residuals<mp64>(0x1p-213);
  expect_small_residuals<mp64, correction_factors<mp64>>(0x1p-213);
  const precision_scope scope(50);
  expect_small_residuals<mp>(1e-50);
  expect_small_residuals<mp, correction_factors<mp>>(1e-50);
}

template <class T>
void expect_a_permutation_to_be_undone() {
  generator g(3);
  for (Eigen::Index n = 1; n <= 17; ++n) {
    std::vector<Eigen::Index> places(static_cast<std::size_t>(n));
    std::iota(places.begin(), places.end(), Eigen::Index{0});
    std::shuffle(places.begin(), places.end(), g);
    matrix<T> a = matrix<T>::Constant(n, n, T(0));
    vector<T> b(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      a(i, places[static_cast<std::size_t>(i)]) = T(4);
      b[i] = T(static_cast<int>(i));
    }
    lu_factors<T> lu;
    ASSERT_TRUE(lu.compute(a)) << n;
    const vector<T> x = lu.solve(b);
    for (Eigen::Index i = 0; i < n; ++i) {
      EXPECT_EQ(to_double(x[places[static_cast<std::size_t>(i)]]), static_cast<double>(i) / 4) << n;
    }
  }
}

TEST(linear_solver, undoes_a_permutation) {
  expect_a_permutation_to_be_undone<double>();
  expect_a_permutation_to_be_undone<double_double>();
  expect_a_permutation_to_be_undone<mp64>();
}

/// A triangular matrix whose column k has a one in the row r above a small pivot.
template <class T, class Factors = lu_factors<T>>
void expect_a_lost_pivot_to_be_refused() {
  for (Eigen::Index n = 2; n <= 19; ++n) {
    for (Eigen::Index k = 1; k < n; ++k) {
      for (Eigen::Index r = 0; r < k; ++r) {
        for (const int sign : {1, -1}) {
          matrix<T> a = matrix<T>::Identity(n, n);
          a(r, k) = T(sign);
          a(k, k) = T(2 * sign) * epsilon<T>();
          Factors lu;
          const std::string where =
              std::to_string(r) + ", " + std::to_string(k) + " of " + std::to_string(n);
          EXPECT_TRUE(lu.compute(a)) << where;
          a(k, k) = T(sign) * epsilon<T>();
          EXPECT_FALSE(lu.compute(a)) << where;
          a(k, k) = T(0);
          EXPECT_FALSE(lu.compute(a)) << where;
        }
      }
    }
  }
}

TEST(linear_solver, refuses_a_pivot_that_is_lost_in_its_column) {
  expect_a_lost_pivot_to_be_refused<double>();
  expect_a_lost_pivot_to_be_refused<mp64>();
  expect_a_lost_pivot_to_be_refused<mp64, correction_factors<mp64>>();
  const precision_scope scope(50);
  expect_a_lost_pivot_to_be_refused<mp, correction_factors<mp>>();
}

TEST(linear_solver, refuses_what_is_not_finite) {
  generator g(4);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    for (Eigen::Index n = 1; n <= 9; ++n) {
      for (Eigen::Index i = 0; i < n; ++i) {
        matrix<double> a = random_matrix(g, n);
        a.row(i).setConstant(bad);
        lu_factors<double> lu;
        EXPECT_FALSE(lu.compute(a)) << bad << ", row " << i << " of " << n;
      }
    }
  }
}

TEST(linear_solver, solves_for_many_right_hand_sides) {
  generator g(5);
  const matrix<double> a = random_matrix(g, 6);
  lu_factors<double> lu;
  ASSERT_TRUE(lu.compute(a));
  const matrix<double> inverse = lu.solve(matrix<double>(matrix<double>::Identity(6, 6)));
  const matrix<double> unit = product(a, inverse);
  for (Eigen::Index i = 0; i < 6; ++i) {
    for (Eigen::Index j = 0; j < 6; ++j) {
      EXPECT_NEAR(unit(i, j), i == j ? 1 : 0, 1e-13);
    }
  }
}

}  // namespace
}  // namespace plumbline
