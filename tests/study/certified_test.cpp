// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Certified integration: every printed digit against closed solutions and mpmath, for many starts.
// Kind: truth from outside; the checker itself is tried on a false digit.
#include "study/taylor_systems.hpp"
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/study/certified.hpp>

#include <gtest/gtest.h>

#include <random>

namespace plumbline {
namespace {

using texts = std::vector<std::string>;

vector<mp> numbers(const texts& list) {
  vector<mp> x(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    x[static_cast<Eigen::Index>(i)] = evaluate<mp>(expression(list[i]));
  }
  return x;
}

certified_problem problem_of(std::shared_ptr<const form> formulas,
                             std::function<std::vector<mp>()> parameters, const texts& q,
                             const texts& rate, const std::string& step, std::int64_t steps,
                             int digits, bool velocities = false) {
  certified_problem p;
  p.formulas = std::move(formulas);
  p.input = [=] {
    certified_input in;
    in.parameters = parameters();
    in.q = numbers(q);
    in.rate = numbers(rate);
    in.rate_is_velocity = velocities;
    in.t0 = mp(0);
    in.step = evaluate<mp>(expression(step));
    return in;
  };
  p.steps = steps;
  p.digits = digits;
  return p;
}

certified_problem catalogue_problem(const std::string& system, const texts& q, const texts& rate,
                                    const std::string& step, std::int64_t steps, int digits,
                                    bool velocities = false) {
  const system_entry& entry = find_system(system);
  return problem_of(
      entry.make<double>().formulas(),
      [&entry] { return parameter_values<mp>(entry.name(), entry.parameters, {}); }, q, rate, step,
      steps, digits, velocities);
}

/// One unit of the last printed place of a decimal text.
mp unit_of(const std::string& text) {
  const auto exponent = text.find('e');
  const std::string mantissa = text.substr(0, exponent);
  const auto point = mantissa.find('.');
  const auto decimals =
      point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  const int power = exponent == std::string::npos ? 0 : std::stoi(text.substr(exponent + 1));
  return evaluate<mp>(expression("1e" + std::to_string(power - decimals)));
}

/// Whether the truth is within one unit of the last printed place and within the radius of the row.
/// `blur`: what the truth itself is off by at most.
bool is_true(const std::string& text, const std::string& radius, const mp& truth,
             const mp& blur = mp(0)) {
  const mp away = abs(mp(from_text<mp>(text) - truth));
  return away <= unit_of(text) + blur && away <= from_text<mp>(radius) + blur;
}

int significant_digits(const std::string& text) {
  int count = 0;
  for (const char c : text.substr(0, text.find('e'))) {
    count += c >= '1' && c <= '9' ? 1 : c == '0' && count > 0 ? 1 : 0;
  }
  return count;
}

TEST(certified, every_digit_of_the_pendulum_is_true_for_many_starts) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  std::mt19937 random(17);
  std::uniform_int_distribution<int> q0(-3000, 3000);
  std::uniform_int_distribution<int> p0(-15000, 15000);
  constexpr int starts = 12;
  for (int n = 0; n < starts; ++n) {
    const texts q = {std::to_string(q0(random)) + "/1000"};
    const texts p = {n == 0 ? std::string("0") : std::to_string(p0(random)) + "/1000"};
    const auto found = certify(catalogue_problem("pendulum", q, p, "2/7", 4, 30));
    ASSERT_EQ(found.rows.size(), 5u);
    const precision_scope scope(60);
    const pendulum_solution<mp> exact(
        {mp(1), mp(pi<mp>() * 2), numbers(q)[0], numbers(p)[0], mp(0)});
    for (int k = 0; k <= 4; ++k) {
      const auto truth = exact.state(rational<mp>(2 * k, 7));
      const certified_row& row = found.rows[static_cast<std::size_t>(k)];
      EXPECT_TRUE(is_true(row.state[0], row.radius, truth.q[0]))
          << q[0] << " " << p[0] << " " << row.state[0];
      EXPECT_TRUE(is_true(row.state[1], row.radius, truth.p[0]))
          << q[0] << " " << p[0] << " " << row.state[1];
      if (k > 0) {
        EXPECT_GE(significant_digits(row.state[0]), 28) << row.state[0];
      }
    }
  }
}

// A motion of minutes: its series converge far beyond 1, and what a step leaves out is taken beside that radius.
TEST(certified, every_digit_of_a_slow_pendulum_is_true) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const system_entry& entry = find_system("pendulum");
  const auto found = certify(problem_of(
      entry.make<double>().formulas(),
      [&entry] {
        return parameter_values<mp>(entry.name(), entry.parameters, {{"omega", "1/50"}});
      },
      {"1"}, {"1/100"}, "100", 2, 30));
  const precision_scope scope(60);
  const pendulum_solution<mp> exact(
      {mp(1), rational<mp>(1, 50), mp(1), rational<mp>(1, 100), mp(0)});
  ASSERT_EQ(found.rows.size(), 3u);
  for (int k = 0; k <= 2; ++k) {
    const auto truth = exact.state(mp(100 * k));
    const certified_row& row = found.rows[static_cast<std::size_t>(k)];
    EXPECT_TRUE(is_true(row.state[0], row.radius, truth.q[0])) << row.state[0];
    EXPECT_TRUE(is_true(row.state[1], row.radius, truth.p[0])) << row.state[1];
  }
  EXPECT_LE(found.steps, 20);
}

// 7 x″ = 63/16 x from x = 1, p = −21/4 is e^(−3t/4), beside which every error of a step grows as e^(3t/4): at t = 64 the
// digits that the first round works with are not enough.
TEST(certified, every_digit_of_a_motion_that_loses_them_is_true) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const auto saddle = parse_system(
      "name = \"saddle\"\ncoordinates = [\"x\"]\nlagrangian = \"7/2*dot(x)^2 + 63/32*x^2\"\n",
      "saddle");
  const auto found = certify(problem_of(
      saddle->make<double>().formulas(), [] { return std::vector<mp>(); }, {"1"}, {"-21/4"}, "32",
      2, 30));
  const precision_scope scope(60);
  for (int k = 0; k <= 2; ++k) {
    const mp truth = exp(mp(-24 * k));
    const certified_row& row = found.rows.at(static_cast<std::size_t>(k));
    EXPECT_TRUE(is_true(row.state[0], row.radius, truth)) << row.state[0];
    EXPECT_TRUE(is_true(row.state[1], row.radius, mp(-truth * 21 / 4))) << row.state[1];
  }
}

// x′ = √(1 + x²) is sinh t, x′ = −∛x ∛x² is a falling exponential: beside the motion an error grows in neither, so that the
// first round's digits are enough. They are not where the derivative of the root, or of the power, is wrong. The second falls
// by 22 orders of magnitude towards a point where the root is not analytic, which no disc may reach.
TEST(certified, no_more_digits_are_needed_than_the_motion_loses) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const auto certified = [](const std::string& field, const std::string& start) {
    const auto system = parse_system(
        "name = \"one\"\ncoordinates = [\"x\"]\n[equations]\nx = \"" + field + "\"\n", "one");
    // asked before each step: some dozens are enough
    const auto asked = std::make_shared<int>(0);
    run_control control;
    control.stop_requested = [asked] { return ++*asked > 300; };
    return certify(problem_of(
                       system->make<double>().formulas(), [] { return std::vector<mp>(); }, {start},
                       {}, "50", 1, 30),
                   control);
  };
  const auto root = certified("sqrt(1 + x^2)", "0");
  const auto powers = certified("-x^(1/3)*x^(2/3)", "1e22");
  ASSERT_EQ(root.rows.size(), 2u);
  ASSERT_EQ(powers.rows.size(), 2u) << "stopped: the discs have shrunk";
  EXPECT_EQ(root.working_digits, 45);
  EXPECT_EQ(powers.working_digits, 45);
  const precision_scope scope(60);
  EXPECT_TRUE(is_true(root.rows.back().state[0], root.rows.back().radius, sinh(mp(50))));
  EXPECT_TRUE(is_true(powers.rows.back().state[0], powers.rows.back().radius,
                      mp(decimal<mp>("1e22") * exp(mp(-50)))));
}

TEST(certified, the_check_of_these_tests_sees_a_false_digit) {
  const precision_scope scope(60);
  const mp truth = mp(2) / 3;
  EXPECT_TRUE(is_true("0.66666667", "1e-8", truth));
  EXPECT_TRUE(is_true("0.66666666", "1e-8", truth));
  EXPECT_FALSE(is_true("0.66666668", "1e-8", truth));
  EXPECT_FALSE(is_true("0.66666667", "1e-9", truth));
  EXPECT_FALSE(is_true("6.6666667e-2", "1", truth));
}

TEST(certified, every_digit_of_the_top_is_true) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const texts q = {"1/10", "1", "1/5"};
  const texts p = {"0.012", "0.001", "0.01"};
  const auto found = certify(catalogue_problem("lagrange-top", q, p, "1/10", 2, 40));
  const precision_scope scope(80);
  lagrange_top_start<mp> s{};
  s.mass = decimal<mp>("0.1");
  s.I = decimal<mp>("0.002329969592394382");
  s.I3 = decimal<mp>("0.000125");
  s.l = decimal<mp>("0.15");
  s.g = decimal<mp>("9.81");
  s.phi = rational<mp>(1, 10);
  s.theta = mp(1);
  s.psi = rational<mp>(1, 5);
  s.w1 = decimal<mp>("0.012");
  s.w2 = decimal<mp>("0.001");
  s.w3 = decimal<mp>("0.01");
  s.t0 = mp(0);
  const lagrange_top_solution<mp> exact(s);
  for (int k = 0; k <= 2; ++k) {
    const auto truth = exact.state(rational<mp>(k, 10));
    const certified_row& row = found.rows[static_cast<std::size_t>(k)];
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(is_true(row.state[static_cast<std::size_t>(i)], row.radius, truth.q[i]))
          << k << i;
      EXPECT_TRUE(is_true(row.state[static_cast<std::size_t>(3 + i)], row.radius, truth.p[i]))
          << k << i;
    }
  }
}

// A start at rest.
TEST(certified, every_digit_agrees_with_mpmath) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const auto compare = [](const std::string& name, const certified_problem& p) {
    const auto found = certify(p);
    const certified_row& row = found.rows.back();
    const auto stored = test::stored_motion(name);
    const precision_scope scope(70);
    ASSERT_EQ(row.state.size(), stored.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
      const mp truth = from_text<mp>(stored[i]);
      // 32 significant digits are stored, on which two runs of the script agree
      EXPECT_TRUE(is_true(row.state[i], row.radius, truth, abs(truth) * decimal<mp>("1e-31")))
          << name << " " << row.state[i] << " " << stored[i];
      EXPECT_GE(significant_digits(row.state[i]), p.digits - 3) << name;
    }
  };
  compare("double-pendulum",
          catalogue_problem("double-pendulum", {"pi/4", "pi/3"}, {"0", "0"}, "1", 1, 28));
}

TEST(certified, an_equilibrium_stays_where_it_is) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const auto found = certify(catalogue_problem("pendulum", {"0"}, {"0"}, "1", 3, 50));
  EXPECT_EQ(from_text<mp>(found.rows.back().state[0]), 0);
  EXPECT_EQ(from_text<mp>(found.rows.back().state[1]), 0);
}

TEST(certified, says_up_to_which_time_the_digits_are_proven) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const auto none = [] { return std::vector<mp>(); };
  const auto p = problem_of(model<double>(test::explosion<double>{}).formulas(), none, {"1"}, {},
                            "1/4", 8, 30);
  try {
    (void)certify(p);
    FAIL() << "proven beyond the singularity";
  } catch (const step_failure& e) {
    EXPECT_NE(std::string(e.what()).find("up to t = 0.75"), std::string::npos) << e.what();
  }
}

// x = e^(−1/(t* − t)) with t* = 1/log 2 = 1.4427: the discs are as long as (t* − t)², and each further digit of t* takes ten
// times as many.
TEST(certified, says_that_a_motion_which_falls_faster_than_any_power_cannot_go_on) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const auto falling = parse_system(
      "name = \"falling\"\ncoordinates = [\"x\"]\n[equations]\nx = \"-x*log(x)^2\"\n", "falling");
  const auto problem = [&](const std::string& step, std::int64_t steps) {
    return problem_of(
        falling->make<double>().formulas(), [] { return std::vector<mp>(); }, {"1/2"}, {}, step,
        steps, 30);
  };
  const auto before = certify(problem("1/5", 7));
  ASSERT_EQ(before.rows.size(), 8u);
  {
    const precision_scope scope(60);
    const mp left = 1 / log(mp(2)) - rational<mp>(7, 5);
    EXPECT_TRUE(
        is_true(before.rows.back().state[0], before.rows.back().radius, exp(mp(-1 / left))));
  }
  // asked before each step; each has 64 discs at most
  const auto asked = std::make_shared<int>(0);
  run_control control;
  control.stop_requested = [asked] { return ++*asked > 5000; };
  try {
    (void)certify(problem("1/5", 10), control);
    FAIL() << (*asked > 5000 ? "goes on" : "proven beyond the end");
  } catch (const step_failure& e) {
    const std::string message = e.what();
    EXPECT_NE(message.find("up to t = 1.4 and"), std::string::npos) << message;
    EXPECT_NE(message.find("towards a time near 1.44"), std::string::npos) << message;
  }
}

TEST(certified, without_arb_it_says_what_is_missing) {
  if (can_certify()) {
    GTEST_SKIP() << "built with Arb";
  }
  EXPECT_THROW((void)certify(catalogue_problem("pendulum", {"0"}, {"0"}, "1", 3, 50)),
               invalid_input);
}

}  // namespace
}  // namespace plumbline
