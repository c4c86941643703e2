// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// States between the steps of a table. Kind: truth from outside the table (Taylor series of the same motion; the orders are
// asserted from both sides), the ends of a step, and broken tables.
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/dense_output.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/schemes/galerkin.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

namespace plumbline {
namespace {

vector<mp64> stepped(const scheme_entry& scheme, const mp64& h) {
  const auto system = find_system("double-pendulum").make<mp64>();
  auto stepper = scheme.make<mp64>({}, system);
  phase_point<mp64> z{vector<mp64>(2), vector<mp64>(2)};
  z.q << rational<mp64>(1, 2), rational<mp64>(-2, 3);
  z.p << rational<mp64>(1, 30), rational<mp64>(1, 70);
  vector<mp64> y = stepper.start(z, mp64(0));
  EXPECT_TRUE(stepper.step(y, mp64(0), h).ok());
  return y;
}

/// The error of one step of length h at θh.
double error_inside(const scheme_table& table, const mp64& h, const mp64& theta,
                    const std::string& text) {
  const vector<mp64> truth = stepped(find_scheme("taylor"), mp64(h * theta));
  return to_double(
      max_magnitude(vector<mp64>(stepped(entry_of(inside_step(table, text), {}), h) - truth)));
}

TEST(dense_output, has_its_order_inside_a_step) {
  const struct {
    const char* name;
    settings chosen;
    int order;
  } cases[] = {{"heun", {}, 2},
               {"bogacki-shampine", {}, 3},
               {"rk4", {}, 3},
               {"dormand-prince", {}, 4},
               {"gauss-collocation", {{"stages", "2"}}, 2},
               {"gauss-collocation", {{"stages", "3"}}, 3},
               {"radau-iia", {{"stages", "2"}}, 2},
               {"lobatto-iiia", {{"degree", "2"}}, 3}};
  for (const auto& c : cases) {
    const scheme_table table = *known_scheme_table(c.name, c.chosen);
    ASSERT_TRUE(has_dense_output(table)) << c.name;
    EXPECT_EQ(table.claims.dense_order, c.order) << c.name;
    const mp64 h = rational<mp64>(1, 1000);
    const mp64 theta = rational<mp64>(3, 8);
    const double coarse = error_inside(table, h, theta, "0.375");
    const double fine = error_inside(table, mp64(h / 2), theta, "0.375");
    EXPECT_NEAR(std::log2(coarse / fine), c.order + 1, 0.1) << c.name;
  }
}

/// The orders that the conditions say, which the errors of has_its_order_inside_a_step show too.
TEST(dense_output, has_the_order_that_its_conditions_say) {
  const precision_scope scope(60);
  const mp tolerance = decimal<mp>("1e-50");
  for (const auto& [name, order] : std::map<std::string, int>{{"heun", 2},
                                                              {"bogacki-shampine", 3},
                                                              {"rk4", 3},
                                                              {"dormand-prince", 4},
                                                              {"radau-iia", 2},
                                                              {"lobatto-iiia", 3}}) {
    const settings chosen = name == "radau-iia"      ? settings{{"stages", "2"}}
                            : name == "lobatto-iiia" ? settings{{"degree", "2"}}
                                                     : settings{};
    const dense_facts facts =
        facts_of_dense_output(*known_scheme_table(name, chosen), tolerance, 6);
    EXPECT_EQ(facts.order, order) << name;
    EXPECT_TRUE(facts.ends_in_step) << name;
  }
  // b(1) = 1/2: no order, and not the end of the step
  const scheme_table broken = parse_scheme(
      "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"1\"]]\nb = [\"1/2\", \"1/2\"]\n"
      "dense = [[\"1/2\"], []]\n");
  const dense_facts facts = facts_of_dense_output(broken, tolerance, 6);
  EXPECT_EQ(facts.order, 0);
  EXPECT_FALSE(facts.ends_in_step);
}

TEST(dense_output, begins_and_ends_where_the_step_does) {
  for (const char* name : {"heun", "bogacki-shampine", "rk4", "dormand-prince", "gauss-collocation",
                           "radau-iia", "lobatto-iiia"}) {
    const scheme_table table = *known_scheme_table(name);
    const mp64 h = rational<mp64>(1, 20);
    const vector<mp64> end = stepped(entry_of(table, {}), h);
    const vector<mp64> filled = stepped(entry_of(inside_step(table, "1"), {}), h);
    EXPECT_LT(to_double(max_magnitude(vector<mp64>(end - filled))), 1e-61) << name;
    const vector<mp64> start = stepped(entry_of(inside_step(table, "0"), {}), h);
    EXPECT_LT(std::abs(to_double(start[0]) - 0.5), 1e-15) << name;
  }
}

TEST(dense_output, of_a_galerkin_scheme_is_its_polynomial_whose_order_the_audit_states) {
  const struct {
    const char* name;
    settings chosen;
    galerkin_tableau<mp64> tableau;
    int degree;
  } cases[] = {{"midpoint", {}, midpoint<mp64>(), 1},
               {"simpson", {}, simpson<mp64>(), 2},
               {"lobatto", {{"degree", "4"}}, lobatto<mp64>(4), 4},
               {"galerkin-gauss", {{"degree", "3"}}, galerkin_gauss<mp64>(3), 3}};
  for (const auto& c : cases) {
    // a polynomial of degree s is off by C h^(s+1) inside the step, though its ends are of order 2s
    galerkin_stepper<mp64> stepper(c.tableau, find_system("double-pendulum").make<mp64>());
    const auto error = [&](const mp64& h) {
      phase_point<mp64> z{vector<mp64>(2), vector<mp64>(2)};
      z.q << rational<mp64>(1, 2), rational<mp64>(-2, 3);
      z.p << rational<mp64>(1, 30), rational<mp64>(1, 70);
      EXPECT_TRUE(stepper.step(z, h).ok());
      const mp64 theta = rational<mp64>(3, 8);
      const vector<mp64> truth = stepped(find_scheme("taylor"), mp64(h * theta));
      const vector<mp64> gap = stepper.configuration_within(theta) - truth.head(2);
      return to_double(mp64(max_magnitude(gap)));
    };
    const mp64 h = rational<mp64>(1, 8000);
    EXPECT_NEAR(std::log2(error(h) / error(mp64(h / 2))), c.degree + 1, 0.05) << c.name;

    const audit_report report = audit(find_scheme(c.name), c.chosen);
    const audit_row* order = report.find("dense-order");
    const audit_row* measured = report.find("measured-dense-order");
    ASSERT_NE(order, nullptr) << c.name;
    ASSERT_NE(measured, nullptr) << c.name;
    EXPECT_EQ(order->value, std::to_string(c.degree)) << c.name;
    EXPECT_NEAR(std::stod(measured->value), c.degree, 0.02) << c.name;
  }
  EXPECT_EQ(audit(find_scheme("leapfrog")).find("dense-order"), nullptr);
}

TEST(dense_output, is_read_and_written) {
  const std::string text = R"toml(name = "line"
kind = "runge-kutta"
A = [[],
     ["1/2"]]
b = ["0", "1"]
dense = [[],
         ["w"]]
order = 2
dense-order = 1
[define]
w = "1"
)toml";
  const scheme_table table = parse_scheme(text);
  ASSERT_EQ(table.dense.size(), 1U);
  EXPECT_EQ(table.dense[0].place(), "dense[2][1]");
  const scheme_table again = parse_scheme(to_toml(table));
  EXPECT_EQ(to_toml(again), to_toml(table));
  EXPECT_EQ(again.claims.dense_order, 1);
}

TEST(dense_output, of_broken_tables_is_refused_with_the_key) {
  const std::string head =
      "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"1\"]]\nb = [\"1/2\", \"1/2\"]\n";
  const std::pair<const char*, const char*> cases[] = {
      {"dense = [[\"1\"]]\n", "dense has 1 rows, but b has 2 entries"},
      {"dense = \"1\"\n", "dense must be a list of rows"},
      {"dense = [[\"1\"], [\"1/0\"]]\n", "dense[2][1]"},
      {"dense = [[\"1\"], [\"w\"]]\n", "unknown name 'w'"},
      {"dense = [[\"1\"], [0.5]]\n", "a TOML float is a binary number"},
      {"dense-order = 2\n", "dense-order is claimed, but there is no dense"},
      {"dense = [[\"1\"], []]\ndense-order = \"2\"\n", "dense-order must be a whole number"}};
  for (const auto& [lines, message] : cases) {
    try {
      (void)parse_scheme(head + lines, "x.toml");
      ADD_FAILURE() << lines;
    } catch (const invalid_input& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW((void)parse_scheme("name = \"x\"\nkind = \"splitting\"\na = [\"1\"]\nb = [\"1\"]\n"
                                  "dense = [[\"1\"]]\n"),
               invalid_input);
  EXPECT_THROW((void)inside_step(*known_scheme_table("fehlberg"), "1/2"), invalid_input);
}

}  // namespace
}  // namespace plumbline
