// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `evaluate`. Kind: black box; known values, arguments that rounding would spoil, identities between commands.
#include "validation/program.hpp"
#include <plumbline/scalar/text.hpp>

namespace {

using plumbline::mp64;
using program::run_well;

std::string value_of(const std::string& command) {
  const auto text = run_well(command).out;
  const auto equals = text.find(" = ");
  EXPECT_NE(equals, std::string::npos) << text;
  return text.substr(equals + 3, text.size() - equals - 4);
}

/// Within 4 units of the last place of 64 digits.
void expect_64_digits(const std::string& command, const char* known) {
  const auto x = plumbline::from_text<mp64>(value_of(command));
  const auto y = plumbline::from_text<mp64>(known);
  EXPECT_LE(abs(mp64(x - y)), abs(y) * plumbline::epsilon<mp64>() * 4)
      << command << " gave " << plumbline::to_text(x);
}

TEST(evaluate, prints_name_and_value) {
  EXPECT_EQ(run_well("evaluate jacobi-sn u=0 m=1/2").out, "jacobi-sn = 0\n");
  EXPECT_EQ(run_well("evaluate jacobi-cn u=0 m=1/2 --digits 16").out, "jacobi-cn = 1\n");
  EXPECT_EQ(run_well("evaluate ellint-k m=0 --digits 16").out, "ellint-k = 1.5707963267948966\n");
}

// K(1/2) = Gamma(1/4)^2/(4 sqrt(pi)), E(1/2) = (2 K + pi/K)/4 (DLMF 19.6)
TEST(evaluate, knows_gauss_constant) {
  expect_64_digits("evaluate ellint-k m=1/2",
                   "1.854074677301371918433850347195260046217598823521766905585928045056");
  expect_64_digits("evaluate ellint-k m1=1/2",
                   "1.854074677301371918433850347195260046217598823521766905585928045056");
  expect_64_digits("evaluate ellint-e m=1/2",
                   "1.350643881047675502520174735338725841349522366924354545323253708886");
}

TEST(evaluate, the_argument_is_the_number_that_was_written) {
  // trigonometric case: rounding u to any precision first would lose its size in digits
  expect_64_digits("evaluate jacobi-sn u=1e30*pi+pi/6 m=0", "0.5");
  expect_64_digits("evaluate jacobi-am u=1e30*pi+pi/6-1e30*pi m=0",
                   "0.5235987755982988730771072305465838140328615665625176368291574320513");
  EXPECT_EQ(value_of("evaluate jacobi-sn u=pi m=0"), "0");
  // K(1 - d) = log(4/sqrt(d)) + O(d log d)
  const auto a = value_of("evaluate ellint-k m=1-1e-500");
  EXPECT_EQ(a, value_of("evaluate ellint-k m1=1e-500"));
}

TEST(evaluate, decides_the_discriminant_on_the_exact_input) {
  // g2 = 4/3, g3 = 8/27 is the trigonometric case: P(z) = 1/sin(z)^2 - 1/3
  expect_64_digits("evaluate weierstrass-p z=pi/6 g2=4/3 g3=8/27",
                   "3.6666666666666666666666666666666666666666666666666666666666666666667");
  run_well("evaluate weierstrass-half-periods g2=4/3 g3=8/27+1e-300");
}

TEST(evaluate, prints_complex_values_as_they_may_be_given) {
  const auto j =
      program::run({"evaluate", "weierstrass-p", "z=1/2 - i/3", "g2=4", "g3=1", "--format", "json"})
          .json();
  EXPECT_EQ(j.at("columns"), (nlohmann::json{"name", "re", "im"}));
  const auto& row = j.at("rows")[0];
  EXPECT_EQ(row[0], "weierstrass-p");
  const auto text = program::run({"evaluate", "weierstrass-p", "z=1/2-1/3*i", "g2=4", "g3=1"}).out;
  EXPECT_EQ(text, "weierstrass-p = " + row[1].get<std::string>() + " + " +
                      row[2].get<std::string>() + "*i\n");
  const auto imaginary = run_well("evaluate weierstrass-zeta z=i g2=4 g3=0").out;
  EXPECT_EQ(imaginary.substr(imaginary.size() - 3), "*i\n");
}

TEST(evaluate, half_periods_lead_back_to_the_invariants) {
  const auto j = run_well("evaluate weierstrass-half-periods g2=4 g3=-1 --format json").json();
  std::vector<std::string> names;
  std::map<std::string, std::string> values;
  for (const auto& row : j.at("rows")) {
    names.push_back(row[0]);
    values[row[0]] = row[1].get<std::string>() + "+" + row[2].get<std::string>() + "*i";
  }
  EXPECT_EQ(names, (std::vector<std::string>{"omega1", "omega2", "omega3", "e1", "e2", "e3", "eta1",
                                             "eta2", "eta3"}));
  const auto back =
      program::run({"evaluate", "weierstrass-invariants", "omega1=" + values["omega1"],
                    "omega3=" + values["omega3"], "--format", "json"});
  ASSERT_EQ(back.code, 0) << back.err;
  const auto g2 = plumbline::from_text<mp64>(back.json().at("rows")[0][1].get<std::string>());
  EXPECT_LE(abs(mp64(g2 - 4)), plumbline::epsilon<mp64>() * 64);
}

TEST(evaluate, names_the_argument_that_is_not_real) {
  for (const auto& [command, what] :
       {std::pair{"ellint-k m=i", "m = i"}, {"jacobi-sn u=1+2*i m1=1/2", "u = 1+2*i"}}) {
    const auto r = program::run(program::words(std::string("evaluate ") + command));
    program::expect_refused(r, 2, command);
    EXPECT_NE(r.err.find(std::string(what) + " is not real"), std::string::npos) << r.err;
  }
  // real as a whole
  expect_64_digits("evaluate ellint-k m=i*(-i)/2",
                   "1.854074677301371918433850347195260046217598823521766905585928045056");
}

TEST(evaluate, writes_tables) {
  const auto csv =
      program::parse_csv(run_well("evaluate ellint-k m=1/2 --format csv --digits 16").out);
  EXPECT_EQ(csv.header, (std::vector<std::string>{"name", "value"}));
  EXPECT_EQ(csv.rows.at(0), (std::vector<std::string>{"ellint-k", "1.8540746773013719"}));
}

TEST(evaluate, goes_to_a_thousand_digits) {
  const auto x = value_of("evaluate ellint-k m=1/2 --digits 1000");
  EXPECT_GT(x.size(), 1000U);
  EXPECT_EQ(x.substr(0, 60), "1.8540746773013719184338503471952600462175988235217669055859");
  // as many digits as there are: agreement of two precisions must still be possible at the upper end
  EXPECT_EQ(value_of("evaluate ellint-k m=1/2 --digits 100000").substr(0, 1000), x.substr(0, 1000));
}

}  // namespace
