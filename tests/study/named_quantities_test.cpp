// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Quantities of a run by their names, as formulas ask for them. Kinds: closed forms (the exact motion of an oscillator, which
// Taylor's series makes; the multipliers of a step), oracle (periods of the maps of Suris, reference/oracles/pd/explanations.py),
// the scheme's own motion on both sides of a threshold.
#include "support/oracle_csv.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/run_formula.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

class named_quantities : public ::testing::Test {
 protected:
  const precision_scope scope{60};
};

mp number(const std::string& formula, const formula_request& of) {
  formula_request r = of;
  r.formula = formula;
  r.shown = shown_digits_of::all;
  return from_text<mp>(value_of(r));
}

/// q″ = −(9/4) q with T = 4π/3.
formula_request oscillator(const std::string& scheme, const std::string& q, const std::string& p) {
  formula_request r;
  r.system = "harmonic-oscillator";
  r.problem.set = {"k=9/4"};
  r.problem.start = {"q1=" + q, "p1=" + p};
  r.scheme = scheme;
  r.step = "1/10";
  r.digits = 34;
  return r;
}

formula_request pendulum(const std::string& scheme, const std::string& p0,
                         const std::string& step) {
  formula_request r;
  r.system = "pendulum";
  r.problem.set = {"omega=1"};
  r.problem.start = {"q1=0", "p1=" + p0};
  r.scheme = scheme;
  r.step = step;
  r.digits = 34;
  return r;
}

TEST_F(named_quantities, the_mean_of_all_extrema_ends_with_the_run) {
  formula_request r = oscillator("taylor", "2", "0");
  EXPECT_THROW((void)number("amplitude(average = all)", r), invalid_input);
  r.until = "20";
  EXPECT_LT(abs(number("amplitude(average = all)", r) - 2), decimal<mp>("1e-30"));
  // the mean of the nine extrema until then, by PD's rule
  r.scheme = "midpoint";
  const mp of_nine = number("amplitude(average = '1,9', rule = parabola)", r);
  EXPECT_LT(abs(number("amplitude(average = 'all', rule = parabola)", r) - of_nine),
            decimal<mp>("1e-33"));
  r.until = "1";
  EXPECT_THROW((void)number("amplitude(average = all)", r), invalid_input);
}

TEST_F(named_quantities, quotients_of_an_exact_motion_are_its_period) {
  const formula_request r = oscillator("taylor", "0", "1");
  const mp period = pi<mp>() * 4 / 3;
  EXPECT_LT(abs(number("period(quotients = all, to = 30)", r) - period), decimal<mp>("1e-30"));
  EXPECT_LT(abs(number("period(quotients = half, to = '7*exact.period')", r) - period),
            decimal<mp>("1e-30"));
  EXPECT_THROW((void)number("period(quotients = all)", r), invalid_input);
  EXPECT_THROW((void)number("period(quotients = third, to = 30)", r), invalid_input);
  EXPECT_THROW((void)number("period(to = 30)", r), invalid_input);
}

TEST_F(named_quantities, quotients_are_those_of_the_zeros_up_to_the_time) {
  // by single zeros: z_0 = 0, and six more until 3.2 periods
  formula_request r = oscillator("midpoint", "0", "1");
  const auto z = [&](int n) { return number("zero(" + std::to_string(n) + ", rule = cubic)", r); };
  mp all(0);
  mp half(0);
  for (int n = 1; n <= 6; ++n) {
    all += z(n) * 2 / n / 6;
    if (n >= 7 / 2 + 1) {
      half += z(n) * 2 / n / 3;
    }
  }
  const mp tolerance = decimal<mp>("1e-32");
  EXPECT_LT(abs(number("period(quotients = all, to = 3.2*exact.period, rule = cubic)", r) - all),
            tolerance);
  EXPECT_LT(abs(number("period(quotients = half, to = 3.2*exact.period, rule = cubic)", r) - half),
            tolerance);
}

TEST_F(named_quantities, the_oscillation_of_periods_is_that_of_their_sequence) {
  const formula_request r = pendulum("leapfrog", "1.8", "0.3");
  const int count = 30;
  std::vector<mp> periods;
  mp mean(0);
  for (int n = 1; n <= count; ++n) {
    const std::string last = std::to_string(2 * n);
    periods.push_back(number("zero(" + last + ", since = " + last + " - 2, rule = cubic)", r));
    mean += periods.back() / count;
  }
  mp sum(0);
  int extrema = 0;
  for (std::size_t n = 1; n + 1 < periods.size() && extrema < 5; ++n) {
    if ((periods[n - 1] < periods[n]) == (periods[n + 1] < periods[n])) {
      sum += abs(mp(periods[n] / mean - 1));
      ++extrema;
    }
  }
  ASSERT_EQ(extrema, 5);
  EXPECT_LT(abs(number("period_oscillation(extrema = 5, count = 30, rule = cubic)", r) - sum / 5),
            decimal<mp>("1e-30"));
}

TEST_F(named_quantities, a_chaotic_motion_is_1) {
  formula_request r = pendulum("leapfrog", "1.8", "1.2");
  r.steps = "4000";
  EXPECT_EQ(number("lyapunov(chaotic)", r), 1);
  r.problem.start = {"q1=0", "p1=0.5"};
  EXPECT_EQ(number("lyapunov(chaotic)", r), 0);
}

TEST_F(named_quantities, suris_period_is_in_closed_form) {
  for (const auto& row : testing::read_oracle("pd/suris_periods.csv", 12)) {
    const formula_request r = pendulum("suris" + row.at("map"), row.at("p0"), row.at("h"));
    const mp expected = decimal<mp>(row.at("period"));
    const mp off = abs(mp(number("suris_period()", r) / expected - 1));
    EXPECT_LT(to_double(off), std::pow(10.0, 1 - std::stoi(row.at("digits"))) + 1e-30);
  }
  EXPECT_THROW((void)number("suris_period()", pendulum("leapfrog", "1", "0.1")), invalid_input);
}

TEST_F(named_quantities, the_separatrix_of_suris_is_in_closed_form) {
  const mp h = rational<mp>(1, 2);
  EXPECT_LT(abs(number("separatrix()", pendulum("suris2", "1", "1/2")) - 4 * atan(mp(h / 2)) / h),
            decimal<mp>("1e-31"));
}

TEST_F(named_quantities, motions_on_both_sides_of_the_separatrix_are_of_two_kinds) {
  for (const char* scheme : {"leapfrog", "midpoint", "simpson", "suris1"}) {
    const mp p = number("separatrix()", pendulum(scheme, "1", "0.5"));
    const mp found =
        number("threshold(from = 1.9, to = 2.1, tolerance = 1e-13)", pendulum(scheme, "1", "0.5"));
    EXPECT_LT(to_double(mp(abs(mp(p - found)))), 1e-13) << scheme;
    // it tends to the exact 2 with the order of the scheme
    EXPECT_LT(to_double(mp(abs(mp(number("separatrix()", pendulum(scheme, "1", "0.02")) - 2)))),
              1e-4)
        << scheme;
  }
  EXPECT_THROW((void)number("separatrix()", pendulum("rk4", "1", "0.5")), invalid_input);
  EXPECT_THROW((void)number("separatrix()", oscillator("leapfrog", "1", "0")), invalid_input);
  EXPECT_THROW((void)number("threshold(from = 1, to = 1.5, tolerance = 1e-3)",
                            pendulum("leapfrog", "1", "0.5")),
               invalid_input);
}

TEST_F(named_quantities, multipliers_are_those_of_the_step) {
  // z = ωh = 3/20
  const mp z = rational<mp>(3, 20);
  const mp tolerance = decimal<mp>("1e-32");
  const formula_request midpoint = oscillator("midpoint", "1", "0");
  EXPECT_LT(abs(number("multiplier(trace)", midpoint) - 2 * (4 - z * z) / (4 + z * z)), tolerance);
  EXPECT_LT(abs(number("multiplier(determinant)", midpoint) - 1), tolerance);
  EXPECT_LT(abs(number("multiplier()", midpoint) - 1), tolerance);
  // RK4: |1 + iz − z²/2 − iz³/6 + z⁴/24|
  const formula_request rk4 = oscillator("rk4", "1", "0");
  const mp re = 1 - z * z / 2 + z * z * z * z / 24;
  const mp im = z - z * z * z / 6;
  EXPECT_LT(abs(number("multiplier(determinant)", rk4) - (re * re + im * im)), tolerance);
  EXPECT_LT(abs(number("multiplier(radius)", rk4) - sqrt(mp(re * re + im * im))), tolerance);
}

}  // namespace
}  // namespace plumbline
