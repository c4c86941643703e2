// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Elimination with pivots on the diagonal. Kind: properties (the solution satisfies the equations, chains and arrows are solved
// in any order of the unknowns), and matrices without a good pivot, which are refused.
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/math/symmetric_elimination.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <random>

namespace plumbline {
namespace {

double worst_residual(const matrix<mp>& a, const vector<mp>& b, const vector<mp>& x) {
  mp worst(0);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    mp sum = -b[i];
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      sum += mp(a(i, j) * x[j]);
    }
    worst = std::max(worst, mp(abs(sum)));
  }
  return to_double(worst);
}

TEST(symmetric_elimination, solves_chains_arrows_and_full_matrices) {
  const precision_scope scope(60);
  std::mt19937_64 random(20261122);
  std::uniform_int_distribution<int> number(-99, 99);
  for (const int n : {1, 2, 7, 40}) {
    for (const int form : {0, 1, 2}) {
      matrix<mp> a = matrix<mp>::Constant(n, n, mp(0));
      vector<mp> b(n);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
          const bool coupled = form == 0 ? i - j == 1 : form == 1 ? j == 0 : true;
          a(i, j) = coupled ? mp(number(random)) / 100 : mp(0);
          a(j, i) = a(i, j);
        }
        a(i, i) = mp(100 + number(random) / 2);
        b[i] = mp(number(random));
      }
      matrix<mp> work = a;
      vector<mp> right = b;
      vector<mp> x;
      ASSERT_TRUE(eliminate_symmetrically(work, right, x)) << n << " " << form;
      EXPECT_LT(worst_residual(a, b, x), 1e-54) << n << " " << form;
      lu_factors<mp> lu;
      ASSERT_TRUE(lu.compute(a));
      const vector<mp> other = lu.solve(b);
      EXPECT_LT(to_double(max_magnitude(vector<mp>(x - other))), 1e-56) << n << " " << form;
    }
  }
}

TEST(symmetric_elimination, refuses_what_has_no_pivot_on_the_diagonal) {
  const precision_scope scope(60);
  matrix<mp> crossed(2, 2);
  crossed << mp(0), mp(1), mp(1), mp(0);
  matrix<mp> singular(2, 2);
  singular << mp(1), mp(2), mp(2), mp(4);
  matrix<mp> nearly(2, 2);  // a third is rounded: what is left of the pivot is rounding
  nearly << mp(1) / 3, mp(1), mp(1), mp(3);
  for (const matrix<mp>& a : {crossed, singular, nearly}) {
    matrix<mp> work = a;
    vector<mp> b = vector<mp>::Constant(2, mp(1));
    vector<mp> x;
    EXPECT_FALSE(eliminate_symmetrically(work, b, x));
  }
}

}  // namespace
}  // namespace plumbline
