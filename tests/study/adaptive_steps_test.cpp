// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steps that adapt, against closed forms: the oscillator q = cos 4t of m = 1, k = 16, Kepler's ellipse, the first step of symplectic
// Euler on K = σ (H − H_0), which is a quadratic equation; orders from both sides; and what a rotation by a varying angle does to areas.
#include "constraints/constrained_run.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {
namespace {

mp64 number(const table_value& table, std::size_t row, const std::string& column) {
  const auto found = std::ranges::find(table.columns, column, &table_column::name);
  return from_text<mp64>(
      table.rows.at(row).at(static_cast<std::size_t>(found - table.columns.begin())));
}

std::string fact(const table_value& table, const std::string& key) {
  const auto found = std::ranges::find(table.facts, key, &metadata_entry::key);
  return found == table.facts.end() ? "missing" : text_of(*found);
}

mp64 number_of(const table_value& table, const std::string& key) {
  return from_text<mp64>(fact(table, key));
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

integration_request by_step_function(const std::string& system, const std::string& scheme,
                                     const std::string& step, const std::string& sigma,
                                     const std::string& until) {
  integration_request request;
  request.system = system;
  request.scheme = scheme;
  request.step = step;
  request.step_function = sigma;
  request.until = until;
  return request;
}

const std::string systems = PLUMBLINE_SOURCE_DIR "/examples/systems/";

TEST(adaptive_steps, of_an_embedded_pair_keep_to_the_tolerance) {
  std::vector<mp64> errors;
  std::vector<std::string> steps;
  for (const char* tolerance : {"1e-6", "1e-10"}) {
    integration_request request;
    request.system = "harmonic-oscillator";
    request.scheme = "dormand-prince";
    request.tolerance = tolerance;
    request.until = "5";
    const table_value table = trajectory_table(request);
    EXPECT_EQ(fact(table, "adaptivity"), "plain");
    EXPECT_EQ(table.rows.back().front(), "5");
    EXPECT_EQ(fact(table, "steps"), std::to_string(table.rows.size() - 1));
    errors.push_back(abs(mp64(number(table, table.rows.size() - 1, "q1") - cos(mp64(20)))));
  }
  EXPECT_LT(errors[0], decimal<mp64>("1e-4"));
  EXPECT_LT(errors[1], decimal<mp64>("1e-8"));
  EXPECT_LT(errors[1] * 100, errors[0]);
}

TEST(adaptive_steps, of_a_symplectic_scheme_are_doubled) {
  std::vector<mp64> errors;
  for (const char* tolerance : {"1e-8", "1e-12"}) {
    integration_request request;
    request.system = "harmonic-oscillator";
    request.scheme = "galerkin-gauss";
    request.problem.set = {"degree=3"};
    request.tolerance = tolerance;
    request.until = "5";
    const table_value table = trajectory_table(request);
    EXPECT_EQ(fact(table, "adaptivity"), "plain");
    errors.push_back(abs(mp64(number(table, table.rows.size() - 1, "q1") - cos(mp64(20)))));
    // H = p²/2 + 8 q²: the change of the energy at the end is that of the last row
    const mp64 p = number(table, table.rows.size() - 1, "p1");
    const mp64 q = number(table, table.rows.size() - 1, "q1");
    const mp64 change = abs(mp64(p * p / 2 + 8 * q * q - 8));
    EXPECT_LT(abs(mp64(from_text<mp64>(fact(table, "energy_change_at_end")) - change)),
              change / 100 + decimal<mp64>("1e-60"));
  }
  EXPECT_LT(errors[0], decimal<mp64>("1e-5"));
  EXPECT_LT(errors[1], decimal<mp64>("1e-9"));
  EXPECT_LT(errors[1] * 100, errors[0]);
}

TEST(adaptive_steps, by_a_step_function_come_back_the_same_way) {
  // the pendulum there, and back with the momentum reversed: the nodes of the way back are those of the way there
  integration_request request;
  request.system = "pendulum";
  request.scheme = "leapfrog";
  request.step = "1/50";
  request.step_function = "1/(1 + p1^2/40)";
  request.until = "1";
  const table_value there = trajectory_table(request);
  EXPECT_EQ(fact(there, "adaptivity"), "reversible");
  const std::size_t node = there.rows.size() - 2;  // the last step is shorter
  request.until = there.rows[node][0];
  request.problem.start = {"q1=" + there.rows[node][1],
                           "p1=" + mp64(-number(there, node, "p1")).str()};
  const table_value back = trajectory_table(request);
  ASSERT_GE(back.rows.size(), node + 1);
  for (std::size_t k = 0; k < node; ++k) {
    EXPECT_LT(abs(mp64(number(back, k, "q1") - number(there, node - k, "q1"))),
              decimal<mp64>("1e-58"));
  }
  EXPECT_NE(fact(there, "step_range"), "missing");
}

// A first trial that is far too long ends far away. Were its end one of the largest states, the tolerance would be one relative to it.
TEST(adaptive_steps, of_rejected_trials_leave_no_trace) {
  for (const auto& [scheme, system] :
       {std::pair("dormand-prince", "double-pendulum"), std::pair("fehlberg", "pendulum"),
        std::pair("gauss-collocation", "pendulum")}) {
    SCOPED_TRACE(scheme);
    integration_request request;
    request.system = system;
    request.scheme = scheme;
    request.tolerance = "1e-8";
    request.until = "5";
    request.digits = 34;
    request.step = "1/1000";
    const table_value from_short = trajectory_table(request);
    request.step = "100000";
    const table_value from_long = trajectory_table(request);
    EXPECT_GT(std::stoi(fact(from_long, "rejected")), std::stoi(fact(from_short, "rejected")) + 3);
    const double steps = std::stod(fact(from_long, "steps"));
    EXPECT_NEAR(steps, std::stod(fact(from_short, "steps")), 20);
    const auto last = from_long.rows.size() - 1;
    EXPECT_LT(abs(mp64(number(from_long, last, "q1") -
                       number(from_short, from_short.rows.size() - 1, "q1"))),
              decimal<mp64>("1e-5"));
  }
}

// q = cos 4t is 0 at π/8, 3π/8, …: against the closed form. That the nodes are the same is a question of consistency.
TEST(adaptive_steps, cross_a_section_between_their_nodes) {
  for (const char* scheme : {"dormand-prince", "gauss-collocation"}) {
    SCOPED_TRACE(scheme);
    integration_request request;
    request.system = "harmonic-oscillator";
    request.scheme = scheme;
    request.tolerance = "1e-12";
    request.until = "5";
    request.section = "q1";
    const table_value crossings = trajectory_table(request);
    EXPECT_EQ(fact(crossings, "crossings"), "6");
    ASSERT_EQ(crossings.rows.size(), 6U);
    for (std::size_t k = 0; k < 6; ++k) {
      const mp64 t = (2 * static_cast<int>(k) + 1) * pi<mp64>() / 8;
      EXPECT_LT(abs(mp64(number(crossings, k, "t") - t)), decimal<mp64>("1e-9")) << k;
      EXPECT_LT(abs(number(crossings, k, "q1")), decimal<mp64>("1e-60")) << k;
      EXPECT_EQ(crossings.rows[k].back(), k % 2 == 0 ? "-1" : "1");
    }
    request.section = "";
    const table_value plain = trajectory_table(request);
    EXPECT_EQ(fact(plain, "steps"), fact(crossings, "steps"));
    request.stop_at = "q1";
    request.direction = "up";
    const table_value stopped = trajectory_table(request);
    EXPECT_EQ(fact(stopped, "stopped"), "yes");
    EXPECT_EQ(std::vector(stopped.rows.back().begin(), stopped.rows.back().end() - 1),
              std::vector(crossings.rows[1].begin(), crossings.rows[1].end() - 2));
    for (std::size_t k = 0; k + 1 < stopped.rows.size(); ++k) {
      EXPECT_EQ(stopped.rows[k], plain.rows[k]) << k;
    }
  }
}

TEST(adaptive_steps, give_states_at_any_times) {
  for (const char* scheme : {"dormand-prince", "gauss-collocation"}) {
    SCOPED_TRACE(scheme);
    integration_request request;
    request.system = "harmonic-oscillator";
    request.scheme = scheme;
    request.tolerance = "1e-12";
    request.times = "5,1/3,0,1/3,pi";
    const table_value table = trajectory_table(request);
    ASSERT_EQ(table.rows.size(), 5U);
    for (std::size_t k = 0; k < 5; ++k) {
      const mp64 t = number(table, k, "t");
      EXPECT_LT(abs(mp64(number(table, k, "q1") - cos(mp64(4 * t)))), decimal<mp64>("1e-8")) << k;
    }
    EXPECT_EQ(table.rows[1], table.rows[3]);
    EXPECT_EQ(number(table, 2, "q1"), 1);
    request.times = "";
    request.until = "5";
    EXPECT_EQ(trajectory_table(request).rows.back(), table.rows[0]);
    request.strobe = "pi/2";  // the period
    const table_value strobed = trajectory_table(request);
    ASSERT_EQ(strobed.rows.size(), 4U);
    EXPECT_LT(abs(mp64(number(strobed, 3, "q1") - 1)), decimal<mp64>("1e-8"));
    EXPECT_EQ(fact(strobed, "until"), "5");
    request.strobe = "";
    request.until = "";
    // times that differ beyond the digits by default
    request.digits = 100;
    request.times = "1,1+1e-90,2-1";
    EXPECT_EQ(trajectory_table(request).rows.size(), 3U);
    request.digits = 64;
    request.times = "-1";
    EXPECT_NE(refusal<invalid_input>(request).find("go forwards"), std::string::npos);
  }
}

// Inside the first step a state is that of a shorter step: where the way there is one step of its own, the two agree. (Consistency.)
TEST(adaptive_steps, by_a_step_function_have_shorter_steps_between_their_nodes) {
  for (const char* how : {"reversible", "symplectic"}) {
    SCOPED_TRACE(how);
    const std::string sigma = "1/(1 + p1^2/40)";
    auto request = by_step_function("pendulum", "leapfrog", "1/80", sigma, "1/5");
    request.problem.start = {"p1=1"};
    request.adaptivity = how;
    const table_value shorter = trajectory_table(request);
    request.step = "1/20";
    request.until = "";
    request.times = shorter.rows[1][0] + ",1/5";
    const table_value longer = trajectory_table(request);
    EXPECT_LT(abs(mp64(number(longer, 0, "q1") - number(shorter, 1, "q1"))),
              decimal<mp64>("1e-61"));
    EXPECT_LT(abs(mp64(number(longer, 0, "p1") - number(shorter, 1, "p1"))),
              decimal<mp64>("1e-60"));
    // and a crossing lies on the section, at the time at which it is said to lie
    request.times = "";
    request.until = "1";
    request.section = "q1 - 1";
    const table_value crossings = trajectory_table(request);
    ASSERT_GE(crossings.rows.size(), 1U);
    EXPECT_LT(abs(mp64(number(crossings, 0, "q1") - 1)), decimal<mp64>("1e-60"));
    request.section = "";
    request.until = "";
    request.times = crossings.rows[0][0] + ",1";
    const table_value there = trajectory_table(request);
    EXPECT_LT(abs(mp64(number(there, 0, "q1") - 1)), decimal<mp64>("1e-60"));
    EXPECT_LT(abs(mp64(number(there, 0, "p1") - number(crossings, 0, "p1"))),
              decimal<mp64>("1e-60"));
  }
}

TEST(adaptive_steps, refuse_schemes_that_cannot) {
  integration_request request;
  request.system = "pendulum";
  request.scheme = "rk4";
  request.step = "1/50";
  request.until = "1";
  request.step_function = "1/(1 + p1^2)";
  EXPECT_NE(refusal<invalid_input>(request).find("rk4 is not symmetric"), std::string::npos);
  request.step_function = "";
  request.tolerance = "1e-6";
  EXPECT_NE(refusal<invalid_input>(request).find("rk4 is neither"), std::string::npos);
  request.scheme = "leapfrog";
  request.tolerance = "";
  request.step_function = "cos(q1) - 3";
  EXPECT_NE(refusal<step_failure>(request).find("must be positive"), std::string::npos);
}

// The exponents of 64 digits have no end: a step is nothing where the time does not change.
TEST(adaptive_steps, end_where_they_shrink_to_nothing) {
  integration_request request;
  request.system = "harmonic-oscillator";
  request.scheme = "leapfrog";
  request.step = "1/10";
  request.until = "4";
  request.step_function = "q1";
  request.digits = 64;
  EXPECT_NE(refusal<step_failure>(request).find("shrink to nothing"), std::string::npos);
  // a fall into a centre of attraction
  const testing::text_file fall(
      "name = \"fall\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = "
      "\"(dot(x)^2 + dot(y)^2)/2 + 1/sqrt(x^2 + y^2)\"\n[start]\nx = \"1\"\n");
  request.system = fall.path();
  request.scheme = "dormand-prince";
  request.step = "";
  request.until = "2";
  request.step_function = "";
  request.tolerance = "1e-6";
  EXPECT_NE(refusal<step_failure>(request).find("shrink to nothing"), std::string::npos);
}

TEST(symplectic_steps, of_euler_are_the_root_of_a_quadratic_equation) {
  // H = p²/2 + 8 q², σ = 1/(1 + q²), from q = 1, p = 0: p_1 = −τ (8 − p_1²/4), q_1 = 1 + τ p_1/2, t_1 = τ/2
  const table_value table = trajectory_table(
      by_step_function("harmonic-oscillator", "symplectic-euler-a", "1/20", "1/(1 + q1^2)", "1"));
  EXPECT_EQ(fact(table, "adaptivity"), "symplectic");
  const mp64 tau = rational<mp64>(1, 20);
  const mp64 p = (1 - sqrt(mp64(1 + 8 * tau * tau))) * 2 / tau;
  EXPECT_LT(abs(mp64(number(table, 1, "p1") - p)), decimal<mp64>("1e-60"));
  EXPECT_LT(abs(mp64(number(table, 1, "q1") - (1 + tau * p / 2))), decimal<mp64>("1e-61"));
  EXPECT_LT(abs(mp64(number(table, 1, "t") - tau / 2)), decimal<mp64>("1e-62"));
  EXPECT_EQ(table.rows.back().front(), "1");
  EXPECT_LT(number_of(table, "symplecticity"), decimal<mp64>("1e-60"));
  EXPECT_EQ(fact(table, "verdict").rfind("symplectic, not reversible", 0), 0U)
      << fact(table, "verdict");
}

/// The distance of the end from a run by Taylor series.
mp64 error_of(const integration_request& request) {
  integration_request exact;
  exact.system = request.system;
  exact.scheme = "taylor";
  exact.times = request.until;
  const table_value found = trajectory_table(request);
  const table_value truth = trajectory_table(exact);
  EXPECT_EQ(fact(found, "adaptivity"), "symplectic");
  if (fact(found, "verdict") != "missing") {  // there is one where the system is autonomous
    EXPECT_LT(number_of(found, "symplecticity"), decimal<mp64>("1e-58")) << request.scheme;
  }
  mp64 sum(0);
  for (std::size_t k = 1; k < truth.columns.size(); ++k) {
    const std::string& column = truth.columns[k].name;
    const mp64 gap = number(found, found.rows.size() - 1, column) - number(truth, 0, column);
    sum += gap * gap;
  }
  return sqrt(sum);
}

void expect_order(integration_request request, double order, double least = 0.15) {
  request.adaptivity = "symplectic";
  const mp64 coarse = error_of(request);
  request.step = "(" + request.step + ")/2";
  const double found = std::log2(to_double(mp64(coarse / error_of(request))));
  EXPECT_NEAR(found, order, least) << request.scheme << " on " << request.system;
}

TEST(symplectic_steps, have_the_order_of_their_scheme) {
  const std::vector<std::pair<std::string, double>> schemes = {
      {"symplectic-euler-b", 1}, {"leapfrog", 2},
      {"midpoint", 2},           {"simpson", 4},
      {"forest-ruth", 4},        {"blanes-moan-4", 4},
      {"gauss-collocation", 6},  {"lobatto-iiia-iiib", 4}};
  for (const auto& [scheme, order] : schemes) {
    integration_request request =
        by_step_function("pendulum", scheme, "1/200", "1/(1 + p1^2/80 + q1^2/4)", "1/2");
    if (scheme == "gauss-collocation") {
      request.scheme = "gauss-collocation:stages=3";
    }
    expect_order(request, order);
  }
}

TEST(symplectic_steps, invert_a_mass_matrix_and_follow_the_time) {
  expect_order(by_step_function("double-pendulum", "gauss-collocation:stages=2", "1/100",
                                "1/(1 + v1^2/20)", "1/2"),
               4);
  expect_order(
      by_step_function(PLUMBLINE_SOURCE_DIR "/tests/study/shaken_pendulum.toml",
                       "gauss-collocation:stages=2", "1/10", "1/(1 + q1^2 + sin(t)^2)", "1"),
      4);
}

TEST(symplectic_steps, take_keplers_ellipse_of_eccentricity_99_per_cent) {
  // a = 1: with σ = r the steps are those of the eccentric anomaly, 2π/H of them in a period of 2π
  integration_request request = by_step_function(
      systems + "kepler.toml", "gauss-collocation:stages=3", "2*pi/800", "sqrt(x^2 + y^2)", "2*pi");
  request.problem.set = {"ecc=99/100"};
  request.adaptivity = "symplectic";
  request.digits = 34;
  std::vector<mp64> errors;
  for (const char* step : {"2*pi/800", "2*pi/1600"}) {
    request.step = step;
    const table_value table = trajectory_table(request);
    const auto steps = static_cast<double>(table.rows.size() - 1);
    EXPECT_NEAR(steps, step == std::string("2*pi/800") ? 800 : 1600, 1);
    EXPECT_LT(number_of(table, "symplecticity"), decimal<mp64>("1e-24"));
    EXPECT_EQ(fact(table, "verdict").rfind("symplectic, reversible", 0), 0U)
        << fact(table, "verdict");
    const mp64 x = number(table, table.rows.size() - 1, "q1") - rational<mp64>(1, 100);
    const mp64 y = number(table, table.rows.size() - 1, "q2");
    errors.push_back(sqrt(mp64(x * x + y * y)));
  }
  EXPECT_LT(errors[0], decimal<mp64>("1e-10"));
  EXPECT_NEAR(std::log2(to_double(mp64(errors[0] / errors[1]))), 6, 0.2);
}

TEST(symplectic_steps, are_refused_where_there_is_no_hamiltonian_or_no_table) {
  integration_request request =
      by_step_function("pendulum", "symplectic-euler-a", "1/50", "1/(1 + p1^2)", "1");
  request.adaptivity = "reversible";
  EXPECT_NE(refusal<invalid_input>(request).find("symplectic-euler-a is not symmetric"),
            std::string::npos);
  request.adaptivity = "symplektic";
  EXPECT_NE(refusal<invalid_input>(request).find("did you mean 'symplectic'?"), std::string::npos);
  request.adaptivity = "symplectic";
  request.scheme = "rk4";
  EXPECT_NE(refusal<invalid_input>(request).find("rk4 is not symplectic"), std::string::npos);
  request.scheme = "blanes-moan-srkn6";
  EXPECT_NE(refusal<invalid_input>(request).find("kinetic energies that are quadratic"),
            std::string::npos);
  request.scheme = "exact-oscillator";
  EXPECT_NE(refusal<invalid_input>(request).find("is no table of coefficients"), std::string::npos);
  request.scheme = "midpoint";
  request.step_function = "";
  EXPECT_NE(refusal<invalid_input>(request).find("--adaptivity goes with --step-function"),
            std::string::npos);
  request.step_function = "1/(1 + q1^2)";
  request.system = systems + "driven-pendulum.toml";
  EXPECT_NE(refusal<invalid_input>(request).find("forces that are not in its Lagrangian"),
            std::string::npos);
  request.system = "pendulum";
  request.step_function = "cos(q1) - 3";
  EXPECT_NE(refusal<step_failure>(request).find("must be positive"), std::string::npos);
}

TEST(adaptive_verdict, of_reversible_steps_is_the_area_that_varying_angles_make) {
  // Exact steps turn φ by 4 h, h = H (σ(φ_0) + σ(φ_1))/2, σ = 1 + cos² φ/4: ∂φ_1/∂φ_0 = (1 + 2 H σ′_0)/(1 − 2 H σ′_1), the
  // determinant of the step; the defect of a map of the plane is √2 |det − 1|
  integration_request request =
      by_step_function("harmonic-oscillator", "exact-oscillator", "1/10", "1 + q1^2/4", "10");
  const table_value table = trajectory_table(request);
  const auto steps = static_cast<std::size_t>(to_double(number_of(table, "verdict_steps")));
  ASSERT_GT(steps, 3U);
  const mp64 h = rational<mp64>(1, 10);
  const auto slope = [&](std::size_t k) {  // q = cos φ, p = −4 sin φ
    return mp64(number(table, k, "q1") * number(table, k, "p1") / 8);
  };
  mp64 area(1);
  for (std::size_t k = 0; k < steps; ++k) {
    area *= (1 + 2 * h * slope(k)) / (1 - 2 * h * slope(k + 1));
  }
  const mp64 expected = sqrt(mp64(2)) * abs(mp64(area - 1));
  EXPECT_GT(expected, decimal<mp64>("1e-3"));
  EXPECT_LT(abs(mp64(number_of(table, "symplecticity") - expected)), expected / 100);
  EXPECT_LT(number_of(table, "symplecticity_held"), decimal<mp64>("1e-60"));
  EXPECT_LT(number_of(table, "reversibility"), decimal<mp64>("1e-58"));
  EXPECT_EQ(fact(table, "verdict"), "not symplectic, reversible, energy without a trend");
}

TEST(adaptive_verdict, of_a_tolerance_is_neither_symplectic_nor_reversible) {
  integration_request request;
  request.system = "pendulum";
  request.scheme = "gauss-collocation:stages=2";
  request.tolerance = "1e-6";
  request.until = "20";
  const table_value table = trajectory_table(request);
  EXPECT_LT(number_of(table, "symplecticity_held"), decimal<mp64>("1e-58"));
  EXPECT_GT(number_of(table, "symplecticity"), decimal<mp64>("1e-9"));
  EXPECT_GT(number_of(table, "reversibility"), decimal<mp64>("1e-12"));
  EXPECT_EQ(fact(table, "verdict").rfind("not symplectic, not reversible", 0), 0U)
      << fact(table, "verdict");
}

// In double a defect of 1e-8 is no rounding error; and lengths that are at their bound do not follow the state.
TEST(adaptive_verdict, is_the_same_in_double_and_where_the_first_lengths_are_bounds) {
  for (const auto& [scheme, step] :
       {std::pair("dormand-prince", ""), std::pair("gauss-collocation:stages=4", "1/100000")}) {
    SCOPED_TRACE(scheme);
    integration_request request;
    request.system = systems + "kepler.toml";
    request.scheme = scheme;
    request.step = step;
    request.tolerance = "1e-8";
    request.until = "3";
    for (const int digits : {16, 34}) {
      request.digits = digits;
      const table_value table = trajectory_table(request);
      EXPECT_EQ(fact(table, "verdict").rfind("not symplectic, not reversible", 0), 0U)
          << digits << ": " << fact(table, "verdict");
    }
  }
}

TEST(adaptive_verdict, of_a_step_function_that_knows_the_way_is_not_reversible) {
  // σ changes with the sign of the velocity, so the way back has other steps
  integration_request request = by_step_function("pendulum", "leapfrog", "1/100", "1 + p1/40", "5");
  EXPECT_GT(number_of(trajectory_table(request), "reversibility"), decimal<mp64>("1e-8"));
  request.step_function = "1 + p1^2/80";
  EXPECT_LT(number_of(trajectory_table(request), "reversibility"), decimal<mp64>("1e-55"));
}

TEST(adaptive_verdict, is_silent_where_nothing_is_to_be_kept) {
  integration_request request;
  request.system = systems + "lorenz.toml";
  request.scheme = "dormand-prince";
  request.tolerance = "1e-6";
  request.until = "1";
  EXPECT_EQ(fact(trajectory_table(request), "verdict"), "missing");
}

}  // namespace
}  // namespace plumbline
