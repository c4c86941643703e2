// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Programs: what is scheduled, and random formulas with gradient and Hessian against mpmath
// (reference/oracles/programs/programs.tsv, made by make.py there). Kind: oracle and property.
#include "support/formula.hpp"
#include "support/oracle_csv.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/math/derivatives.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace plumbline {
namespace {

using testing::node_of_postfix;
using testing::read_table;
using testing::value_of;
using testing::values_of;

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// The largest |found − reference| / max(|reference|, the change by one rounding error everywhere), over all numbers of all
/// formulas.
template <class T>
double worst_error() {
  double worst = 0;
  for (const auto& row : read_table("programs/programs.tsv", 100)) {
    graph g;
    const node_id f = node_of_postfix(g, row.at(0));
    const std::array inputs{0, 1, 2};
    const std::vector<node_id> first = gradient(g, f, inputs);
    std::vector<node_id> nodes = {f};
    nodes.insert(nodes.end(), first.begin(), first.end());
    std::vector<node_id> transposed;
    for (int i = 0; i < 3; ++i) {
      for (int k = i; k < 3; ++k) {
        const auto second = [&](int of, int by) {
          return directional_derivative(g, first,
                                        {{by}, {g.constant(1)}})[static_cast<std::size_t>(of)];
        };
        nodes.push_back(second(i, k));
        transposed.push_back(second(k, i));
      }
    }
    nodes.insert(nodes.end(), transposed.begin(), transposed.end());
    std::vector<T> x;
    for (const std::string& text : words(row.at(2))) {
      x.push_back(decimal<T>(text));
    }
    const std::vector<T> found = values_of<T>(g, nodes, x);
    const std::vector<std::string> exact = words(row.at(3));
    const std::vector<std::string> changes = words(row.at(4));
    EXPECT_EQ(exact.size(), 10U);
    const precision_scope scope(110);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t place = i < 10 ? i : i - 6;  // the other triangle of the Hessian
      const mp reference = decimal<mp>(exact.at(place));
      const mp size = std::max(mp(abs(reference)), decimal<mp>(changes.at(place)));
      const mp error = abs(widen<mp>(found[i]) - reference);
      if (size == 0) {
        EXPECT_EQ(error, 0) << row[1] << " part " << i;
        continue;
      }
      const double relative = to_double(mp(error / size));
      EXPECT_TRUE(relative < 1) << row[1] << " part " << i;
      worst = std::max(worst, relative);
    }
  }
  return worst;
}

TEST(program, of_a_random_formula_follows_mpmath) {
  EXPECT_LT(worst_error<mp64>(), 1e-60);
#if PLUMBLINE_HAS_QUAD
  EXPECT_LT(worst_error<quad>(), 1e-30);
#endif
  EXPECT_LT(worst_error<double>(), 1e-12);
  const precision_scope scope(90);
  EXPECT_LT(worst_error<mp>(), 1e-86);
}

TEST(program, leaves_out_what_no_result_needs) {
  graph g;
  node_of_postfix(g, "x0 exp x1 log * tan");
  const node_id f = node_of_postfix(g, "x0 x1 *");
  const program p(g, std::array{f}, std::array{0, 0});
  EXPECT_EQ(p.stage(0).size(), 1U);
  EXPECT_TRUE(p.constants().empty());
  EXPECT_EQ(p.pi_register(), -1);
  EXPECT_EQ(p.registers(), 3);
}

TEST(program, takes_sine_and_cosine_together) {
  graph g;
  const node_id f = node_of_postfix(g, "x0 sin x0 cos * x1 cos +");
  const program p(g, std::array{f}, std::array{0, 0});
  const auto pairs = std::ranges::count_if(
      p.stage(0), [](const instruction& i) { return i.what == operation::sin; });
  EXPECT_EQ(pairs, 2);
  EXPECT_EQ(p.stage(0).size(), 4U);
  for (const instruction& i : p.stage(0)) {
    EXPECT_NE(i.what, operation::cos);
    if (i.what == operation::sin) {
      EXPECT_TRUE(i.second_needed);
      EXPECT_EQ(i.first_needed, i.a == 0);
    }
  }
}

TEST(program, writes_each_register_once_and_after_its_operands) {
  graph g;
  std::vector<node_id> ends;
  for (const auto& row : read_table("programs/programs.tsv", 100)) {
    ends.push_back(node_of_postfix(g, row.at(0)));
  }
  const std::vector<node_id> slopes = gradient(g, ends[17], std::array{0, 1, 2});
  ends.insert(ends.end(), slopes.begin(), slopes.end());
  const program p(g, ends, std::array{0, 2, 1});
  ASSERT_EQ(p.stages(), 3);
  std::set<int> written;
  const int first_free = p.inputs() + static_cast<int>(p.constants().size());
  const auto is_ready = [&](int place) {
    return place < first_free || place == p.pi_register() || written.contains(place);
  };
  for (int k = 0; k < p.stages(); ++k) {
    for (const instruction& i : p.stage(k)) {
      EXPECT_TRUE(is_ready(i.a));
      EXPECT_TRUE(i.b < 0 || is_ready(i.b));
      for (const int place : {i.result, i.second, i.kept}) {
        if (place >= 0) {
          EXPECT_GE(place, first_free);
          EXPECT_LT(place, p.registers());
          EXPECT_TRUE(written.insert(place).second);
        }
      }
    }
  }
  for (const int result : p.results()) {
    EXPECT_TRUE(is_ready(result));
  }
}

// Kind: property.
TEST(program, keeps_its_instructions_where_those_of_one_kind_follow_one_another) {
  graph g;
  std::vector<node_id> ends;
  for (const auto& row : read_table("programs/programs.tsv", 100)) {
    ends.push_back(node_of_postfix(g, row.at(0)));
  }
  const program p(g, ends, std::array{0, 2, 1});
  std::set<int> written;
  const int first_free = p.inputs() + static_cast<int>(p.constants().size());
  const auto is_ready = [&](int place) {
    return place < first_free || place == p.pi_register() || written.contains(place);
  };
  const auto key = [](const instruction& i) {
    return std::array{static_cast<int>(i.what), i.result, i.a, i.b, i.second, i.kept};
  };
  std::size_t runs = 0;
  std::size_t before = 0;
  for (int k = 0; k < p.stages(); ++k) {
    std::multiset<std::array<int, 6>> rest;
    for (const instruction& i : p.stage(k)) {
      rest.insert(key(i));
    }
    const std::vector<instruction>& list = p.runs(k);
    ASSERT_EQ(list.size(), rest.size());
    std::size_t next_movable = 0;
    for (std::size_t n = 0; n < list.size(); ++n) {
      const instruction& i = list[n];
      EXPECT_EQ(rest.erase(key(i)), 1U);
      EXPECT_TRUE(is_ready(i.a));
      EXPECT_TRUE(i.b < 0 || is_ready(i.b));
      written.insert(i.result);
      if (i.second >= 0) {
        written.insert(i.second);
      }
      ASSERT_LE(n + static_cast<std::size_t>(i.run), list.size());
      for (std::size_t m = n; m < n + static_cast<std::size_t>(i.run); ++m) {
        EXPECT_EQ(list[m].what, i.what);
      }
      if (i.kept >= 0) {
        ASSERT_LT(next_movable, p.movable(k).size());
        EXPECT_EQ(p.movable(k)[next_movable++], n);
      }
      runs += n == 0 || list[n - 1].run == 1 ? 1 : 0;
      before += n == 0 || p.stage(k)[n - 1].what != p.stage(k)[n].what ? 1 : 0;
    }
    EXPECT_EQ(next_movable, p.movable(k).size());
  }
  EXPECT_LT(4 * runs, before);
}

TEST(program, puts_an_instruction_into_the_last_stage_of_its_inputs) {
  graph g;
  // of parameters (x2), of positions (x0), of velocities (x1)
  const node_id f = node_of_postfix(g, "x2 sqrt x0 sin * x1 * 2 sqrt +");
  const program p(g, std::array{f}, std::array{1, 2, 0});
  EXPECT_EQ(p.stages(), 3);
  EXPECT_EQ(p.stage(0).size(), 2U);  // √x2, √2
  EXPECT_EQ(p.stage(1).size(), 2U);  // sin, ·
  EXPECT_EQ(p.stage(2).size(), 2U);  // ·, +
  // a stage is run again alone
  runner<mp64> r(std::make_shared<const program>(p));
  r.input(0) = mp64(1);
  r.input(1) = mp64(3);
  r.input(2) = mp64(4);
  r.run(0);
  r.run(1);
  r.run(2);
  EXPECT_EQ(r.result(0), mp64(sin(mp64(1)) * 2 * 3 + sqrt(mp64(2))));
  r.input(1) = mp64(5);
  r.run(2);
  EXPECT_EQ(r.result(0), mp64(sin(mp64(1)) * 2 * 5 + sqrt(mp64(2))));
}

TEST(program, finds_results_that_are_constants_or_inputs) {
  graph g;
  const node_id zero = g.constant(0);
  const node_id seven = g.constant(7);
  const node_id x = g.input(1);
  const node_id f = node_of_postfix(g, "x0 sin");
  const program p(g, std::array{zero, x, seven, f, g.pi()}, std::array{0, 0});
  ASSERT_NE(p.constant_result(0), nullptr);
  EXPECT_EQ(*p.constant_result(0), exact_number(0));
  EXPECT_EQ(p.constant_result(1), nullptr);
  EXPECT_EQ(*p.constant_result(2), exact_number(7));
  EXPECT_EQ(p.constant_result(3), nullptr);
  EXPECT_EQ(p.constant_result(4), nullptr);
  EXPECT_EQ(p.results().at(1), 1);
  const auto found = values_of<mp64>(g, {zero, x, seven, g.pi()}, {mp64(2), mp64(3)});
  EXPECT_EQ(found, (std::vector<mp64>{0, 3, 7, pi<mp64>()}));
}

TEST(program, refuses_an_input_without_a_stage) {
  graph g;
  const node_id f = node_of_postfix(g, "x0 x2 +");
  EXPECT_THROW(program(g, std::array{f}, std::array{0, 0}), invalid_input);
  EXPECT_NO_THROW(program(g, std::array{g.input(0)}, std::array{0, 0}));  // x2 is not needed
  EXPECT_NO_THROW(program(g, std::array{g.constant(1)}, std::span<const int>()));
}

}  // namespace
}  // namespace plumbline
