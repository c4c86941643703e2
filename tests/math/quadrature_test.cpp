// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Property: a rule of degree of exactness d integrates x^k, k <= d, and no further; nodes and weights of low
// rules against their closed forms.
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

template <class T>
double moment_error(const quadrature<T>& rule, int power) {
  T sum(0);
  for (Eigen::Index i = 0; i < rule.nodes.size(); ++i) {
    T x(1);
    for (int k = 0; k < power; ++k) {
      x *= rule.nodes[i];
    }
    sum += rule.weights[i] * x;
  }
  using std::abs;
  return to_double(T(abs(T(sum - T(1) / (power + 1)))));
}

template <class T>
void expect_exactness(double roundoff) {
  for (int s = 1; s <= 12; ++s) {
    const auto gauss = gauss_quadrature<T>(s);
    const auto lobatto = lobatto_quadrature<T>(s);
    for (int k = 0; k <= 2 * s - 1; ++k) {
      EXPECT_LT(moment_error(gauss, k), roundoff) << s << " Gauss points, x^" << k;
      EXPECT_LT(moment_error(lobatto, k), roundoff) << "Lobatto degree " << s << ", x^" << k;
    }
    EXPECT_GT(moment_error(gauss, 2 * s), 1e-16) << s;
    EXPECT_GT(moment_error(lobatto, 2 * s), 1e-16) << s;
    for (Eigen::Index i = 0; i + 1 < lobatto.nodes.size(); ++i) {
      EXPECT_LT(lobatto.nodes[i], lobatto.nodes[i + 1]);
    }
  }
}

TEST(quadrature, is_exact_to_its_degree_and_no_further_at_64_digits) {
  expect_exactness<mp64>(1e-62);
}
TEST(quadrature, is_exact_to_its_degree_at_200_digits) {
  const precision_scope scope(200);
  expect_exactness<mp>(1e-197);
}
TEST(quadrature, is_exact_to_its_degree_in_double) {
  for (int s = 1; s <= 12; ++s) {
    for (int k = 0; k <= 2 * s - 1; ++k) {
      EXPECT_LT(moment_error(gauss_quadrature<double>(s), k), 2e-15);
      EXPECT_LT(moment_error(lobatto_quadrature<double>(s), k), 2e-15);
    }
  }
}

TEST(quadrature, low_rules_have_their_closed_forms) {
  const auto simpson = lobatto_quadrature<mp64>(2);
  EXPECT_EQ(simpson.nodes[1], rational<mp64>(1, 2));
  EXPECT_LT(abs(simpson.weights[0] - rational<mp64>(1, 6)), 1e-63);
  EXPECT_LT(abs(simpson.weights[1] - rational<mp64>(2, 3)), 1e-63);
  const auto four = lobatto_quadrature<mp64>(3);
  EXPECT_LT(abs(four.nodes[1] - (1 - 1 / sqrt(mp64(5))) / 2), 1e-63);
  const auto two = gauss_quadrature<mp64>(2);
  EXPECT_LT(abs(two.nodes[0] - (1 - 1 / sqrt(mp64(3))) / 2), 1e-63);
}

TEST(quadrature, refuses_rules_without_points) {
  EXPECT_THROW((void)gauss_quadrature<double>(0), invalid_input);
  EXPECT_THROW((void)lobatto_quadrature<double>(0), invalid_input);
}

TEST(lagrange_basis, is_one_at_its_node_and_differentiates_polynomials) {
  const auto nodes = lobatto_quadrature<mp64>(5).nodes;
  const mp64 x = rational<mp64>(3, 11);
  const auto at = lagrange_basis<mp64>(nodes, x);
  mp64 value(0);
  mp64 slope(0);
  for (Eigen::Index a = 0; a < nodes.size(); ++a) {
    const mp64 d = nodes[a];
    value += at.value[a] * (d * d * d * d * d - d);
    slope += at.derivative[a] * (d * d * d * d * d - d);
  }
  EXPECT_LT(abs(value - (x * x * x * x * x - x)), 1e-62);
  EXPECT_LT(abs(slope - (5 * x * x * x * x - 1)), 1e-61);
  EXPECT_EQ(lagrange_basis<mp64>(nodes, nodes[2]).value[2], 1);
  EXPECT_EQ(lagrange_basis<mp64>(nodes, nodes[2]).value[1], 0);
}

}  // namespace
}  // namespace plumbline
