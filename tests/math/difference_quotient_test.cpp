// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Difference quotients against (f(b) − f(a))/(b − a) with 400 digits, from far apart to equal ends. Kind: property.
#include "support/formula.hpp"
#include <plumbline/math/derivatives.hpp>
#include <plumbline/math/difference_quotient.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace plumbline {
namespace {

using std::ldexp;
using testing::node_of_postfix;
using testing::value_of;

/// Each uses a rule; the values are of size 1 and no rule cancels at these points. x2 is a further input.
const char* const formulas[] = {"x0",
                                "x0 neg",
                                "x0 x0 *",
                                "x0 3 pow",
                                "x0 5 pow x0 +",
                                "x0 x2 *",
                                "x0 x2 /",
                                "x2 x0 /",
                                "x0 sqrt",
                                "x0 x0 * x2 + sqrt",
                                "x0 1.5 pow",
                                "x0 sin",
                                "x0 cos",
                                "1 x0 cos -",
                                "x0 3 * sin x0 sqrt *",
                                "x0 x0 * x2 + sin cos",
                                "x0 sin x0 x0 * 2 + /",
                                "x0 -1 pow 0.1 *",
                                "x2 sin pi *"};

/// The relative error of [f] over all formulas and distances.
template <class T>
void check(double most) {
  const T a = T(4) / 7;
  for (const char* text : formulas) {
    graph g;
    const node_id f = node_of_postfix(g, text);
    const auto quotient = difference_quotient(g, f, 0, 1);
    ASSERT_TRUE(quotient.has_value()) << text;
    const node_id slope = gradient(g, f, std::array{0})[0];
    for (const int exponent : {0, -1, -3, -10, -20, -27, -40, -55, -80, -107, -150, -210, -300}) {
      for (const int sign : {1, -1}) {
        const T b = a + ldexp(T(3 * sign), exponent - 3);
        const T third = T(9) / 5;
        const T found = value_of<T>(g, *quotient, {a, b, third});
        const precision_scope scope(400);
        const mp wide_a = widen<mp>(a);
        const mp wide_b = widen<mp>(b);
        const mp c = widen<mp>(third);
        const mp exact = a == b ? value_of<mp>(g, slope, {wide_a, wide_b, c})
                                : mp((value_of<mp>(g, f, {wide_b, wide_b, c}) -
                                      value_of<mp>(g, f, {wide_a, wide_b, c})) /
                                     (wide_b - wide_a));
        const mp error = abs(widen<mp>(found) - exact);
        const mp size = exact == 0 ? mp(1) : mp(abs(exact));
        EXPECT_LE(to_double(mp(error / size)), most) << text << " at distance 2^" << exponent;
      }
    }
  }
}

TEST(difference_quotient, does_not_cancel) {
  check<double>(1e-14);
#if PLUMBLINE_HAS_QUAD
  check<quad>(1e-32);
#endif
  check<mp64>(1e-62);
  const precision_scope scope(100);
  check<mp>(1e-97);
}

TEST(difference_quotient, is_the_derivative_where_the_ends_meet) {
  graph g;
  for (const char* text : formulas) {
    const node_id f = node_of_postfix(g, text);
    const node_id slope = gradient(g, f, std::array{0})[0];
    const std::vector<mp64> x = {mp64(3) / 7, mp64(3) / 7, mp64(2)};
    const mp64 quotient = value_of<mp64>(g, *difference_quotient(g, f, 0, 1), x);
    EXPECT_LT(to_double(mp64(abs(quotient - value_of<mp64>(g, slope, x)))), 1e-62) << text;
  }
}

TEST(difference_quotient, has_the_right_slope_in_b) {
  // ∂[f]/∂b = (f′(b) − [f])/(b − a)
  for (const char* text : formulas) {
    graph g;
    const node_id f = node_of_postfix(g, text);
    const node_id quotient = *difference_quotient(g, f, 0, 1);
    const node_id by_b = gradient(g, quotient, std::array{1})[0];
    const node_id slope = gradient(g, f, std::array{0})[0];
    const mp64 a = mp64(4) / 7;
    const mp64 b = mp64(5) / 3;
    const mp64 c = mp64(9) / 5;
    const mp64 expected =
        (value_of<mp64>(g, slope, {b, b, c}) - value_of<mp64>(g, quotient, {a, b, c})) / (b - a);
    EXPECT_LT(to_double(mp64(abs(value_of<mp64>(g, by_b, {a, b, c}) - expected))), 1e-61) << text;
  }
}

TEST(difference_quotient, of_what_does_not_move_is_zero) {
  graph g;
  EXPECT_TRUE(g.is_zero(*difference_quotient(g, node_of_postfix(g, "x2 exp pi + 3 *"), 0, 1)));
  EXPECT_EQ(*difference_quotient(g, g.input(0), 0, 1), g.constant(1));
}

TEST(difference_quotient, is_nothing_where_there_is_no_rule) {
  for (const char* text : {"x0 exp", "x0 log", "x0 tan", "x0 tanh", "x0 x2 atan2", "x0 0.3 pow",
                           "x0 x0 * exp x0 +", "x0 asin", "2 x0 pow"}) {
    graph g;
    EXPECT_EQ(difference_quotient(g, node_of_postfix(g, text), 0, 1), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace plumbline
