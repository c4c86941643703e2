// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Trees, words and order conditions. Kind: truth from outside (published counts, densities and error constants), and
// properties (the labellings of all trees add up, words of a group element obey the shuffle relation).
#include <plumbline/core/errors.hpp>
#include <plumbline/math/order_conditions.hpp>
#include <plumbline/scalar/expression.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace plumbline {
namespace {

// Hairer, Nørsett & Wanner I, table II.2.3; OEIS A000081, A000151.
TEST(trees, are_as_many_as_are_known) {
  const std::vector<int> one = {1, 1, 2, 4, 9, 20, 48, 115, 286, 719, 1842};
  const std::vector<int> two = {2, 4, 14, 52, 214, 916, 4116};
  for (const auto& [colours, known] : {std::pair{1, one}, std::pair{2, two}}) {
    const auto trees = rooted_trees(static_cast<int>(known.size()), colours);
    std::map<int, int> count;
    for (const rooted_tree& t : trees) {
      ++count[t.order];
    }
    for (std::size_t n = 1; n <= known.size(); ++n) {
      EXPECT_EQ(count[static_cast<int>(n)], known[n - 1]) << n;
      EXPECT_EQ(count_rooted_trees(static_cast<int>(n), colours), known[n - 1]) << n;
    }
  }
}

// The number of monotonic labellings of a tree is n!/(γ σ); over all trees these are the (n − 1)! ways to attach
// vertex by vertex, times the colours of n vertices.
TEST(trees, have_labellings_that_add_up) {
  for (const int colours : {1, 2}) {
    const int most = colours == 1 ? 10 : 7;
    const auto trees = rooted_trees(most, colours);
    double factorial = 1;  // (n − 1)!
    for (int n = 1; n <= most; ++n) {
      factorial *= n > 1 ? n - 1 : 1;
      double sum = 0;
      for (const rooted_tree& t : trees) {
        if (t.order == n) {
          sum += factorial * n / (static_cast<double>(t.gamma) * static_cast<double>(t.sigma));
        }
      }
      EXPECT_NEAR(sum, factorial * std::pow(colours, n), 1e-9 * sum) << n;
    }
  }
}

// Hairer, Nørsett & Wanner I, table II.2.1.
TEST(trees, have_their_densities_and_symmetries) {
  const auto trees = rooted_trees(4);
  std::map<std::string, std::pair<int, int>> found;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    found[tree_text(trees, static_cast<int>(i))] = {static_cast<int>(trees[i].gamma),
                                                    static_cast<int>(trees[i].sigma)};
  }
  const std::map<std::string, std::pair<int, int>> known = {
      {"t", {1, 1}},       {"[t]", {2, 1}},     {"[t,t]", {3, 2}},    {"[[t]]", {6, 1}},
      {"[t,t,t]", {4, 6}}, {"[[t],t]", {8, 1}}, {"[[t,t]]", {12, 2}}, {"[[[t]]]", {24, 1}}};
  EXPECT_EQ(found, known);
}

// Special Nyström trees: Hairer, Nørsett & Wanner I, table II.14.3 has 1, 1, 2, 3, 6, 10, 20, 36, 72 of them.
TEST(trees, of_nystrom_are_as_many_as_are_known) {
  const auto trees = nystrom_trees(8);
  std::map<int, int> count;
  for (const nystrom_tree& t : trees) {
    ++count[t.degree];
  }
  const std::vector<int> known = {1, 1, 2, 3, 6, 10, 20, 36, 72};
  for (std::size_t e = 0; e < known.size(); ++e) {
    EXPECT_EQ(count[static_cast<int>(e)], known[e]) << e;
  }
}

TEST(trees, refuse_orders_beyond_their_range) {
  EXPECT_THROW((void)rooted_trees(0), invalid_input);
  EXPECT_THROW((void)rooted_trees(17), invalid_input);
  EXPECT_THROW((void)rooted_trees(3, 3), invalid_input);
  EXPECT_THROW((void)nystrom_trees(-1), invalid_input);
}

scheme_coefficients<mp> table(const std::vector<std::vector<std::string>>& a,
                              const std::vector<std::string>& b) {
  scheme_coefficients<mp> x;
  const auto s = static_cast<Eigen::Index>(b.size());
  const auto value = [](const std::string& text) { return evaluate<mp>(expression(text)); };
  x.a = matrix<mp>::Constant(s, s, mp(0));
  x.b = vector<mp>(s);
  x.c = vector<mp>::Constant(s, mp(0));
  for (Eigen::Index i = 0; i < s; ++i) {
    x.b[i] = value(b[static_cast<std::size_t>(i)]);
    const auto& row = a[static_cast<std::size_t>(i)];
    for (std::size_t j = 0; j < row.size(); ++j) {
      x.a(i, static_cast<Eigen::Index>(j)) = value(row[j]);
      x.c[i] += x.a(i, static_cast<Eigen::Index>(j));
    }
  }
  x.abar = x.a;
  x.bbar = x.b;
  return x;
}

/// The largest residual of each order, and the 2-norm with 1/σ.
std::pair<std::vector<double>, std::vector<double>> sizes(const order_conditions& list,
                                                          const std::vector<mp>& r) {
  std::vector<double> largest(static_cast<std::size_t>(list.order()) + 1, 0);
  std::vector<double> norm = largest;
  for (std::size_t k = 0; k < r.size(); ++k) {
    const auto n = static_cast<std::size_t>(list.order_of(k));
    largest[n] = std::max(largest[n], std::abs(to_double(r[k])));
    norm[n] += std::pow(to_double(r[k]) / static_cast<double>(list.symmetry_of(k)), 2);
  }
  for (double& x : norm) {
    x = std::sqrt(x);
  }
  return {largest, norm};
}

TEST(order_conditions, give_the_published_error_constant_of_rk4) {
  const precision_scope scope(100);
  const auto x = table({{}, {"1/2"}, {"0", "1/2"}, {"0", "0", "1"}}, {"1/6", "1/3", "1/3", "1/6"});
  for (const bool partitioned : {false, true}) {
    const auto list =
        partitioned ? order_conditions::partitioned(5) : order_conditions::runge_kutta(5);
    const auto [largest, norm] = sizes(list, list.residuals(x));
    for (std::size_t n = 1; n <= 4; ++n) {
      EXPECT_LT(largest[n], 1e-95);
    }
    EXPECT_GT(largest[5], 1e-3);
    if (!partitioned) {
      EXPECT_NEAR(norm[5], 0.0145046, 5e-8);
    }
  }
}

TEST(order_conditions, give_the_published_error_constant_of_dormand_prince) {
  const precision_scope scope(100);
  const auto x = table({{},
                        {"1/5"},
                        {"3/40", "9/40"},
                        {"44/45", "-56/15", "32/9"},
                        {"19372/6561", "-25360/2187", "64448/6561", "-212/729"},
                        {"9017/3168", "-355/33", "46732/5247", "49/176", "-5103/18656"},
                        {"35/384", "0", "500/1113", "125/192", "-2187/6784", "11/84"}},
                       {"35/384", "0", "500/1113", "125/192", "-2187/6784", "11/84", "0"});
  const auto list = order_conditions::runge_kutta(6);
  const auto [largest, norm] = sizes(list, list.residuals(x));
  EXPECT_LT(largest[5], 1e-95);
  EXPECT_NEAR(norm[6], 3.9908e-4, 5e-9);
}

// Yoshida's triple jump has order 4 as a splitting, as a Nyström method and as a composition of leapfrog.
TEST(order_conditions, agree_on_the_triple_jump) {
  const precision_scope scope(100);
  const mp w = mp(1) / (2 - pow(mp(2), mp(1) / 3));
  scheme_coefficients<mp> x;
  x.drifts = vector<mp>(4);
  x.drifts << w / 2, (1 - w) / 2, (1 - w) / 2, w / 2;
  x.b = vector<mp>(3);
  x.b << w, 1 - 2 * w, w;
  x.gamma = x.b;
  const auto check = [](const order_conditions& list, const std::vector<mp>& r) {
    const auto largest = sizes(list, r).first;
    for (std::size_t n = 1; n <= 4; ++n) {
      EXPECT_LT(largest[n], 1e-95) << n;
    }
    EXPECT_GT(largest[5], 1e-2);
  };
  const auto splitting = order_conditions::splitting(5);
  check(splitting, splitting.residuals(x));
  const auto nystrom = order_conditions::nystrom(5);
  check(nystrom, nystrom.residuals(nystrom_of_splitting(x)));
  const auto composition = order_conditions::composition(5, 2, true);
  check(composition, composition.residuals(x));
}

// n equal steps of a base are the base with a smaller step: its order and not more. A base of order 1 in turn with its adjoint
// is symmetric, so of order 2.
TEST(order_conditions, of_equal_steps_give_the_order_of_the_base) {
  const precision_scope scope(60);
  struct known {
    int base_order;
    bool symmetric;
    int steps;
    std::size_t order;
  };
  for (const known& each :
       {known{2, true, 1, 2}, known{2, true, 3, 2}, known{4, true, 3, 4}, known{1, false, 1, 1},
        known{1, false, 2, 2}, known{1, false, 4, 2}, known{3, false, 2, 3}}) {
    SCOPED_TRACE(std::to_string(each.base_order) + ", " + std::to_string(each.steps) + " steps");
    scheme_coefficients<mp> x;
    x.gamma = vector<mp>::Constant(each.steps, mp(1) / each.steps);
    const auto list = order_conditions::composition(6, each.base_order, each.symmetric);
    const auto largest = sizes(list, list.residuals(x)).first;
    for (std::size_t n = 1; n <= each.order; ++n) {
      EXPECT_LT(largest[n], 1e-55) << n;
    }
    EXPECT_GT(largest[each.order + 1], 1e-3);
  }
}

// Coefficients of a product of exponentials: c(u) c(v) is the sum of c over the shuffles of u and v. With one letter each,
// c(A) c(B) = c(AB) + c(BA); here for random splittings, read off the residuals.
TEST(order_conditions, of_words_obey_the_shuffle_relation) {
  const precision_scope scope(60);
  std::mt19937 random(7);
  std::uniform_int_distribution<int> numerator(-99, 99);
  for (int trial = 0; trial < 20; ++trial) {
    scheme_coefficients<mp> x;
    x.drifts = vector<mp>(4);
    x.b = vector<mp>(4);
    for (int i = 0; i < 4; ++i) {
      x.drifts[i] = mp(numerator(random)) / 37;
      x.b[i] = mp(numerator(random)) / 41;
    }
    const auto list = order_conditions::splitting(2);
    const auto r = list.residuals(x);
    std::map<std::string, mp> coefficient;
    for (std::size_t k = 0; k < r.size(); ++k) {
      const std::string text = list.text(k);
      const std::string word = text.substr(9, text.find(':') - 9);
      coefficient[word] = r[k] + (word.size() == 1 ? mp(1) : mp(1) / 2);
    }
    EXPECT_LT(to_double(mp(abs(coefficient["A"] * coefficient["B"] - coefficient["AB"] -
                               coefficient["BA"]))),
              1e-55);
    EXPECT_LT(to_double(mp(abs(coefficient["A"] * coefficient["A"] - 2 * coefficient["AA"]))),
              1e-55);
  }
}

TEST(order_conditions, of_a_partitioned_table_with_equal_parts_are_those_of_one_table) {
  const precision_scope scope(60);
  std::mt19937 random(11);
  std::uniform_int_distribution<int> numerator(-9, 9);
  scheme_coefficients<mp> x;
  x.a = matrix<mp>(3, 3);
  x.b = vector<mp>(3);
  for (int i = 0; i < 3; ++i) {
    x.b[i] = mp(numerator(random)) / 7;
    for (int j = 0; j < 3; ++j) {
      x.a(i, j) = mp(numerator(random)) / 5;
    }
  }
  x.abar = x.a;
  x.bbar = x.b;
  const auto one = order_conditions::runge_kutta(5);
  const auto two = order_conditions::partitioned(5);
  const auto a = sizes(one, one.residuals(x)).first;
  const auto b = sizes(two, two.residuals(x)).first;
  for (std::size_t n = 1; n <= 5; ++n) {
    EXPECT_DOUBLE_EQ(a[n], b[n]);
  }
}

TEST(order_conditions, say_what_they_are) {
  const auto list = order_conditions::runge_kutta(4);
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < list.size(); ++k) {
    texts.push_back(list.text(k));
  }
  EXPECT_NE(std::find(texts.begin(), texts.end(), "[[t],t]: sum b c (A c) = 1/8"), texts.end());
  EXPECT_EQ(list.drawing(1), "o\n`-o\n");
}

}  // namespace
}  // namespace plumbline
