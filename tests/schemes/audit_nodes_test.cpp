// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Tables whose nodes c are not the row sums of A. Kind: a published table (Oliver, Math. Comp. 29 (1975) 1032), closed
// form: the orders at steps of y′ = y + t, whose solution from 0 is e^t − 1 − t.
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/math/order_conditions.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace plumbline {
namespace {

std::string value_of(const audit_report& report, const std::string& name) {
  const audit_row* row = report.find(name);
  return row == nullptr ? "(no row)" : row->value;
}

scheme_table nodes_table(const std::string& coefficients) {
  return parse_scheme("name = \"table\"\nkind = \"runge-kutta\"\n" + coefficients);
}

/// log2 of the ratio of the errors of y′ = y + t at 1 by 512 and by 1024 steps of an explicit table of doubles.
double order_of_steps(const std::vector<std::vector<double>>& a, const std::vector<double>& b,
                      const std::vector<double>& c) {
  const auto error = [&](int steps) {
    const double h = 1. / steps;
    double y = 0;
    for (int n = 0; n < steps; ++n) {
      std::vector<double> k(b.size());
      double sum = 0;
      for (std::size_t i = 0; i < b.size(); ++i) {
        double stage = y;
        for (std::size_t j = 0; j < a[i].size(); ++j) {
          stage += h * a[i][j] * k[j];
        }
        k[i] = stage + (n + c[i]) * h;
        sum += b[i] * k[i];
      }
      y += h * sum;
    }
    return std::abs(y - (std::exp(1.) - 2));
  };
  return std::log2(error(512) / error(1024));
}

TEST(audit_nodes, that_serve_equations_with_time_are_not_suspect) {
  const audit_report report =
      audit(nodes_table("A = [[], [\"1/2\"]]\nb = [0, 1]\nc = [\"1/3\", \"1/2\"]\norder = 2\n"));
  EXPECT_FALSE(report.is_wrong);
  EXPECT_EQ(value_of(report, "order"), "2");
  EXPECT_EQ(value_of(report, "suspect-digits"), "none");
  EXPECT_EQ(report.notes.back(),
            "c is not the row sums of A: where the equations depend on t, the order is 2");
  EXPECT_NEAR(order_of_steps({{}, {.5}}, {0, 1}, {1. / 3, .5}), 2, 0.01);
}

TEST(audit_nodes, that_lower_the_order_with_time_are_named) {
  const scheme_table table = nodes_table(
      "A = [[], [\"1/2\"], [0, \"1/2\"], [0, 0, 1]]\nb = [\"1/6\", \"1/3\", \"1/3\", \"1/6\"]\n"
      "c = [0, \"1/2\", \"1/3\", 1]\norder = 4\n");
  const audit_report report = audit(table);
  EXPECT_TRUE(report.is_wrong);
  EXPECT_EQ(value_of(report, "order"), "4");
  EXPECT_EQ(value_of(report, "suspect-digits"), "c[3] is 1/3; with the value 1/2 it has order 4");
  EXPECT_EQ(report.notes.back(),
            "c is not the row sums of A: where the equations depend on t, the order is 1");
  EXPECT_NEAR(order_of_steps({{}, {.5}, {0, .5}, {0, 0, 1}}, {1. / 6, 1. / 3, 1. / 3, 1. / 6},
                             {0, .5, 1. / 3, 1}),
              1, 0.01);
  const std::vector<std::string> wrong = wrong_claims(table, facts_of(table));
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(
      wrong.front(),
      "the order is 4; c is not the row sums of A: where the equations depend on t, the order "
      "is 1");
}

// Rooted trees whose leaves are of two kinds: 2, 2, 5, 13 … counted by hand as lists of their branches.
TEST(audit_nodes, have_a_condition_for_each_tree_with_leaves_of_time) {
  const order_conditions list = order_conditions::with_time(4);
  std::vector<int> count(5, 0);
  for (std::size_t k = 0; k < list.size(); ++k) {
    ++count[static_cast<std::size_t>(list.order_of(k))];
  }
  EXPECT_EQ(count, (std::vector<int>{0, 2, 2, 5, 13}));
}

}  // namespace
}  // namespace plumbline
