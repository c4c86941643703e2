// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Every derivative rule against mpmath's numerical differentiation (reference/oracles/programs/rules.tsv), at edges: zero,
// branch points, ±1 of asin, acos and atanh, huge arguments, the quadrants of atan2. Then what the modes promise: reverse
// and forward agree, Hessians are symmetric, what does not depend has the constant 0. Kind: oracle and property.
#include "support/formula.hpp"
#include "support/oracle_csv.hpp"
#include <plumbline/math/derivatives.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <stdexcept>

namespace plumbline {
namespace {

using testing::error_in_ulp;
using testing::node_of_postfix;
using testing::operation_named;
using testing::read_table;
using testing::value_of;
using testing::values_of;

std::vector<node_id> forward(graph& g, const std::vector<node_id>& f, int input) {
  return directional_derivative(g, f, {{input}, {g.constant(1)}});
}

/// f, ∂f/∂a (, ∂f/∂b), and the second derivatives in the order of the table.
std::vector<node_id> with_derivatives(graph& g, node_id f, int operands) {
  if (operands == 1) {
    const node_id first = gradient(g, f, std::array{0})[0];
    return {f, first, forward(g, {first}, 0)[0]};
  }
  const std::vector<node_id> first = gradient(g, f, std::array{0, 1});
  return {f,
          first[0],
          first[1],
          forward(g, first, 0)[0],
          forward(g, first, 1)[0],
          forward(g, first, 1)[1]};
}

template <class T>
void check_rules(double most_ulps) {
  for (const auto& row : read_table("programs/rules.tsv", 150)) {
    const operation what = operation_named(row.at(0));
    graph g;
    const bool unary = operands_of(what) == 1;
    const node_id f = unary ? g.apply(what, g.input(0)) : g.apply(what, g.input(0), g.input(1));
    const std::vector<T> x = {decimal<T>(row.at(1)), decimal<T>(row.at(2))};
    const std::vector<node_id> nodes = with_derivatives(g, f, unary ? 1 : 2);
    const std::vector<T> found = values_of<T>(g, nodes, x);
    ASSERT_EQ(found.size() + 3, row.size());
    // (1 − x)(1 + x) is right near ±1; its derivative near 0 is right beside 1, as the first derivative of f is
    const bool of_difference =
        what == operation::asin || what == operation::acos || what == operation::atanh;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i == 2 && of_difference && std::abs(to_double(x[0])) < 0.25) {
        const double error =
            to_double(scalar_traits<T>::magnitude(T(found[i] - decimal<T>(row[i + 3]))));
        EXPECT_LE(error, most_ulps * to_double(epsilon<T>()));
        continue;
      }
      EXPECT_LE(error_in_ulp(found[i], row[i + 3]), most_ulps)
          << row[0] << '(' << row[1] << ", " << row[2] << "), part " << i << ": " << found[i];
    }
    // forward mode on its own
    for (int k = 0; k < (unary ? 1 : 2); ++k) {
      const T slope = value_of<T>(g, forward(g, {f}, k)[0], x);
      EXPECT_LE(error_in_ulp(slope, row[static_cast<std::size_t>(4 + k)]), most_ulps)
          << row[0] << '(' << row[1] << ", " << row[2] << ") forward";
    }
  }
}

TEST(derivatives, follow_mpmath_in_double) { check_rules<double>(8); }
#if PLUMBLINE_HAS_QUAD
TEST(derivatives, follow_mpmath_in_quad) { check_rules<quad>(8); }
#endif
TEST(derivatives, follow_mpmath_with_64_digits) { check_rules<mp64>(8); }
TEST(derivatives, follow_mpmath_with_90_digits) {
  const precision_scope scope(90);
  check_rules<mp>(8);
}

TEST(derivatives, of_sinc_is_its_slope) {
  graph g;
  const node_id f = node_of_postfix(g, "x0 sinc");
  const node_id slope = gradient(g, f, std::array{0})[0];
  EXPECT_EQ(slope, node_of_postfix(g, "x0 sinc'"));
  EXPECT_THROW(gradient(g, slope, std::array{0}), std::logic_error);  // no rule: it says so
  EXPECT_EQ(value_of<mp64>(g, f, {mp64(0)}), 1);
  EXPECT_EQ(value_of<mp64>(g, slope, {mp64(0)}), 0);
  // sinc x = Σ (−x²)^k/(2k+1)!, with 40 more digits
  for (const int exponent : {2, 0, -3, -20, -40, -100, -300}) {
    SCOPED_TRACE(exponent);
    const mp64 x = ldexp(mp64(3), exponent);
    const mp64 value = value_of<mp64>(g, f, {x});
    const mp64 derivative = value_of<mp64>(g, slope, {x});
    const precision_scope scope(200);
    const mp square = widen<mp>(x) * widen<mp>(x);
    mp term(1);
    mp sum(0);
    mp rate(0);
    for (int k = 0; k < 200; ++k) {
      sum += term;
      rate += term * (2 * k) / widen<mp>(x);
      term *= -square / ((2 * k + 2) * (2 * k + 3));
    }
    EXPECT_LE(error_in_ulp(value, sum.str(150)), 3);
    // three quarters of the digits (math/sinc.hpp)
    EXPECT_LE(to_double(mp(abs(widen<mp>(derivative) / rate - 1))), 1e-32);
  }
}

TEST(derivatives, of_what_does_not_depend_is_the_constant_zero) {
  graph g;
  const node_id f = node_of_postfix(g, "x0 sin x2 * 3 +");
  const auto slopes = gradient(g, f, std::array{0, 1, 2, 7});
  EXPECT_FALSE(g.is_zero(slopes[0]));
  EXPECT_TRUE(g.is_zero(slopes[1]));
  EXPECT_FALSE(g.is_zero(slopes[2]));
  EXPECT_TRUE(g.is_zero(slopes[3]));
  EXPECT_TRUE(g.is_zero(forward(g, {f}, 1)[0]));
  EXPECT_TRUE(g.is_zero(gradient(g, g.constant(5), std::array{0})[0]));
  EXPECT_EQ(gradient(g, g.input(4), std::array{4})[0], g.constant(1));
}

TEST(derivatives, share_what_the_function_has) {
  graph g;
  const node_id f = node_of_postfix(g, "x0 sin x1 *");
  const auto first = gradient(g, f, std::array{0, 1});
  EXPECT_EQ(first[0], node_of_postfix(g, "x0 cos x1 *"));
  EXPECT_EQ(first[1], node_of_postfix(g, "x0 sin"));
  EXPECT_EQ(forward(g, first, 0)[0], node_of_postfix(g, "x0 sin x1 * neg"));
  const node_id e = node_of_postfix(g, "x0 exp");
  EXPECT_EQ(gradient(g, e, std::array{0})[0], e);
}

// x^2 sin(y)^2 z, as in the kinetic energy of a top: the gradient by hand, and each second derivative by hand.
TEST(derivatives, of_a_product_of_squares_share_it) {
  graph g;
  const node_id f = node_of_postfix(g, "x0 x0 * x1 sin x1 sin * * x2 *");
  const auto by = gradient(g, f, std::array{0, 1, 2});
  const std::vector<mp64> x = {rational<mp64>(-4, 3), rational<mp64>(5, 7), rational<mp64>(2, 9)};
  const mp64 s = sin(x[1]);
  const mp64 c = cos(x[1]);
  const auto expect = [&](node_id node, const mp64& value) {
    EXPECT_LT(to_double(mp64(abs(value_of<mp64>(g, node, x) - value))), 1e-63);
  };
  expect(by[0], 2 * x[0] * s * s * x[2]);
  expect(by[1], 2 * x[0] * x[0] * s * c * x[2]);
  expect(by[2], x[0] * x[0] * s * s);
  expect(forward(g, by, 0)[0], 2 * s * s * x[2]);
  expect(forward(g, by, 1)[0], 4 * x[0] * s * c * x[2]);
  expect(forward(g, by, 0)[1], 4 * x[0] * s * c * x[2]);
  expect(forward(g, by, 1)[1], 2 * x[0] * x[0] * (c * c - s * s) * x[2]);
  expect(forward(g, by, 2)[0], 2 * x[0] * s * s);
  // a square that something else uses, too; and one factor that does not move
  const node_id shared = node_of_postfix(g, "x0 x0 * x1 x1 * * x0 x0 * +");
  const auto slopes = gradient(g, shared, std::array{0, 1});
  expect(slopes[0], 2 * x[0] * (x[1] * x[1] + 1));
  expect(slopes[1], 2 * x[0] * x[0] * x[1]);
  expect(gradient(g, shared, std::array{1})[0], 2 * x[0] * x[0] * x[1]);
}

TEST(derivatives, along_a_direction_add_up) {
  graph g;
  const node_id f = node_of_postfix(g, "x0 x1 * x2 tanh x0 x1 - exp + /");
  // rates that are nodes themselves
  const direction along{{0, 1, 2}, {g.input(3), node_of_postfix(g, "x2 sin"), g.constant(-2)}};
  const node_id rate = directional_derivative(g, std::array{f}, along)[0];
  const auto by = gradient(g, f, std::array{0, 1, 2});
  const std::vector<mp64> x = {rational<mp64>(1, 3), rational<mp64>(-5, 7), rational<mp64>(2, 9),
                               mp64(3)};
  const mp64 sum = value_of<mp64>(g, by[0], x) * x[3] + value_of<mp64>(g, by[1], x) * sin(x[2]) -
                   2 * value_of<mp64>(g, by[2], x);
  EXPECT_LT(to_double(mp64(abs(value_of<mp64>(g, rate, x) - sum))), 1e-62);
}

// Column by column, the directional derivatives along the inputs; a function may be an input, stand twice, or depend on nothing.
TEST(derivatives, of_many_functions_are_those_along_each_input) {
  graph g;
  const node_id f = node_of_postfix(g, "x0 x1 * x2 tanh x0 x1 - exp + /");
  const node_id h = node_of_postfix(g, "x1 x1 * x0 sin *");
  const std::vector<node_id> functions = {f, h, g.input(1), f, g.constant(3)};
  const std::vector<int> inputs = {2, 0, 1, 7};
  const std::vector<node_id> all = jacobian(g, functions, inputs);
  ASSERT_EQ(all.size(), functions.size() * inputs.size());
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto column = directional_derivative(g, functions, {{inputs[k]}, {g.constant(1)}});
    for (std::size_t i = 0; i < functions.size(); ++i) {
      EXPECT_EQ(all[i * inputs.size() + k], column[i]) << i << ' ' << k;
    }
  }
  EXPECT_FALSE(g.is_zero(all[0]));
  EXPECT_TRUE(g.is_zero(all[3]));
}

TEST(derivatives, stay_finite_where_functions_saturate) {
  graph g;
  const std::vector<double> far = {300};
  const auto of = [&](const char* text) {
    return values_of<double>(g, with_derivatives(g, node_of_postfix(g, text), 1), far);
  };
  for (const char* text : {"x0 tanh", "x0 neg tanh", "x0 atan", "x0 asinh", "x0 neg exp"}) {
    for (const double part : of(text)) {
      EXPECT_TRUE(std::isfinite(part)) << text << ' ' << part;
    }
  }
}

TEST(derivatives, at_branch_points_are_infinite) {
  graph g;
  const auto slope_at = [&](const char* text, double x) {
    return value_of<double>(g, gradient(g, node_of_postfix(g, text), std::array{0})[0], {x});
  };
  EXPECT_EQ(slope_at("x0 sqrt", 0), HUGE_VAL);
  EXPECT_EQ(slope_at("x0 asin", 1), HUGE_VAL);
  EXPECT_EQ(slope_at("x0 asin", -1), HUGE_VAL);
  EXPECT_EQ(slope_at("x0 acos", 1), -HUGE_VAL);
  EXPECT_EQ(slope_at("x0 acosh", 1), HUGE_VAL);
  EXPECT_EQ(slope_at("x0 atanh", 1), HUGE_VAL);
  EXPECT_EQ(slope_at("x0 log", 0), HUGE_VAL);
  EXPECT_TRUE(std::isnan(slope_at("x0 asin", 1.5)));
}

}  // namespace
}  // namespace plumbline
