// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Tables whose nodes c are not the row sums of A. Kind: a published table (Oliver, Math. Comp. 29 (1975) 1032), closed
// form: the orders at steps of y′ = y + t, whose solution from 0 is e^t − 1 − t. And tables with wrong digits: which number is named, and
// with which digits. Kind: published numbers (Yoshida, Phys. Lett. A 150 (1990) 262) with digits changed on purpose.
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

std::string suspect_of(const std::vector<std::string>& gamma, const std::string& order) {
  std::string list;
  for (const std::string& number : gamma) {
    list += (list.empty() ? "\"" : ", \"") + number + "\"";
  }
  return value_of(
      audit(parse_scheme("name = \"table\"\nkind = \"composition\"\nbase = \"leapfrog\"\n"
                         "order = " +
                         order + "\ngamma = [" + list + "]\n")),
      "suspect-digits");
}

const std::vector<std::string> of_order_6 = {
    "0.784513610477557",  "0.235573213359358", "-1.177679984178871", "1.315186320683911",
    "-1.177679984178871", "0.235573213359358", "0.784513610477557"};

TEST(audit_mend, names_the_number_that_is_wrong_by_a_few_units) {
  for (const auto& [place, wrong] : {std::pair{0U, "0.784513610477620"},
                                     {0U, "0.784513610477650"},
                                     {6U, "0.784513610477600"},
                                     {1U, "0.235573213359490"},
                                     {4U, "-1.177679984178790"},
                                     {3U, "1.315186320683990"}}) {
    std::vector<std::string> gamma = of_order_6;
    gamma[place] = wrong;
    const std::string text = suspect_of(gamma, "6");
    const std::string right = of_order_6[place];
    EXPECT_EQ(text.find("gamma[" + std::to_string(place + 1) + "] is "), 0U)
        << wrong << ": " << text;
    EXPECT_NE(text.find("with the value " + right + " it has order 6"), std::string::npos)
        << wrong << ": " << text;
  }
}

TEST(audit_mend, names_a_number_that_stands_twice_at_one_place_alone) {
  const std::string outer = "1.351207191959658";
  for (const auto& [gamma, named] :
       {std::pair{std::vector<std::string>{"1.351207191959698", "-1.702414383919315", outer},
                  "gamma[1] is 1.351207191959698; with the value 1.351207191959658"},
        {std::vector<std::string>{outer, "-1.702414383919355", outer},
         "gamma[2] is -1.702414383919355; with the value -1.70241438391931"}}) {
    const std::string text = suspect_of(gamma, "4");
    EXPECT_EQ(text.find(named), 0U) << text;
  }
}

TEST(audit_mend, says_where_nodes_have_fewer_digits_than_the_table) {
  const audit_report report = audit(
      parse_scheme("name = \"table\"\nkind = \"runge-kutta\"\nA = [[], [\"1/3\"], [0, \"2/3\"]]\n"
                   "b = [\"1/4\", 0, \"3/4\"]\nc = [0, \"0.3333\", \"0.6667\"]\norder = 3\n"));
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes.front().find("c is the row sums of A to its own digits alone: c["), 0U)
      << report.notes.front();
}

std::string suspect_in(const std::string& table) {
  return value_of(audit(parse_scheme("name = \"table\"\n" + table)), "suspect-digits");
}

// The last stage of Bogacki and Shampine's pair is the first one of the next step: its row is b. Nothing is claimed.
TEST(audit_mend, names_the_number_by_which_the_last_row_is_not_the_weights) {
  const auto suspect_with = [](const std::string& last) {
    return suspect_in(
        "kind = \"runge-kutta\"\nc = [0, \"1/2\", \"3/4\", 1]\nA = [[], [\"1/2\"], [0, "
        "\"3/4\"], [" +
        last +
        "]]\nb = [\"2/9\", \"1/3\", \"4/9\", 0]\n"
        "bhat = [\"7/24\", \"1/4\", \"1/3\", \"1/8\"]\n");
  };
  EXPECT_EQ(suspect_with(R"("2/9", "1/3", "4/9")"), "none");
  EXPECT_EQ(suspect_with(R"("1/9", "1/3", "4/9")"),
            "A[4][1] is 1/9; with the value 2/9 it has order 3");
  EXPECT_EQ(suspect_with(R"("2/9", "1/3", "5/9")"),
            "A[4][3] is 5/9; with the value 4/9 it has order 3");
  EXPECT_EQ(suspect_with(R"("2/9", "-1/3", "4/9")"),
            "A[4][2] is -1/3; with the other sign, 1/3 it has order 3");
}

TEST(audit_mend, names_two_numbers_that_stand_for_one_another_where_nothing_is_claimed) {
  EXPECT_EQ(
      suspect_in("kind = \"composition\"\nbase = \"leapfrog\"\ngamma = [\"-1.702414383919315\", "
                 "\"1.351207191959658\", \"1.351207191959658\"]\n"),
      "gamma[1] is -1.702414383919315 and gamma[2] is 1.351207191959658; exchanged, they give "
      "order 4");
  EXPECT_EQ(suspect_in("kind = \"runge-kutta\"\nA = [[], [\"1/2\"], [0, \"1/2\"], [0, 0, 1]]\n"
                       "b = [\"1/3\", \"1/6\", \"1/3\", \"1/6\"]\nc = [0, \"1/2\", \"1/2\", 1]\n"),
            "b[1] is 1/3 and b[2] is 1/6; exchanged, they give order 4");
}

// The conditions of a table with a wrong number leave other errors of rounding than those of the right one.
TEST(audit_mend, names_a_wrong_sign_in_few_decimals) {
  EXPECT_EQ(suspect_in("kind = \"runge-kutta\"\norder = 4\nc = [\"0.21132487\", \"0.78867513\"]\n"
                       "A = [[\"0.25\", \"-0.03867513\"], [\"-0.53867513\", \"0.25\"]]\n"
                       "b = [\"0.5\", \"0.5\"]\n"),
            "A[2][1] is -0.53867513; with the other sign, 0.53867513 it has order 4");
}

// An exact row beside rounded weights: A[4][3] is 1.
TEST(audit_mend, names_a_number_of_an_exact_row_beside_rounded_weights) {
  EXPECT_EQ(
      suspect_in("kind = \"runge-kutta\"\nc = [0, \"0.5\", \"0.5\", 1]\nA = [[], [\"0.5\"], [0, "
                 "\"0.5\"], [0, 0, 6]]\nb = [\"0.1666666666666667\", \"0.3333333333333333\", "
                 "\"0.3333333333333333\", \"0.1666666666666667\"]\n"),
      "A[4][3] is 6; with the value 1 it has order 4");
}

// Gauss's nodes of order 6: three stages have no higher order, though its conditions hold to 10^(-0.6 decimals).
TEST(audit, tells_the_order_of_few_decimals) {
  const std::string gauss =
      "name = \"table\"\nkind = \"runge-kutta\"\n"
      "A = [[\"0.13889\", \"-0.03598\", \"0.00979\"], [\"0.30026\", \"0.22222\", \"-0.02249\"], "
      "[\"0.26799\", \"0.48042\", \"0.13889\"]]\nb = [\"0.27778\", \"0.44444\", \"0.27778\"]\n";
  for (const char* const claim : {"", "order = 6\n"}) {
    const audit_report report = audit(parse_scheme(gauss + claim));
    EXPECT_EQ(value_of(report, "order"), "6") << claim;
    EXPECT_EQ(value_of(report, "suspect-digits"), "none") << claim;
    EXPECT_FALSE(report.is_wrong) << claim;
  }
  EXPECT_TRUE(audit(parse_scheme(gauss + "order = 5\n")).is_wrong);
}

// Radau IIA with five stages (by mpmath), and the splitting SRKN14 of Blanes and Moan: the errors of the order after theirs are less
// than 10^(-0.6 decimals), and far more than rounding.
TEST(audit, takes_no_errors_of_the_method_for_rounding) {
  const std::string radau =
      "name = \"table\"\nkind = \"runge-kutta\"\norder = 9\n"
      "c = [\"0.05710420\", \"0.27684301\", \"0.58359043\", \"0.86024014\", \"1.00000000\"]\n"
      "A = ["
      "[\"0.07299886\", \"-0.02673533\", \"0.01867693\", \"-0.01287911\", \"0.00504284\"], "
      "[\"0.15377523\", \"0.14621487\", \"-0.03644457\", \"0.02123306\", \"-0.00793558\"], "
      "[\"0.14006305\", \"0.29896713\", \"0.16758507\", \"-0.03396910\", \"0.01094429\"], "
      "[\"0.14489431\", \"0.27650007\", \"0.32579792\", \"0.12875675\", \"-0.01570892\"], "
      "[\"0.14371356\", \"0.28135602\", \"0.31182652\", \"0.22310390\", \"0.04000000\"]"
      "]\n"
      "b = [\"0.14371356\", \"0.28135602\", \"0.31182652\", \"0.22310390\", \"0.04000000\"]\n";
  const std::string a =
      "[\"0.037859320\", \"0.102635633\", \"-0.025867888\", \"0.314241403\", \"-0.130144460\", "
      "\"0.106417700\", \"-0.008794243\", \"0.207305069\", \"-0.008794243\", \"0.106417700\", "
      "\"-0.130144460\", \"0.314241403\", \"-0.025867888\", \"0.102635633\", \"0.037859320\"]";
  const std::string b =
      "[\"0.091719153\", \"0.183983170\", \"-0.056534366\", \"0.004914689\", \"0.143761127\", "
      "\"0.328567694\", \"-0.196411466\", \"-0.196411466\", \"0.328567694\", \"0.143761127\", "
      "\"0.004914689\", \"-0.056534366\", \"0.183983170\", \"0.091719153\"]";
  const std::string srkn =
      "name = \"table\"\nkind = \"splitting\"\nforce = \"nystrom\"\na = " + a + "\nb = " + b + "\n";
  for (const auto& [text, order] :
       {std::pair{radau, "9"}, {srkn + "order = 6\n", "6"}, {srkn, "6"}}) {
    const audit_report report = audit(parse_scheme(text));
    EXPECT_EQ(value_of(report, "order"), order);
    EXPECT_EQ(value_of(report, "suspect-digits"), "none");
    EXPECT_FALSE(report.is_wrong) << order;
  }
}

// q'' = 0 moves by 3/4 of h v.
TEST(audit, of_a_splitting_asks_for_the_sum_of_the_drifts) {
  const audit_report report =
      audit(parse_scheme("name = \"table\"\nkind = \"splitting\"\nforce = \"nystrom\"\n"
                         "a = [\"1/2\", \"1/4\"]\nb = [\"1\", \"0\"]\norder = 1\n"));
  EXPECT_EQ(value_of(report, "order"), "0");
  EXPECT_EQ(value_of(report, "first-failing-condition"), "sum a = 1, off by -0.25");
  EXPECT_TRUE(report.is_wrong);
}

// Cash and Karp's pair 5(4): bhat has conditions of order 5 that are off by less than 10^(-0.6 * 5).
TEST(audit, tells_the_embedded_order_of_few_decimals) {
  const std::string pair =
      "name = \"table\"\nkind = \"runge-kutta\"\n"
      "A = [[], [\"0.20000\"], [\"0.07500\", \"0.22500\"], [\"0.30000\", \"-0.90000\", "
      "\"1.20000\"], "
      "[\"-0.20370\", \"2.50000\", \"-2.59259\", \"1.29630\"], [\"0.02950\", \"0.34180\", "
      "\"0.04159\", "
      "\"0.40035\", \"0.06177\"]]\nb = [\"0.09788\", 0, \"0.40258\", \"0.21044\", 0, \"0.28910\"]\n"
      "bhat = [\"0.10218\", 0, \"0.38391\", \"0.24459\", \"0.01932\", \"0.25000\"]\n";
  for (const char* const claims : {"", "order = 5\nembedded-order = 4\n"}) {
    const audit_report report = audit(parse_scheme(pair + claims));
    EXPECT_EQ(value_of(report, "embedded-order"), "4") << claims;
    EXPECT_FALSE(report.is_wrong) << claims;
  }
}

// Hairer and Wanner's SDIRK method of order 4: exact, but for the embedded weights.
TEST(audit, judges_exact_weights_exactly_beside_rounded_embedded_ones) {
  const auto audit_of = [](const std::string& first, const std::string& embedded) {
    return audit(parse_scheme(
        "name = \"table\"\nkind = \"runge-kutta\"\norder = 4\nembedded-order = 3\n"
        "A = [[\"1/4\"], [\"1/2\", \"1/4\"], [\"17/50\", \"-1/25\", \"1/4\"], [\"371/1360\", "
        "\"-137/2720\", "
        "\"15/544\", \"1/4\"], [\"25/24\", \"-49/48\", \"125/16\", \"-85/12\", \"1/4\"]]\nb = [\"" +
        first + "\", \"-49/48\", \"125/16\", \"-85/12\", \"1/4\"]\nbhat = [" + embedded +
        ", 0]\n"));
  };
  const audit_report report = audit_of("25/24", R"("1.229", "-0.1771", "7.031", "-7.083")");
  EXPECT_FALSE(report.is_wrong);
  EXPECT_EQ(value_of(report, "order"), "4");
  EXPECT_EQ(value_of(report, "embedded-order"), "3");
  // 4e-7 more than 25/24 is no error of rounding
  EXPECT_EQ(value_of(audit_of("2500001/2400000",
                              R"("1.22916667", "-0.17708333", "7.03125000", "-7.08333333")"),
                     "order"),
            "0");
}

// c[2] of Crouzeix's method differs from its row sum by 4e-10, less than an order shows.
TEST(audit_nodes, that_are_nearly_the_row_sums_have_a_wrong_digit) {
  const std::string text = suspect_in(
      "kind = \"runge-kutta\"\nc = [\"0.7886751345948129\", \"0.2113248650051871\"]\n"
      "A = [[\"0.7886751345948129\"], [\"-0.5773502691896258\", \"0.7886751345948129\"]]\n"
      "b = [\"0.5\", \"0.5\"]\n");
  EXPECT_EQ(text.find("c[2] is 0.2113248650051871; with the value 0.211324865405187"), 0U) << text;
}

}  // namespace
}  // namespace plumbline
