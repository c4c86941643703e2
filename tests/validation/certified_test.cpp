// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline integrate --certified` on systems with closed solutions, one for each kind of recurrence.
//
// Kind: truth from outside (closed solutions), property (each number has the digits that were asked for).
#include "validation/program.hpp"
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/study/certified.hpp>

#include <functional>

namespace {

using plumbline::mp;

struct closed {
  const char* equation;  ///< x' = …
  const char* start;
  const char* step;
  int steps;
  std::function<mp(const mp&)> solution;
};

int significant_digits(const std::string& text) {
  int count = 0;
  for (const char c : text.substr(0, text.find('e'))) {
    count += c >= '1' && c <= '9' ? 1 : c == '0' && count > 0 ? 1 : 0;
  }
  return count;
}

/// One unit of the last printed place.
mp unit_of(const std::string& text) {
  const auto exponent = text.find('e');
  const std::string mantissa = text.substr(0, exponent);
  const auto point = mantissa.find('.');
  const auto decimals =
      point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  const int power = exponent == std::string::npos ? 0 : std::stoi(text.substr(exponent + 1));
  return plumbline::from_text<mp>("1e" + std::to_string(power - decimals));
}

program::result certify(const std::filesystem::path& file, const closed& c, int digits) {
  std::ofstream(file) << "name = \"c\"\ncoordinates = [\"x\"]\n[equations]\nx = \"" << c.equation
                      << "\"\n[start]\nx = \"" << c.start << "\"\n";
  return program::run({"integrate", file.native(), "--certified", "--step", c.step, "--steps",
                       std::to_string(c.steps), "--digits", std::to_string(digits), "--format",
                       "json"});
}

void expect_true(const closed& c, int digits) {
  const program::folder place;
  const auto r = certify(place / "c.toml", c, digits);
  ASSERT_EQ(r.code, 0) << c.equation << r.err;
  const auto table = r.json();
  const plumbline::precision_scope scope(digits + 40);
  ASSERT_EQ(table["rows"].size(), static_cast<std::size_t>(c.steps + 1));
  for (const auto& row : table["rows"]) {
    const auto text = row[1].get<std::string>();
    const mp t = plumbline::from_text<mp>(row[0].get<std::string>());
    const mp away = abs(mp(plumbline::from_text<mp>(text) - c.solution(t)));
    EXPECT_LE(away, unit_of(text)) << c.equation << " " << row.dump();
    EXPECT_LE(away, plumbline::from_text<mp>(row[2].get<std::string>()))
        << c.equation << " " << row.dump();
    if (plumbline::from_text<mp>(text) != 0) {
      EXPECT_EQ(significant_digits(text), digits) << c.equation << " " << text;
    }
  }
}

TEST(certified_program, every_digit_of_closed_solutions_is_true) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const std::vector<closed> all = {
      {"x^2", "1", "1/8", 7, [](const mp& t) { return mp(1 / (1 - t)); }},
      {"sqrt(x)", "1", "1", 3, [](const mp& t) { return mp((1 + t / 2) * (1 + t / 2)); }},
      {"x^(1/3)", "1", "1", 3, [](const mp& t) { return mp(pow(mp(1 + 2 * t / 3), mp(3) / 2)); }},
      {"x^(-3/2)", "1", "1", 3, [](const mp& t) { return mp(pow(mp(1 + 5 * t / 2), mp(2) / 5)); }},
      {"exp(-x)", "0", "1", 3, [](const mp& t) { return mp(log(mp(1 + t))); }},
      {"cos(x)^2", "0", "1", 3, [](const mp& t) { return mp(atan(t)); }},
      {"1/cosh(x)", "0", "1", 3, [](const mp& t) { return mp(asinh(t)); }},
      {"-x*log(x)", "e", "1/2", 3, [](const mp& t) { return mp(exp(mp(exp(mp(-t))))); }},
      // f(x)′ = f(x) for each inverse function f
      {"(1 + x^2)*atan(x)", "1/4", "1/4", 3,
       [](const mp& t) { return mp(tan(mp(atan(mp(mp(1) / 4)) * exp(t)))); }},
      {"sqrt(1 - x^2)*asin(x)", "1/4", "1/4", 3,
       [](const mp& t) { return mp(sin(mp(asin(mp(mp(1) / 4)) * exp(t)))); }},
      {"-sqrt(1 - x^2)*acos(x)", "1/2", "1/4", 3,
       [](const mp& t) { return mp(cos(mp(acos(mp(mp(1) / 2)) * exp(t)))); }},
      {"sqrt(1 + x^2)*asinh(x)", "1/2", "1/4", 3,
       [](const mp& t) { return mp(sinh(mp(asinh(mp(mp(1) / 2)) * exp(t)))); }},
      {"sqrt(x^2 - 1)*acosh(x)", "2", "1/4", 3,
       [](const mp& t) { return mp(cosh(mp(acosh(mp(2)) * exp(t)))); }},
      {"(1 - x^2)*atanh(x)", "1/4", "1/4", 3,
       [](const mp& t) { return mp(tanh(mp(atanh(mp(mp(1) / 4)) * exp(t)))); }},
      {"-(1 + x^2)*atan2(1, x)", "1", "1/8", 3,
       [](const mp& t) { return mp(1 / tan(mp(plumbline::pi<mp>() / 4 * exp(t)))); }},
      // through x = 0 at t = log 2, with y above and below
      {"-(1 + x^2)*atan2(1, x)", "1", "1/2", 2,
       [](const mp& t) { return mp(1 / tan(mp(plumbline::pi<mp>() / 4 * exp(t)))); }},
      {"(1 + x^2)*atan2(-1, x)", "1", "1/2", 2,
       [](const mp& t) { return mp(1 / tan(mp(plumbline::pi<mp>() / 4 * exp(t)))); }},
      {"-2*t*x^2", "1", "1/2", 6, [](const mp& t) { return mp(1 / (1 + t * t)); }},
      {"x/(1+t)", "1", "1/2", 4, [](const mp& t) { return mp(1 + t); }},
      {"t^2", "0", "1", 2, [](const mp& t) { return mp(t * t * t / 3); }},
      // the coefficients begin beyond the order
      {"t^60", "0", "1/2", 3, [](const mp& t) { return mp(pow(t, 61) / 61); }},
      {"0", "5", "1", 2, [](const mp&) { return mp(5); }},
      {"-x", "1", "20", 3, [](const mp& t) { return mp(exp(mp(-t))); }}};
  for (const auto& c : all) {
    for (const int digits : {3, 40}) {
      expect_true(c, digits);
    }
  }
}

// 12345 to two digits is 1.2e4; 12000 would claim five.
TEST(certified_program, a_number_with_fewer_digits_than_places_has_an_exponent) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  expect_true({"0", "12345", "1", 1, [](const mp&) { return mp(12345); }}, 2);
  expect_true({"x", "12345", "1", 1, [](const mp& t) { return mp(12345 * exp(t)); }}, 3);
}

// The time of a row is not cut to the digits of the numbers.
TEST(certified_program, times_keep_their_digits) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const program::folder place;
  const auto r = certify(place / "c.toml", {"x", "1", "1/8", 3, {}}, 2);
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.json()["rows"][3][0], "0.375");
}

TEST(certified_program, has_one_column_of_each_name) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const program::folder place;
  std::ofstream(place / "r.toml") << "name = \"r\"\ncoordinates = [\"radius\"]\n[equations]\n"
                                     "radius = \"-radius\"\n[start]\nradius = 1\n";
  const auto table =
      program::parse_csv(program::run_well("integrate " + (place / "r.toml").native() +
                                           " --certified --step 1/8 --steps 1 --digits 5")
                             .out);
  EXPECT_EQ(table.header, (std::vector<std::string>{"t", "radius", "radius_"}));
}

TEST(certified_program, ends_at_a_singularity_with_the_time_up_to_which_digits_are_proven) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const program::folder place;
  for (const char* equation : {"x^2", "x^2 + 0*log(x)", "exp(x - 1)*x^0"}) {
    const auto r = certify(place / "c.toml", {equation, "1", "1/4", 8, {}}, 30);
    EXPECT_EQ(r.code, 3) << equation;
    EXPECT_NE(r.err.find("proven up to t = 0.75"), std::string::npos) << r.err;
  }
}

// The angle of (-1, 1/4 - t) jumps by 2 pi at t = 1/4, where its derivatives are as smooth as everywhere.
TEST(certified_program, ends_where_an_angle_jumps) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const program::folder place;
  const closed jumps{"atan2(1/4 - t, -1)", "1", "1/2", 1, {}};
  const auto r = certify(place / "c.toml", jumps, 20);
  EXPECT_EQ(r.code, 3) << r.out << r.err;
  EXPECT_EQ(r.out, "");
  // before the jump the angle is pi - atan(1/4 - t)
  expect_true(
      {"atan2(1/4 - t, -1)", "1", "1/5", 1,
       [](const mp& t) {
         const auto primitive = [](const mp& u) {
           return mp(u * atan(u) - log(mp(1 + u * u)) / 2);
         };
         const mp quarter = mp(1) / 4;
         return mp(1 + plumbline::pi<mp>() * t + primitive(mp(quarter - t)) - primitive(quarter));
       }},
      20);
}

// 2^14 turns of a field with the period 1: the angle is large beside its motion.
TEST(certified_program, begins_at_an_angle_after_many_turns) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  expect_true({"sin(2*pi*x)", "16384 + 1/4", "1/8", 2,
               [](const mp& t) {  // tan(pi x) = tan(pi/4) e^(2 pi t)
                 const mp pi = plumbline::pi<mp>();
                 return mp(16384 + atan(mp(exp(mp(2 * pi * t)))) / pi);
               }},
              25);
}

// Consistency: the Taylor series of another formulation (velocities without proof). The boxes of the equations of this system are wide.
TEST(certified_program, takes_two_bodies_with_a_hinge) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const program::folder place;
  const auto file = (place / "hinge.toml").native();
  std::ofstream(file) << R"toml(name = "hinge"
coordinates = ["A", "B"]
potential = "9.81*(A.z + 2*B.z) + A.R11*B.R12/3"
[bodies.A]
inertia = ["0.3", "0.4", "0.25"]
mass = "1"
at = ["-A.R13/2", "-A.R23/2", "-A.R33/2"]
[bodies.B]
inertia = ["0.2", "0.35", "0.3"]
mass = "2"
at = ["-A.R13 + B.R11/3", "-A.R23 + B.R21/3", "-A.R33 + B.R31/3"]
[constraints]
h1 = "A.R12*B.R11 + A.R22*B.R21 + A.R32*B.R31"
h2 = "A.R12*B.R13 + A.R22*B.R23 + A.R32*B.R33 = 0"
[start]
A.q0 = "3/5"
A.q1 = "4/5"
B.q0 = "9/25"
B.q1 = "12/25"
B.q2 = "12/25"
B.q3 = "16/25"
[velocity]
A.Omega1 = "1"
A.Omega2 = "-1/2"
A.Omega3 = "2"
B.Omega1 = "-11/5"
B.Omega2 = "1/3"
B.Omega3 = "2/5"
)toml";
  const auto proven = program::parse_csv(
      program::run_well("integrate " + file + " --certified --step 1/64 --steps 1 --digits 16")
          .out);
  const auto series = program::parse_csv(
      program::run_well("integrate " + file + " --scheme taylor --times 1/64 --digits 34").out);
  ASSERT_EQ(proven.rows.size(), 2U);
  for (std::size_t k = 1; k <= 8; ++k) {
    EXPECT_NEAR(std::stod(proven.rows.back().at(k)), std::stod(series.rows.back().at(k)), 1e-15)
        << k;
  }
}

}  // namespace
