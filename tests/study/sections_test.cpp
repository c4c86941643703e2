// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Crossings of sections against closed forms: q = cos 4t of the harmonic oscillator with m = 1, k = 16 and q = sin 4t where it starts at
// 0, the periods of the pendulum by its elliptic integral.
#include <plumbline/core/errors.hpp>
#include <plumbline/math/elliptic.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/certified.hpp>
#include <plumbline/study/crossings_by_series.hpp>
#include <plumbline/study/crossings_by_steps.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/section.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace plumbline {
namespace {

integration_request section_of(const std::string& system, const std::string& formula,
                               const std::string& until) {
  integration_request r;
  r.system = system;
  r.scheme = "taylor";
  r.section = formula;
  r.until = until;
  return r;
}

mp64 number(const table_value& table, std::size_t row, const std::string& column) {
  const auto found = std::ranges::find(table.columns, column, &table_column::name);
  return from_text<mp64>(
      table.rows.at(row).at(static_cast<std::size_t>(found - table.columns.begin())));
}

std::string fact(const table_value& table, const std::string& key) {
  const auto found = std::ranges::find(table.facts, key, &metadata_entry::key);
  return found == table.facts.end() ? "missing" : text_of(*found);
}

/// The message of the error that the request ends with.
template <class Error>
std::string refusal(const integration_request& request) {
  try {
    trajectory_table(request);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

const mp64 tiny = decimal<mp64>("1e-62");

TEST(sections, of_the_taylor_series_are_the_zeros_of_the_cosine) {
  const table_value table = trajectory_table(section_of("harmonic-oscillator", "q1", "10"));
  ASSERT_EQ(table.rows.size(), 13U);  // 4 t = π/2 + k π < 40
  EXPECT_EQ(fact(table, "crossings"), "13");
  EXPECT_EQ(fact(table, "start_on_section"), "no");
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    const mp64 t = (2 * static_cast<int>(k) + 1) * pi<mp64>() / 8;
    EXPECT_LT(abs(mp64(number(table, k, "t") - t)), tiny * 10);
    EXPECT_LT(abs(number(table, k, "q1")), tiny * 10);
    const int direction = k % 2 == 0 ? -1 : 1;
    EXPECT_LT(abs(mp64(number(table, k, "p1") - direction * 4)), tiny * 10);
    EXPECT_EQ(table.rows[k].back(), std::to_string(direction));
  }
}

/// The root in double of the first terms may be right to more than half of the digits: what follows then has only its slope.
TEST(sections, of_the_taylor_series_have_all_digits_at_34) {
  for (int c = 0; c < 20; ++c) {
    integration_request r =
        section_of("harmonic-oscillator", "q1-" + std::to_string(c) + "/97", "10");
    r.digits = 34;
    const table_value table = trajectory_table(r);
    const mp64 angle = acos(mp64(c) / 97);
    ASSERT_EQ(table.rows.size(), 13U);
    for (std::size_t k = 0; k < table.rows.size(); ++k) {
      const int turns = static_cast<int>(k + 1) / 2;
      const mp64 t = (turns * 2 * pi<mp64>() + (k % 2 == 0 ? angle : mp64(-angle))) / 4;
      EXPECT_LT(abs(mp64(number(table, k, "t") - t)), decimal<mp64>("1e-31")) << c << ", " << k;
    }
  }
}

TEST(sections, of_the_pendulum_lie_at_odd_quarters_of_its_period) {
  // T = 4 K(k)/ω, k = sin(a/2), a = π/2
  const mp64 period = 4 * ellint_k(mp64(1) / 2) / (2 * pi<mp64>());
  const table_value table = trajectory_table(section_of("pendulum", "sin(q1)", "5*period"));
  ASSERT_EQ(table.rows.size(), 10U);
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_LT(abs(mp64(number(table, k, "t") - period * (2 * static_cast<int>(k) + 1) / 4)),
              tiny * 10);
  }
}

TEST(sections, know_momenta_velocities_parameters_and_the_time) {
  for (const char* formula : {"p1 + 2", "p(q1) + 2", "v1 + 2", "dot(q1) + 2", "m*v1 + k/8"}) {
    // p = −4 sin 4t
    integration_request request = section_of("harmonic-oscillator", formula, "1/2");
    const table_value table = trajectory_table(request);
    ASSERT_EQ(table.rows.size(), 1U) << formula;
    EXPECT_LT(abs(mp64(number(table, 0, "t") - pi<mp64>() / 24)), tiny) << formula;
  }
  const table_value table = trajectory_table(section_of("harmonic-oscillator", "sin(pi*t)", "7/2"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(fact(table, "start_on_section"), "yes");
  EXPECT_LT(abs(mp64(number(table, 2, "t") - 3)), tiny * 10);
}

TEST(sections, of_a_lagrangian_that_is_not_quadratic_follow_momenta) {
  // a free particle near the speed of light: v = 3/5, p = v/√(1 − v²) = 3/4, x = 3t/5
  integration_request request = section_of(
      std::string(PLUMBLINE_SOURCE_DIR) + "/tests/study/relativistic.toml", "x*p(x) - 9/20", "2");
  const table_value table = trajectory_table(request);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_LT(abs(mp64(number(table, 0, "t") - 1)), tiny);
}

TEST(sections, separate_crossings_that_are_7e_16_apart) {
  const table_value table =
      trajectory_table(section_of("harmonic-oscillator", "q1 - 1 + 1e-30", "2"));
  // cos 4t = 1 − δ: 4t = acos(1 − δ), 2π ∓ acos(1 − δ)
  const mp64 angle = acos(mp64(1 - decimal<mp64>("1e-30")));
  ASSERT_EQ(table.rows.size(), 3U);
  const mp64 apart = number(table, 2, "t") - number(table, 1, "t");
  EXPECT_LT(abs(mp64(apart - angle / 2)), decimal<mp64>("1e-45"));
  EXPECT_LT(apart, decimal<mp64>("7.1e-16"));
  EXPECT_EQ(table.rows[0].back(), "-1");
  EXPECT_EQ(table.rows[1].back(), "1");
  EXPECT_EQ(table.rows[2].back(), "-1");
}

// The circle x = cos t, p = -sin t. In 16 digits p = -1e-80 is the start, and cos t + 1 = 1e-60 in 64 digits leaves 30 for the time.
TEST(sections, have_all_digits_beside_the_start_and_beside_a_tangency) {
  integration_request beside = section_of("harmonic-oscillator", "p1 + 1e-80", "4");
  beside.problem.set = {"k=1"};
  beside.digits = 16;
  const table_value at_once = trajectory_table(beside);
  ASSERT_EQ(at_once.rows.size(), 2U);
  EXPECT_LT(abs(mp64(number(at_once, 0, "t") - decimal<mp64>("1e-80"))), decimal<mp64>("1e-94"));
  EXPECT_EQ(fact(at_once, "start_on_section"), "no");
  EXPECT_LE(at_once.rows[1][0].size(), 18U) << "as many digits as double has";
  // the same where the terms of the formula hide the distance: q = 1 at the start
  beside.section = "q1 + 2*p1 - 1 + 1e-70";
  const table_value hidden = trajectory_table(beside);
  ASSERT_FALSE(hidden.rows.empty());
  EXPECT_LT(abs(mp64(number(hidden, 0, "t") - decimal<mp64>("5e-71"))), decimal<mp64>("1e-84"));
  EXPECT_EQ(fact(hidden, "start_on_section"), "no");
  integration_request touching = section_of("harmonic-oscillator", "q1 + 1 - 1e-60", "4");
  touching.problem.set = {"k=1"};
  const table_value twice = trajectory_table(touching);
  ASSERT_EQ(twice.rows.size(), 2U);
  // cos t = -1 + δ at t = π ∓ acos(1 − δ), p = ∓ sin
  const precision_scope scope(140);
  const mp angle = acos(mp(1 - pow(mp(10), -60)));
  for (const int row : {0, 1}) {
    const mp sign(row == 0 ? -1 : 1);
    const auto cell = [&](std::size_t k) {
      return from_text<mp>(twice.rows[static_cast<std::size_t>(row)].at(k));
    };
    EXPECT_LT(abs(mp(cell(0) - (pi<mp>() + sign * angle))), pow(mp(10), -62));
    EXPECT_LT(abs(mp(cell(2) / sin(angle) - sign)), pow(mp(10), -60));
  }
}

TEST(sections, pass_a_section_that_is_missed_by_1e_30) {
  EXPECT_TRUE(
      trajectory_table(section_of("harmonic-oscillator", "q1 - 1 - 1e-30", "2")).rows.empty());
}

TEST(sections, refuse_in_words_what_touches_or_is_zero_throughout) {
  integration_request touching = section_of("harmonic-oscillator", "q1 - 1", "2");
  touching.problem.start = {"q1=0", "p1=4"};  // sin 4t = 1 at t = π/8
  const std::string message = refusal<undecided_crossing>(touching);
  EXPECT_NE(message.find("undecided at t = 0.39269908169872"), std::string::npos) << message;
  EXPECT_NE(message.find("touches zero"), std::string::npos) << message;
  // a start at rest there is none, but the turning point that comes back to it, at t = π/2
  EXPECT_EQ(
      refusal<undecided_crossing>(section_of("harmonic-oscillator", "q1 - 1", "2")).substr(0, 32),
      "undecided at t = 1.5707963267948");
  // the energy
  EXPECT_NE(
      refusal<undecided_crossing>(section_of("harmonic-oscillator", "p1^2/2 + 8*q1^2 - 8", "2")),
      "none");
  // a cubic zero: a crossing with a vanishing rate
  touching.section = "q1^3";
  touching.problem.start = {"q1=1", "p1=0"};
  EXPECT_NE(refusal<undecided_crossing>(touching), "none");
}

TEST(sections, of_a_start_on_the_section_begin_behind_it) {
  // sin 4t = 0 at the start and at every k π/4 behind it
  integration_request request = section_of("harmonic-oscillator", "q1", "2");
  request.problem.start = {"q1=0", "p1=4"};
  for (const bool certified : {false, true}) {
    if (certified && !can_certify()) {
      continue;
    }
    request.certified = certified;
    request.scheme = certified ? "" : "taylor";
    request.digits = certified ? 30 : 64;
    const table_value table = trajectory_table(request);
    EXPECT_EQ(fact(table, "start_on_section"), "yes");
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_LT(abs(mp64(number(table, 0, "t") - pi<mp64>() / 4)), decimal<mp64>("1e-28"));
  }
}

TEST(sections, count_one_direction_and_end_at_a_count) {
  integration_request request = section_of("harmonic-oscillator", "q1", "10");
  request.direction = "up";
  request.count = "2";
  const table_value table = trajectory_table(request);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_LT(abs(mp64(number(table, 1, "t") - 7 * pi<mp64>() / 8)), tiny * 10);
  request.count = "9";
  EXPECT_EQ(fact(trajectory_table(request), "crossings"), "6");
}

TEST(sections, by_shorter_steps_have_the_order_of_the_scheme) {
  // simpson: order 4
  std::vector<mp64> errors;
  for (const char* step : {"1/20", "1/40"}) {
    integration_request request = section_of("harmonic-oscillator", "q1", "2");
    request.scheme = "simpson";
    request.step = step;
    const table_value table = trajectory_table(request);
    EXPECT_EQ(fact(table, "located"), "partial step");
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_LT(abs(number(table, 2, "q1")), tiny);
    errors.push_back(abs(mp64(number(table, 2, "t") - 5 * pi<mp64>() / 8)));
  }
  const mp64 ratio = errors[0] / errors[1];
  EXPECT_LT(abs(mp64(ratio - 16)), mp64(1));
}

TEST(sections, by_shorter_steps_land_where_the_step_formula_is_zero) {
  // leapfrog from (1, 0) with k = 16 in one step of 1/2: q(τ) = 1 − 8 τ²
  integration_request request = section_of("harmonic-oscillator", "q1 - 1/2", "1/2");
  request.scheme = "leapfrog";
  request.step = "1/2";
  const table_value table = trajectory_table(request);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_LT(abs(mp64(number(table, 0, "t") - mp64(1) / 4)), tiny);
}

TEST(sections, on_nodes_are_crossings_once_and_starts_are_none) {
  // midpoint on a free fall: q = t − t²/2 … a uniform motion, q = t − 1, is on the section at the node 2
  integration_request request =
      section_of(std::string(PLUMBLINE_SOURCE_DIR) + "/tests/study/free_motion.toml", "x - 1", "2");
  request.scheme = "midpoint";
  request.step = "1/2";
  request.digits = 16;
  table_value table = trajectory_table(request);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].front(), "1");
  request.section = "x";
  table = trajectory_table(request);
  EXPECT_TRUE(table.rows.empty());
  EXPECT_EQ(fact(table, "start_on_section"), "yes");
}

// sqrt(q1) is a number above q1 = 0 alone: where there is none nothing is crossed, and none is the section.
TEST(sections, by_steps_are_none_where_the_formula_has_no_value) {
  auto request = section_of("pendulum", "sqrt(q1) - 1/2", "1");
  request.scheme = "simpson";
  request.step = "1/20";
  request.digits = 16;
  const table_value table = trajectory_table(request);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_NEAR(std::stod(table.rows[0][1]), 0.25, 1e-13);
  EXPECT_EQ(table.rows[0].back(), "1");
  request.section = "log(q1 - 5)";
  const table_value outside = trajectory_table(request);
  EXPECT_TRUE(outside.rows.empty());
  EXPECT_EQ(fact(outside, "start_on_section"), "no");
}

TEST(sections, stop_a_trajectory_at_their_last_row) {
  integration_request request;
  request.system = "harmonic-oscillator";
  request.scheme = "taylor";
  request.step = "1/10";
  request.until = "2";
  request.stop_at = "q1";
  request.count = "2";
  const table_value table = trajectory_table(request);
  EXPECT_EQ(fact(table, "stopped"), "yes");
  ASSERT_EQ(table.rows.size(), 13U);  // 0, 0.1 … 1.1, 3π/8 = 1.178…
  EXPECT_LT(abs(mp64(number(table, 12, "t") - 3 * pi<mp64>() / 8)), tiny * 10);
  request.count = "7";
  const table_value whole = trajectory_table(request);
  EXPECT_EQ(fact(whole, "stopped"), "no");
  EXPECT_EQ(whole.rows.size(), 21U);
}

TEST(sections, refuse_what_does_not_fit) {
  const auto mistake = [](const std::string& formula) {
    return refusal<invalid_input>(section_of("pendulum", formula, "1"));
  };
  EXPECT_NE(mistake("q3").find("unknown name 'q3'"), std::string::npos);
  EXPECT_NE(mistake("2*omega").find("is constant"), std::string::npos);
  EXPECT_NE(mistake("abs(q1)").find("not smooth"), std::string::npos);
  integration_request request = section_of("pendulum", "q1", "");
  EXPECT_NE(refusal<invalid_input>(request).find("--until"), std::string::npos);
  request.until = "1";
  request.direction = "left";
  EXPECT_NE(refusal<invalid_input>(request).find("unknown direction 'left'"), std::string::npos);
  request.direction = "";
  request.count = "0";
  EXPECT_NE(refusal<invalid_input>(request).find("--count"), std::string::npos);
  request.count = "";
  request.stop_at = "q1";
  EXPECT_NE(refusal<invalid_input>(request).find("do not go together"), std::string::npos);
  request.stop_at = "";
  request.section = "";
  request.direction = "up";
  EXPECT_NE(refusal<invalid_input>(request).find("goes with --section"), std::string::npos);
}

/// A pendulum in Cartesian coordinates, which swings above its pivot: its rod pulls and pushes.
integration_request slack_rod(const std::string& scheme) {
  integration_request r = section_of(
      std::string(PLUMBLINE_SOURCE_DIR) + "/examples/systems/rod.toml", "lambda.rod", "2");
  r.problem.start = {"v.x=4", "v.y=1/10", "v.z=3"};
  r.scheme = scheme;
  return r;
}

/// The rod neither pulls nor pushes where m v²/l = m g z/l; with E = v²/2 + g z that is z = 2 E/(3 g).
mp64 height_of_slack() {
  const mp64 g = decimal<mp64>("9.81");
  const mp64 energy = (25 + mp64(1) / 100) / 2 - g * 4 / 5;
  return 2 * energy / (3 * g);
}

TEST(sections, of_a_multiplier_are_where_the_rod_goes_slack) {
  const table_value table = trajectory_table(slack_rod("taylor"));
  ASSERT_EQ(table.rows.size(), 3U);
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_LT(abs(mp64(number(table, k, "q3") - height_of_slack())), tiny * 100);
  }
  integration_request steps = slack_rod("simpson");
  steps.step = "1/100";
  steps.observe = "lambda.rod";
  const table_value by_steps = trajectory_table(steps);
  ASSERT_EQ(by_steps.rows.size(), table.rows.size());
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_LT(abs(number(by_steps, k, "lambda.rod")), decimal<mp64>("1e-55"));
    EXPECT_LT(abs(mp64(number(by_steps, k, "t") - number(table, k, "t"))), decimal<mp64>("1e-4"));
  }
  steps.section.clear();
  steps.stop_at = "lambda.rod";
  const table_value stopped = trajectory_table(steps);
  EXPECT_LT(abs(number(stopped, stopped.rows.size() - 1, "lambda.rod")), decimal<mp64>("1e-55"));
  integration_request misspelt = slack_rod("taylor");
  misspelt.section = "lambda.rodd";
  EXPECT_NE(refusal<invalid_input>(misspelt).find("did you mean 'lambda.rod'?"), std::string::npos);
}

TEST(sections, of_a_multiplier_of_a_body_whose_mass_matrix_is_singular) {
  integration_request request =
      section_of(std::string(PLUMBLINE_SOURCE_DIR) + "/examples/systems/heavy-top.toml",
                 "lambda.top.unit + 11000", "1/2");
  request.observe = "lambda.top.unit";
  const table_value table = trajectory_table(request);
  ASSERT_GT(table.rows.size(), 0U);
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_LT(abs(mp64(number(table, k, "lambda.top.unit") + 11000)), decimal<mp64>("1e-52"));
  }
}

/// A request for certified crossings.
integration_request proven(const std::string& system, const std::string& formula,
                           const std::string& until, int digits = 40) {
  integration_request r = section_of(system, formula, until);
  r.scheme = "";
  r.certified = true;
  r.digits = digits;
  return r;
}

class certified_sections : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_certify()) {
      GTEST_SKIP() << "built without Arb";
    }
  }
};

TEST_F(certified_sections, are_the_zeros_of_the_cosine_within_their_radius) {
  const table_value table = trajectory_table(proven("harmonic-oscillator", "q1", "10"));
  ASSERT_EQ(table.rows.size(), 13U);
  EXPECT_EQ(table.columns.back().name, "radius");
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    const mp64 radius = number(table, k, "radius");
    EXPECT_LT(radius, decimal<mp64>("1e-38"));
    const mp64 t = (2 * static_cast<int>(k) + 1) * pi<mp64>() / 8;
    EXPECT_LE(abs(mp64(number(table, k, "t") - t)), radius);
    EXPECT_LE(abs(number(table, k, "q1")), radius);
    const int direction = k % 2 == 0 ? -1 : 1;
    EXPECT_LE(abs(mp64(number(table, k, "p1") - direction * 4)), radius);
    EXPECT_EQ(table.rows[k][3], std::to_string(direction));
  }
}

/// −sin t + 10^-40 is positive at the start and changes its sign at 10^-40, where an enclosure of 30 digits still contains zero.
TEST_F(certified_sections, of_a_start_close_before_the_section_begin_with_that_crossing) {
  integration_request r = proven("harmonic-oscillator", "p1+1e-40", "7", 30);
  r.problem.set = {"k=1"};
  const table_value table = trajectory_table(r);
  EXPECT_EQ(fact(table, "start_on_section"), "no");
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_LT(abs(mp64(number(table, 0, "t") - decimal<mp64>("1e-40"))), decimal<mp64>("1e-60"));
}

TEST_F(certified_sections, of_a_start_on_the_section_may_end_before_the_first_step_does) {
  for (const char* until : {"1e-5", "1/10", "1"}) {
    integration_request r = proven("harmonic-oscillator", "p1", until, 20);
    r.problem.set = {"k=1"};
    const table_value table = trajectory_table(r);
    EXPECT_EQ(fact(table, "start_on_section"), "yes") << until;
    EXPECT_TRUE(table.rows.empty()) << until;
  }
}

/// Whether it is before the last time or behind it no digits decide.
TEST_F(certified_sections, count_a_crossing_at_the_last_time) {
  for (const char* until : {"3", "1/2", "7"}) {
    const table_value table =
        trajectory_table(proven("pendulum", std::string("t - ") + until, until, 30));
    ASSERT_EQ(table.rows.size(), 1U) << until;
    EXPECT_LE(abs(mp64(number(table, 0, "t") - evaluate<mp64>(expression(until), {}))),
              number(table, 0, "radius"))
        << until;
  }
}

TEST_F(certified_sections, of_the_pendulum_lie_at_odd_quarters_of_its_period) {
  const mp64 period = 4 * ellint_k(mp64(1) / 2) / (2 * pi<mp64>());
  const table_value table = trajectory_table(proven("pendulum", "sin(q1)", "5*period", 30));
  ASSERT_EQ(table.rows.size(), 10U);
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_LE(abs(mp64(number(table, k, "t") - period * (2 * static_cast<int>(k) + 1) / 4)),
              number(table, k, "radius"));
  }
}

TEST_F(certified_sections, separate_near_crossings_and_pass_near_misses) {
  const table_value table = trajectory_table(proven("harmonic-oscillator", "q1 - 1 + 1e-30", "2"));
  ASSERT_EQ(table.rows.size(), 3U);
  const mp64 apart = number(table, 2, "t") - number(table, 1, "t");
  const mp64 angle = acos(mp64(1 - decimal<mp64>("1e-30")));
  EXPECT_LT(abs(mp64(apart - angle / 2)), decimal<mp64>("1e-38"));
  EXPECT_TRUE(trajectory_table(proven("harmonic-oscillator", "q1 - 1 - 1e-30", "2")).rows.empty());
}

TEST_F(certified_sections, refuse_in_words_what_touches_or_is_zero_throughout) {
  integration_request touching = proven("harmonic-oscillator", "q1 - 1", "2", 20);
  touching.problem.start = {"q1=0", "p1=4"};
  const std::string message = refusal<undecided_crossing>(touching);
  EXPECT_NE(message.find("undecided at t = 0.392699081698"), std::string::npos) << message;
  EXPECT_NE(refusal<undecided_crossing>(proven("harmonic-oscillator", "q1 - 1", "2", 20))
                .find("undecided at t = 0:"),
            std::string::npos);
  EXPECT_NE(
      refusal<undecided_crossing>(proven("harmonic-oscillator", "p1^2/2 + 8*q1^2 - 8", "2", 20)),
      "none");
  touching.section = "q1^3";
  touching.problem.start = {"q1=1", "p1=0"};
  EXPECT_NE(refusal<undecided_crossing>(touching), "none");
}

TEST_F(certified_sections, know_starts_on_the_section_directions_and_counts) {
  integration_request request = proven("harmonic-oscillator", "v1", "10", 20);
  request.direction = "up";
  request.count = "2";
  const table_value table = trajectory_table(request);
  EXPECT_EQ(fact(table, "start_on_section"), "yes");
  ASSERT_EQ(table.rows.size(), 2U);  // v = −4 sin 4t goes up at 4t = π, 3π
  EXPECT_LE(abs(mp64(number(table, 1, "t") - 3 * pi<mp64>() / 4)), number(table, 1, "radius"));
}

TEST_F(certified_sections, of_a_multiplier_are_where_the_rod_goes_slack) {
  integration_request request = slack_rod("");
  request.certified = true;
  request.digits = 30;
  const table_value table = trajectory_table(request);
  ASSERT_EQ(table.rows.size(), trajectory_table(slack_rod("taylor")).rows.size());
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_LE(abs(mp64(number(table, k, "q3") - height_of_slack())), number(table, k, "radius"));
  }
}

TEST_F(certified_sections, of_a_rod_that_swings_in_a_plane_take_no_endless_steps) {
  // y = 0 throughout, exactly: what a series leaves out is not measured by a number that is zero
  integration_request request = slack_rod("");
  request.certified = true;
  request.digits = 20;
  request.section = "z";
  request.problem.start = {"v.x=4", "v.y=0", "v.z=3"};
  const table_value table = trajectory_table(request);
  ASSERT_GT(table.rows.size(), 1U);
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_EQ(number(table, k, "q2"), mp64(0));
    EXPECT_LE(abs(mp64(abs(number(table, k, "q1")) - 1)), number(table, k, "radius"));
  }
}

TEST_F(certified_sections, agree_with_those_of_the_series) {
  for (const auto& [system, formula] :
       {std::pair{"double-pendulum", "q1 - q2"}, std::pair{"lagrange-top", "sin(phi)"},
        std::pair{"planar-two-body", "x1 - 1/2"}, std::pair{"damped-forced-oscillator", "x1"},
        std::pair{"reduced-lagrange-top", "sin(phi) - 1/2"}}) {
    const table_value series = trajectory_table(section_of(system, formula, "2"));
    const table_value exact = trajectory_table(proven(system, formula, "2", 30));
    ASSERT_EQ(series.rows.size(), exact.rows.size()) << system;
    EXPECT_GT(exact.rows.size(), 0U) << system;
    for (std::size_t k = 0; k < exact.rows.size(); ++k) {
      EXPECT_LE(abs(mp64(number(series, k, "t") - number(exact, k, "t"))),
                mp64(number(exact, k, "radius") + decimal<mp64>("1e-50")))
          << system;
    }
  }
}

/// All times are first + k apart, within their radii, and the directions alternate.
void expect_times(const table_value& table, std::int64_t count, const mp64& first,
                  const mp64& apart) {
  ASSERT_EQ(table.rows.size(), static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    const mp64 t = first + apart * static_cast<int>(k);
    ASSERT_LE(abs(mp64(number(table, k, "t") - t)), number(table, k, "radius")) << k;
    ASSERT_EQ(std::stoi(table.rows[k][table.rows[k].size() - 2]),
              std::stoi(table.rows[0][table.rows[0].size() - 2]) * (k % 2 == 0 ? 1 : -1))
        << k;
  }
}

/// Crossings of a long motion, to 20 digits.
integration_request many_crossings(const std::string& system, const std::string& formula,
                                   std::int64_t count) {
  integration_request r = proven(system, formula, "1000000", 20);
  r.count = std::to_string(count);
  return r;
}

const std::string kepler = std::string(PLUMBLINE_SOURCE_DIR) + "/examples/systems/kepler.toml";

TEST_F(certified_sections, of_hundreds_of_swings_are_none_too_many_and_none_missed) {
  const mp64 quarter = ellint_k(mp64(1) / 2) / (2 * pi<mp64>());
  const table_value table = trajectory_table(many_crossings("pendulum", "q1", 500));
  expect_times(table, 500, quarter, mp64(2 * quarter));
}

TEST_F(certified_sections, lose_digits_as_the_motion_does_and_not_in_each_period) {
  // from the perihelion, y = 0 at the multiples of π; errors grow like the time, so that 15 further digits are enough
  const table_value table = trajectory_table(many_crossings(kepler, "y", 50));
  expect_times(table, 50, pi<mp64>(), pi<mp64>());
  EXPECT_LE(std::stoi(fact(table, "working_digits")), 40);
}

TEST(long_certified_sections, of_the_pendulum_are_none_too_many_and_none_missed_in_10000) {
  if (!can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const mp64 quarter = ellint_k(mp64(1) / 2) / (2 * pi<mp64>());
  const table_value table = trajectory_table(many_crossings("pendulum", "q1", 10000));
  expect_times(table, 10000, quarter, mp64(2 * quarter));
  EXPECT_LE(std::stoi(fact(table, "working_digits")), 60);
}

TEST(times, of_every_scheme_lie_in_a_shorter_step) {
  // leapfrog from (1, 0) with k = 16: q(τ) = 1 − 8 τ², at τ = 1/4 behind no node
  integration_request request;
  request.system = "harmonic-oscillator";
  request.scheme = "leapfrog";
  request.step = "1/2";
  request.times = "1/2,1/4";
  const table_value table = trajectory_table(request);
  EXPECT_EQ(number(table, 0, "q1"), mp64(-1));
  EXPECT_EQ(number(table, 1, "q1"), mp64(1) / 2);
  EXPECT_EQ(fact(table, "inside_steps"), "partial step");
}

TEST(times, of_a_strobe_are_multiples_up_to_the_end) {
  integration_request request;
  request.system = "harmonic-oscillator";
  request.scheme = "taylor";
  request.strobe = "pi/2";
  request.until = "5";
  const table_value table = trajectory_table(request);
  ASSERT_EQ(table.rows.size(), 4U);      // 0, π/2, π, 3π/2
  for (std::size_t k = 0; k < 4; ++k) {  // the period of cos 4t
    EXPECT_LT(abs(mp64(number(table, k, "q1") - 1)), tiny);
    EXPECT_LT(abs(mp64(number(table, k, "t") - static_cast<int>(k) * pi<mp64>() / 2)), tiny);
  }
}

TEST(sections, are_a_quantity_that_sweeps_take) {
  measure_request request;
  request.quantity = "sections";
  request.system = "harmonic-oscillator";
  request.scheme = "taylor";
  request.until = "10";
  request.arguments = {"section=q1", "direction=up"};
  run_host host;
  const measured_values found = measure(request, {}, 30, host);
  const auto value = [&](const std::string& name) {
    const auto place = std::ranges::find(found.values, name, &named_value::name);
    return place == found.values.end() ? mp64(-99) : from_text<mp64>(place->re);
  };
  EXPECT_EQ(value("crossings"), mp64(6));
  EXPECT_LT(abs(mp64(value("interval") - pi<mp64>() / 2)), decimal<mp64>("1e-29"));
  EXPECT_LT(abs(mp64(value("time") - 23 * pi<mp64>() / 8)), decimal<mp64>("1e-28"));
  EXPECT_LT(abs(mp64(value("p1") - 4)), decimal<mp64>("1e-28"));
  EXPECT_LT(abs(mp64(value("mean.p1") - 4)), decimal<mp64>("1e-28"));
}

}  // namespace
}  // namespace plumbline
