// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Graphs: equal nodes are one, simplifications are the same in every rounding, domains of constants. Kind: property.
#include "support/formula.hpp"
#include <plumbline/math/graph.hpp>
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <stdexcept>

namespace plumbline {
namespace {

using testing::node_of_postfix;
using testing::value_of;

TEST(graph, holds_equal_nodes_once) {
  graph g;
  EXPECT_EQ(g.input(3), g.input(3));
  EXPECT_NE(g.input(3), g.input(2));
  EXPECT_EQ(g.pi(), g.pi());
  EXPECT_EQ(g.constant(exact_number::decimal("0.50")),
            g.constant(exact_number(1) / exact_number(2)));
  const char* pairs[][2] = {
      {"x0 x1 +", "x1 x0 +"},
      {"x0 x1 *", "x1 x0 *"},
      {"x0 x1 + sin x2 *", "x2 x1 x0 + sin *"},
      {"x0 x1 atan2", "x0 x1 atan2"},
      {"x0 3 pow", "x0 x0 * x0 *"},
      {"x0 0.5 pow", "x0 sqrt"},
      {"x0 -1 pow", "1 x0 /"},
      {"x0 4 /", "x0 0.25 *"},
      {"x0 -3 *", "x0 3 * neg"},
      {"x0 neg sin", "x0 sin neg"},
      {"x0 neg cos", "x0 cos"},
      {"x0 x1 - neg", "x1 x0 -"},
      {"x0 neg x1 neg *", "x0 x1 *"},
      {"x0 neg x1 /", "x0 x1 neg /"},
      {"x0 x1 neg -", "x0 x1 +"},
      {"x0 neg neg", "x0"},
      {"0 x0 +", "x0"},
      {"x0 0 -", "x0"},
      {"1 x0 *", "x0"},
      {"x0 1 /", "x0"},
      {"x0 1 pow", "x0"},
      {"x0 0 pow", "1"},
      {"x0 x0 -", "0"},
      {"x0 0 *", "0"},
      {"0 x0 /", "0"},
      {"2 3 x0 * *", "6 x0 *"},
      {"2 3 + 7 /", "5 7 /"},
      {"9 4 / sqrt", "1.5"},
      {"0 cos", "1"},
      {"1 log", "0"},
      {"1 acos", "0"},
      {"1 acosh", "0"},
      {"0 sinc", "1"},
      {"0 sinc'", "0"},
      {"3 4 pow", "81"},
      {"2 -2 pow", "0.25"},
      {"x0 4 pow", "x0 x0 * x0 x0 * *"},
  };
  for (const auto& [one, other] : pairs) {
    EXPECT_EQ(node_of_postfix(g, one), node_of_postfix(g, other)) << one << " and " << other;
  }
  const char* different[][2] = {
      {"x0 x1 -", "x1 x0 -"},         {"x0 x1 /", "x1 x0 /"},
      {"x0 x1 atan2", "x1 x0 atan2"}, {"3 5 x0 * *", "15 x0 *"},  // would be rounded differently
      {"x0 3 /", "1 3 / x0 *"},       {"x0 sin", "x0 cos"},
      {"x0 neg exp", "x0 exp neg"},   {"x0 x1 + x2 +", "x0 x1 x2 + +"},
  };
  for (const auto& [one, other] : different) {
    EXPECT_NE(node_of_postfix(g, one), node_of_postfix(g, other)) << one << " and " << other;
  }
}

TEST(graph, grows_only_by_what_is_new) {
  graph g;
  node_of_postfix(g, "x0 sin x1 * x0 cos +");
  const int size = g.size();
  node_of_postfix(g, "x0 cos x1 x0 sin * +");
  EXPECT_EQ(g.size(), size);
}

TEST(graph, numbers_operands_before_what_uses_them) {
  graph g;
  node_of_postfix(g, "x0 17 pow x1 sqrt 3 / + x2 x0 atan2 * tanh 2.5 pow");
  for (node_id i = 0; i < g.size(); ++i) {
    for (int k = 0; k < operands_of(g[i].what); ++k) {
      EXPECT_LT(k == 0 ? g[i].a : g[i].b, i);
    }
  }
}

TEST(graph, refuses_constants_outside_a_domain) {
  for (const char* text :
       {"-1 sqrt", "0 log", "-2 log", "0.5 acosh", "1.5 asin", "-1.5 acos", "1 atanh", "-1 atanh",
        "x0 0 /", "1 0 /", "0 -1 pow", "-2 0.3 pow", "2 100001 pow"}) {
    graph g;
    EXPECT_THROW(node_of_postfix(g, text), std::invalid_argument) << text;
  }
}

TEST(graph, raises_a_negative_base_to_whole_powers) {
  graph g;
  for (const int n : {2, 3, 7, 63, 64, 65, 100, -3, -65}) {
    const node_id f = node_of_postfix(g, "x0 " + std::to_string(n) + " pow");
    EXPECT_NEAR(value_of<double>(g, f, {-1.5}) / std::pow(-1.5, n), 1, 1e-13) << n;
  }
  EXPECT_TRUE(std::isnan(value_of<double>(g, node_of_postfix(g, "x0 1.5 pow"), {-1.5})));
  EXPECT_TRUE(std::isnan(value_of<double>(g, node_of_postfix(g, "x0 0.3 pow"), {-1.5})));
  EXPECT_EQ(value_of<double>(g, node_of_postfix(g, "x0 2.5 pow"), {4.0}), 32.0);
  EXPECT_EQ(value_of<double>(g, node_of_postfix(g, "x0 -1.5 pow"), {4.0}), 0.125);
  EXPECT_EQ(value_of<double>(g, node_of_postfix(g, "x0 1.5 pow"), {0.0}), 0.0);
}

TEST(graph, copies_nodes_of_another_graph_and_puts_nodes_for_inputs) {
  graph one;
  const node_id f = node_of_postfix(one, "x0 x1 * sin pi + 0.1 x1 * +");
  graph other;
  other.constant(7);
  const node_id same = other.import(one, f);
  EXPECT_EQ(same, node_of_postfix(other, "x0 x1 * sin pi + 0.1 x1 * +"));
  const auto put = one.substitute({f}, {{1, one.constant(0)}, {0, one.input(5)}});
  EXPECT_EQ(put.at(0), one.pi());
  const auto swapped = one.substitute({f}, {{1, one.input(0)}, {0, one.input(1)}});
  EXPECT_EQ(swapped.at(0), node_of_postfix(one, "x1 x0 * sin pi + 0.1 x0 * +"));
}

TEST(graph, tells_what_depends_on_what) {
  graph g;
  const node_id a = node_of_postfix(g, "x0 x1 *");
  const node_id b = node_of_postfix(g, "x2 sin");
  const node_id c = node_of_postfix(g, "x0 x1 * x2 sin +");
  const auto on = [&](node_id i, const std::vector<int>& inputs) {
    return bool(g.depending_on(inputs)[static_cast<std::size_t>(i)]);
  };
  EXPECT_TRUE(on(a, {1}));
  EXPECT_FALSE(on(a, {2}));
  EXPECT_TRUE(on(c, {2}));
  EXPECT_FALSE(on(b, {0, 1}));
  EXPECT_FALSE(on(c, {}));
  const auto needed = g.needed_by({b});
  EXPECT_EQ(std::ranges::count(needed, true), 2);
}

/// A number three times: as an exact constant or in the scalar, as it would be computed word for word, and as a node.
template <class T>
struct triple {
  std::optional<exact_number> constant;
  T value;
  node_id node;
};

/// A random formula full of zeros, ones, signs, powers of two and repeated parts. Compares its value, computed as it is
/// written, with the value of its node.
template <class T>
class random_formula {
 public:
  explicit random_formula(unsigned seed) : random_(seed) {
    std::uniform_real_distribution<double> number(-2, 2);
    for (int i = 0; i < inputs; ++i) {
      x_.push_back(T(number(random_)) / 3);  // all digits of T in use
    }
  }

  void compare(int depth) {
    const triple<T> t = grow(depth);
    const T found = value_of<T>(g_, t.node, x_);
    if (is_finite(t.value)) {
      EXPECT_EQ(found, t.value);
      ++compared;
    }
  }

  int compared = 0;

 private:
  static constexpr int inputs = 3;

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  triple<T> of_constant(const exact_number& c) { return {c, from_exact<T>(c), g_.constant(c)}; }

  triple<T> grow(int depth) {
    if (!made_.empty() && below(6) == 0) {
      return made_[static_cast<std::size_t>(below(static_cast<int>(made_.size())))];
    }
    if (depth == 0) {
      if (below(2) == 0) {
        const char* const texts[] = {"0", "1", "-1", "2", "0.25", "-8", "3", "0.1", "-0.7"};
        return of_constant(exact_number::decimal(texts[below(9)]));
      }
      const int i = below(inputs);
      return {std::nullopt, x_[static_cast<std::size_t>(i)], g_.input(i)};
    }
    const triple<T> made = below(3) == 0 ? unary(depth) : binary(depth);
    made_.push_back(made);
    return made;
  }

  triple<T> unary(int depth) {
    const triple<T> a = grow(depth - 1);
    T r(0);
    if (below(2) == 0 || a.constant) {
      if (a.constant) {
        return of_constant(-*a.constant);
      }
      set_negative(r, a.value);
      return {std::nullopt, r, g_.negate(a.node)};
    }
    switch (below(6)) {
      case 0:
        set_sin(r, a.value);
        return {std::nullopt, r, g_.apply(operation::sin, a.node)};
      case 1:
        set_cos(r, a.value);
        return {std::nullopt, r, g_.apply(operation::cos, a.node)};
      case 2:
        set_tanh(r, a.value);
        return {std::nullopt, r, g_.apply(operation::tanh, a.node)};
      case 3:
        set_atan(r, a.value);
        return {std::nullopt, r, g_.apply(operation::atan, a.node)};
      case 4:
        set_sqrt(r, a.value);
        if (!is_finite(r)) {
          return a;
        }
        return {std::nullopt, r, g_.apply(operation::sqrt, a.node)};
      default:
        set_asinh(r, a.value);
        return {std::nullopt, r, g_.apply(operation::asinh, a.node)};
    }
  }

  triple<T> binary(int depth) {
    const triple<T> a = grow(depth - 1);
    const triple<T> b = grow(depth - 1 - below(depth));
    const int which = below(5);
    if (a.constant && b.constant) {
      switch (which) {
        case 0:
          return of_constant(*a.constant + *b.constant);
        case 1:
          return of_constant(*a.constant - *b.constant);
        default:
          return of_constant(*a.constant * *b.constant);
      }
    }
    T r(0);
    switch (which) {
      case 0:
        set_sum(r, a.value, b.value);
        return {std::nullopt, r, g_.add(a.node, b.node)};
      case 1:
        set_difference(r, a.value, b.value);
        return constant_or(r, g_.subtract(a.node, b.node));
      case 2:
        if (b.value != T(0)) {
          set_quotient(r, a.value, b.value);
          return constant_or(r, g_.divide(a.node, b.node));
        }
        [[fallthrough]];
      default:
        set_product(r, a.value, b.value);
        return constant_or(r, g_.multiply(a.node, b.node));
    }
  }

  /// 0 x and x − x are the constant 0: what is made of it is exact.
  triple<T> constant_or(const T& value, node_id node) {
    if (g_.is_constant(node)) {
      EXPECT_EQ(from_exact<T>(g_.value(node)), value);
      return of_constant(exact_number(g_.value(node)));
    }
    return {std::nullopt, value, node};
  }

  std::mt19937 random_;
  graph g_;
  std::vector<T> x_;
  std::vector<triple<T>> made_;
};

template <class T>
void expect_the_same_rounding() {
  int compared = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    random_formula<T> f(seed);
    f.compare(2 + static_cast<int>(seed % 8));
    compared += f.compared;
    if (::testing::Test::HasFailure()) {
      return;
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(graph, knows_which_functions_are_odd_and_even) {
  // f(−x) with the minus written in the formula, beside f at a number that is negative itself
  for (int k = 0; k <= static_cast<int>(operation::sinc_slope); ++k) {
    const auto f = static_cast<operation>(k);
    if (operands_of(f) != 1) {
      continue;
    }
    SCOPED_TRACE(name_of(f));
    for (const double x : {0.375, -0.375, 1.625, -1.625}) {
      graph g;
      const node_id minus = g.apply(f, g.negate(g.input(0)));
      const node_id plain = g.apply(f, g.input(0));
      const double found = value_of<double>(g, minus, {x});
      const double expected = value_of<double>(g, plain, {-x});
      EXPECT_TRUE(found == expected || (std::isnan(found) && std::isnan(expected)))
          << x << ": " << found << " and " << expected;
    }
  }
}

TEST(graph, simplifies_only_what_is_rounded_alike) {
  expect_the_same_rounding<double>();
#if PLUMBLINE_HAS_QUAD
  expect_the_same_rounding<quad>();
#endif
  expect_the_same_rounding<mp64>();
}

}  // namespace
}  // namespace plumbline
