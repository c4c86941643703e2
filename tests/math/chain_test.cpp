// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Chains in double: values beside those of the program (the same bits; kind: consistency), quotients and their slopes beside
// (f(b) − f(a))/(b − a) with 400 digits (kind: property).
#include "support/formula.hpp"
#include <plumbline/math/chain.hpp>
#include <plumbline/math/derivatives.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace plumbline {
namespace {

using testing::node_of_postfix;
using testing::value_of;

constexpr int x_stage = 1;
constexpr double fixed = 1.8;  // x2, which does not change

/// The program of a formula with x2 in an earlier stage than x0.
runner<double> runner_of(const graph& g, node_id f) {
  runner<double> r(
      std::make_shared<const program>(g, std::array{f}, std::array{x_stage, x_stage, 0}));
  r.input(2) = fixed;
  r.run(0);
  return r;
}

std::optional<chain> chain_of(const std::string& text) {
  graph g;
  return chain::of(runner_of(g, node_of_postfix(g, text)), x_stage, 0);
}

const char* const with_quotient[] = {"x0 neg",
                                     "x0 x2 +",
                                     "x2 x0 -",
                                     "x0 x2 *",
                                     "x0 x2 /",
                                     "x2 x0 /",
                                     "x0 x0 *",
                                     "x0 sqrt",
                                     "x0 sin",
                                     "x0 cos",
                                     "x0 sin neg x2 *",
                                     "1 x0 cos - x2 *",
                                     "x0 x2 * 0.25 + cos 3 / 0.5 -",
                                     "x0 x0 * x2 + sin cos",
                                     "x0 sin 2 + sqrt",
                                     "x2 x0 cos 2 + / sin",
                                     "x0 x0 * 1 + sqrt 1 x2 / *",
                                     "x2 x0 x0 * 3 + / sqrt 0.1 -"};

TEST(chain, has_the_value_of_the_program_to_the_last_bit) {
  std::mt19937_64 random(20261123);
  std::uniform_real_distribution<double> number(0.05, 6);
  for (const char* text : with_quotient) {
    graph g;
    runner<double> r = runner_of(g, node_of_postfix(g, text));
    const auto f = chain::of(r, x_stage, 0);
    ASSERT_TRUE(f.has_value()) << text;
    EXPECT_TRUE(f->has_quotient()) << text;
    for (int k = 0; k < 200; ++k) {
      r.input(0) = number(random);
      r.run(x_stage);
      EXPECT_EQ((*f)(r.input(0)), r.result(0)) << text << " at " << r.input(0);
    }
  }
}

TEST(chain, has_quotients_that_do_not_cancel) {
  constexpr double a = 4.0 / 7;
  for (const char* text : with_quotient) {
    graph g;
    const node_id f = node_of_postfix(g, text);
    const node_id slope = gradient(g, f, std::array{0})[0];
    const node_id bend = gradient(g, slope, std::array{0})[0];
    const auto quotient_of = *chain_of(text);
    for (const double length : {3.0, -0.5, 0.01, 1e-3, -1e-6, 1e-9, 1e-13, 0.0}) {
      const auto found = quotient_of.quotient(a, length);
      const precision_scope scope(400);
      const mp start(a);
      const mp l(length);
      const mp end = start + l;
      const mp c(fixed);
      const auto at = [&](node_id what, const mp& x) { return value_of<mp>(g, what, {x, x, c}); };
      const mp exact = length == 0 ? at(slope, start) : mp((at(f, end) - at(f, start)) / l);
      const mp exact_slope =
          length == 0 ? mp(at(bend, start) / 2) : mp((at(slope, end) - exact) / l);
      const mp size = 1 + abs(exact);
      EXPECT_LT(to_double(mp(abs(mp(found.value) - exact) / size)), 2e-15)
          << text << ", " << length;
      EXPECT_LT(to_double(mp(abs(mp(found.slope) - exact_slope) / (1 + abs(exact_slope)))), 1e-11)
          << text << ", " << length;
    }
  }
}

TEST(chain, is_refused_for_what_is_none) {
  for (const char* text :
       {"x0 sin x0 *", "x0 x0 * x0 +", "x0 sin x0 cos +", "x0 x2 * x0 sin *", "x2 sin", "x2 3 *"}) {
    EXPECT_FALSE(chain_of(text).has_value()) << text;
  }
  // exp has a value, and no rule for a quotient
  const auto f = chain_of("x0 exp 2 *");
  ASSERT_TRUE(f.has_value());
  EXPECT_FALSE(f->has_quotient());
  EXPECT_EQ((*f)(0.5), std::exp(0.5) * 2);
}

}  // namespace
}  // namespace plumbline
