// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The embedded error of implicit tables, on Hamilton's equations, on first-order ones and on M a + F = P(t).
//
// Kind: truth from outside (one step of published pairs by mpmath, reference/oracles/schemes/make_embedded.py), property (the
// error is the difference of two steps; it shrinks with the order of the embedded weights).
#include "support/oracle_csv.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/catalogue/system_file.hpp>

#include <cmath>

namespace plumbline {
namespace {

const std::map<std::string, std::string>& pairs() {
  static const std::map<std::string, std::string> list = {{"sdirk-4-3", R"toml(
A = [["1/4"], ["1/2", "1/4"], ["17/50", "-1/25", "1/4"], ["371/1360", "-137/2720", "15/544", "1/4"],
     ["25/24", "-49/48", "125/16", "-85/12", "1/4"]]
b = ["25/24", "-49/48", "125/16", "-85/12", "1/4"]
bhat = ["59/48", "-17/96", "225/32", "-85/12", 0]
order = 4
embedded-order = 3
)toml"},
                                                          {"radau-5-3", R"toml(
A = [[], [0, "(88 - 7*r)/360", "(296 - 169*r)/1800", "(-2 + 3*r)/225"],
     [0, "(296 + 169*r)/1800", "(88 + 7*r)/360", "(-2 - 3*r)/225"], [0, "(16 - r)/36", "(16 + r)/36", "1/9"]]
b = [0, "(16 - r)/36", "(16 + r)/36", "1/9"]
bhat = ["g", "(16 - r)/36 - g*c2/((c1 - c2)*(c1 - 1))", "(16 + r)/36 - g*c1/((c2 - c1)*(c2 - 1))",
        "1/9 - g*c1*c2/((1 - c1)*(1 - c2))"]
order = 5
embedded-order = 3
[define]
r = "sqrt(6)"
g = "(6 + 81^(1/3) - 9^(1/3))/30"
c1 = "(4 - r)/10"
c2 = "(4 + r)/10"
)toml"},
                                                          {"midpoint-trapezium", R"toml(
A = [[], [0, "1/2"], ["1/2", 0, "1/2"]]
b = [0, 1, 0]
bhat = ["1/2", 0, "1/2"]
order = 2
embedded-order = 2
)toml"}};
  return list;
}

scheme_table pair_named(const std::string& name) {
  return parse_scheme("name = \"" + name + "\"\nkind = \"runge-kutta\"\n" + pairs().at(name));
}

std::shared_ptr<const system_entry> system_named(const std::string& name) {
  if (name == "lorenz") {
    return parse_system(
        "name = \"lorenz\"\ncoordinates = [\"x\", \"y\", \"z\"]\n[equations]\nx = \"10*(y - x)\"\n"
        "y = \"x*(28 - z) - y\"\nz = \"x*y - 8/3*z\"\n",
        "lorenz");
  }
  if (name == "kepler-with-drag") {
    return parse_system(
        "name = \"k\"\ncoordinates = [\"x\", \"y\"]\ndissipation = \"(dot(x)^2 + dot(y)^2)/20\"\n"
        "lagrangian = \"(dot(x)^2 + dot(y)^2)/2 + 1/sqrt(x^2 + y^2)\"\n",
        "kepler");
  }
  return {std::shared_ptr<const system_entry>(), &find_system(name)};
}

vector<mp64> start_of(const std::string& name) {
  if (name == "pendulum") {
    return (vector<mp64>(2) << pi<mp64>() / 2, mp64(0)).finished();
  }
  if (name == "lorenz") {
    return (vector<mp64>(3) << mp64(1), mp64(2), mp64(20)).finished();
  }
  if (name == "damped-forced-oscillator") {
    return (vector<mp64>(2) << mp64(1), mp64(-2)).finished();
  }
  return (vector<mp64>(4) << rational<mp64>(2, 5), mp64(0), mp64(0), mp64(2)).finished();
}

TEST(embedded, errors_of_implicit_pairs_are_those_of_mpmath) {
  for (const auto& row : testing::read_oracle("schemes/embedded.csv", 33)) {
    const std::string& system_name = row.at("system");
    const auto system = system_named(system_name);
    const model<mp64> system_in = system->make<mp64>({});
    auto stepper = entry_of(pair_named(row.at("pair"))).make<mp64>({}, system_in);
    vector<mp64> y = start_of(system_name);
    ASSERT_TRUE(stepper.step(y, mp64(0), rational<mp64>(1, 20)).ok());
    const auto k = static_cast<Eigen::Index>(std::stol(row.at("component"))) - 1;
    const auto names = stepper.extra_columns();
    ASSERT_EQ(names.size(), static_cast<std::size_t>(y.size())) << row.at("pair");
    EXPECT_EQ(names[static_cast<std::size_t>(k)],
              "error_" + stepper.columns()[static_cast<std::size_t>(k)]);
    const mp64 end = decimal<mp64>(row.at("end"));
    const mp64 error = decimal<mp64>(row.at("error"));
    EXPECT_LT(abs(mp64(y[k] - end)), decimal<mp64>("1e-61")) << row.at("pair") << system_name;
    EXPECT_LT(abs(mp64(stepper.extra()[k] - error)), decimal<mp64>("1e-61"))
        << row.at("pair") << " " << system_name << " " << k + 1;
  }
}

TEST(embedded, orders_of_implicit_pairs_are_the_published_ones) {
  for (const auto& [name, text] : pairs()) {
    const scheme_table table = pair_named(name);
    for (const audit_row& row : audit(table).rows) {
      if (row.name == "embedded-order") {
        EXPECT_EQ(row.value, std::to_string(*table.claims.embedded_order)) << name;
        EXPECT_EQ(row.verdict, "confirmed") << name;
      }
    }
  }
}

#if PLUMBLINE_HAS_QUAD
// The weights of a pair exchanged: the step ends in the embedded solution, and the error changes its sign.
TEST(embedded, error_is_the_difference_of_two_steps) {
  for (const auto& [name, text] : pairs()) {
    const scheme_table table = pair_named(name);
    scheme_table exchanged = table;
    exchanged.claims = {};
    for (table_coefficient& c : exchanged.coefficients) {
      c.key = c.key == "b" ? "bhat" : c.key == "bhat" ? "b" : c.key;
    }
    for (const char* const system_name : {"double-pendulum", "lorenz"}) {
      const auto system = system_named(system_name);
      const auto model_in = system->make<quad>({});
      auto one = entry_of(table).make<quad>({}, model_in);
      auto other = entry_of(exchanged).make<quad>({}, model_in);
      vector<quad> y(system_name == std::string("lorenz") ? 3 : 4);
      for (Eigen::Index k = 0; k < y.size(); ++k) {
        y[k] = rational<quad>(static_cast<int>(k) + 1, 5);
      }
      vector<quad> z = y;
      const quad h = rational<quad>(-1, 100);  // backwards, too
      ASSERT_TRUE(one.step(y, quad(0), h).ok());
      ASSERT_TRUE(other.step(z, quad(0), h).ok());
      const vector<quad> difference = y - z;
      EXPECT_GT(to_double(quad(max_magnitude(difference))), 1e-14) << name;
      EXPECT_LT(to_double(quad(max_magnitude(vector<quad>(one.extra() - difference)))), 1e-31);
      EXPECT_LT(to_double(quad(max_magnitude(vector<quad>(other.extra() + difference)))), 1e-31);
    }
  }
}
#endif

TEST(embedded, tables_without_second_weights_have_no_error_columns) {
  const auto stepper = entry_of(*known_scheme_table("radau-iia"))
                           .make<double>({}, find_system("pendulum").make<double>());
  EXPECT_TRUE(stepper.extra_columns().empty());
}

}  // namespace
}  // namespace plumbline
