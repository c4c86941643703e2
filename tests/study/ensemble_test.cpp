// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Trajectories in lanes. Kind: consistency (bit for bit what the scheme's stepper gives each trajectory alone), accuracy of the
// vector functions (against the exact lanes over one step), wrong input.
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/study/ensemble.hpp>
#include <plumbline/study/integrate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace {

using namespace plumbline;

struct runs {
  std::vector<model<double>> systems;
  std::vector<vector<double>> states;
  std::vector<double> t0;
  std::vector<double> h;
};

/// So many trajectories: the first parameters, the starts, times and steps are random numbers.
runs random_runs(const system_entry& entry, std::size_t count, unsigned seed,
                 double longest_step = 0.05) {
  std::mt19937_64 random(seed);
  const auto uniform = [&random](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  runs r;
  for (std::size_t k = 0; k < count; ++k) {
    settings chosen;
    if (!entry.parameters.empty()) {
      chosen[entry.parameters[0].name] = std::to_string(uniform(0.5, 2));
    }
    r.systems.push_back(entry.make<double>(chosen));
    const auto n = static_cast<Eigen::Index>(entry.dimension);
    vector<double> y(entry.kind == system_kind::first_order ? n : 2 * n);
    for (double& x : y) {
      x = uniform(-1, 1);
    }
    r.states.push_back(y);
    r.t0.push_back(uniform(0, 1));
    r.h.push_back(uniform(0.01, longest_step));
  }
  return r;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

void expect_the_bits_of_one(const system_entry& entry, const std::string& scheme, std::size_t count,
                            int steps, double longest_step = 0.05) {
  const runs r = random_runs(entry, count, 20260401U, longest_step);
  std::vector<vector<double>> together = r.states;
  ensemble many(scheme, r.systems);
  const std::vector<bool> ok = many.run(together, r.t0, r.h, steps);
  std::size_t failures = 0;
  for (std::size_t k = 0; k < count; ++k) {
    auto stepper = find_scheme(scheme).make<double>({}, r.systems[k]);
    vector<double> alone = r.states[k];
    try {
      ASSERT_EQ(integrate<double>(stepper, alone, time_grid<double>(r.t0[k], r.h[k], steps),
                                  [](std::int64_t, const double&, const vector<double>&) {}),
                run_outcome::finished);
    } catch (const step_failure&) {
      EXPECT_FALSE(ok[k]) << entry.name() << " " << scheme << " " << k;
      ++failures;
      continue;
    }
    ASSERT_TRUE(ok[k]) << entry.name() << " " << scheme << " " << k;
    for (Eigen::Index i = 0; i < alone.size(); ++i) {
      EXPECT_TRUE(same_bits(alone[i], together[k][i]))
          << entry.name() << " " << scheme << " trajectory " << k << ": " << alone[i] << " and "
          << together[k][i];
    }
  }
  EXPECT_LE(10 * failures, count) << entry.name() << " " << scheme;
}

constexpr const char* chain_text = R"toml(
name = "chain"
coordinates = ["a", "b", "c"]
lagrangian = "m/2*dot(a)^2 + dot(b)^2/2 + dot(a)*dot(b)/5 + dot(c)^2 - exp(a - b) - exp(b - c) - sqrt(1 + c^2) - log(2 + a^2) - a*b/(3 + c^2)"
[parameters]
m = "3/2"
)toml";

constexpr const char* driven_text = R"toml(
name = "driven"
coordinates = ["x", "y"]
lagrangian = "(k + x^2)*dot(x)^2/2 + dot(x)*dot(y)*sin(y)/3 + dot(y)^2 - cos(x - y) + x*cos(3*t) - atan(y)"
[forces]
y = "-dot(y)/10 + tanh(x)"
[parameters]
k = "2"
)toml";

constexpr const char* field_text = R"toml(
name = "field"
coordinates = ["x", "y", "z"]
[equations]
x = "s*(y - x)"
y = "x*(3 - z) - y + sin(t)"
z = "x*y - z"
[parameters]
s = "2"
)toml";

// A charge in a magnetic field: its momenta at rest are not zero.
constexpr const char* charge_text = R"toml(
name = "charge"
coordinates = ["x", "y"]
lagrangian = "m/2*(dot(x)^2 + dot(y)^2) + x*dot(y) - y^2*dot(x)/2 - (x^2 + y^2)/2 - x^2*y/3"
[parameters]
m = "3/2"
)toml";

TEST(ensemble, gives_each_trajectory_the_bits_that_it_has_alone) {
  const auto chain = parse_system(chain_text, "chain");
  const auto driven = parse_system(driven_text, "driven");
  const auto field = parse_system(field_text, "field");
  for (const char* const scheme : {"leapfrog", "symplectic-euler-a", "symplectic-euler-b", "rk4"}) {
    expect_the_bits_of_one(find_system("pendulum"), scheme, 101, 200);
    expect_the_bits_of_one(*chain, scheme, 37, 100);
  }
  expect_the_bits_of_one(find_system("double-pendulum"), "rk4", 70, 50);
  expect_the_bits_of_one(*driven, "rk4", 9, 50);
  expect_the_bits_of_one(*parse_system(charge_text, "charge"), "rk4", 33, 50);
  expect_the_bits_of_one(*field, "rk4", 130, 50);
}

TEST(ensemble, gives_each_trajectory_the_bits_that_an_implicit_step_has_alone) {
  const auto chain = parse_system(chain_text, "chain");
  const auto driven = parse_system(driven_text, "driven");
  for (const char* const scheme : {"simpson", "midpoint"}) {
    // of longer steps of the midpoint rule, the equations of a fifth of these motions have no root that is found
    expect_the_bits_of_one(find_system("double-pendulum"), scheme, 101, 100, 0.025);
    expect_the_bits_of_one(find_system("linear-double-pendulum"), scheme, 9, 50);
    expect_the_bits_of_one(*chain, scheme, 70, 50);
    expect_the_bits_of_one(*driven, scheme, 33, 50);
    expect_the_bits_of_one(*parse_system(charge_text, "charge"), scheme, 33, 50);
  }
  expect_the_bits_of_one(find_system("pendulum"), "simpson", 40, 200);
}

// Long steps: some lanes of a block need a new Jacobian, or damped steps, where their neighbours converge at once.
TEST(ensemble, of_an_implicit_scheme_mixes_lanes_that_converge_quickly_and_slowly) {
  const auto& entry = find_system("double-pendulum");
  const model<double> system = entry.make<double>();
  std::mt19937_64 random(11U);
  std::uniform_real_distribution<double> angle(-3, 3);
  constexpr std::size_t count = 96;
  std::vector<vector<double>> starts;
  std::vector<double> h;
  for (std::size_t k = 0; k < count; ++k) {
    starts.push_back(vector<double>{{angle(random), angle(random), 0.3 * angle(random), 0.}});
    h.push_back(k % 3 == 0 ? 0.2 : k % 3 == 1 ? 0.08 : 0.01);
  }
  starts[40][0] = std::numeric_limits<double>::infinity();
  const std::vector<double> t0(count, 0.);
  constexpr int steps = 20;
  std::vector<vector<double>> together = starts;
  const auto ok =
      ensemble("simpson", std::vector<model<double>>(count, system)).run(together, t0, h, steps);
  int most_iterations = 0;
  int fewest_iterations = 100;
  for (std::size_t k = 0; k < count; ++k) {
    auto stepper = find_scheme("simpson").make<double>({}, system);
    vector<double> alone = starts[k];
    bool good = true;
    for (int n = 0; good && n < steps; ++n) {
      const solve_report report = stepper.step(alone, n * h[k], h[k]);
      good = report.ok();
      if (good) {
        most_iterations = std::max(most_iterations, report.iterations);
        fewest_iterations = std::min(fewest_iterations, report.iterations);
      }
    }
    ASSERT_EQ(ok[k], good) << k;
    for (Eigen::Index i = 0; good && i < alone.size(); ++i) {
      EXPECT_TRUE(same_bits(alone[i], together[k][i]))
          << k << ": " << alone[i] << " and " << together[k][i];
    }
  }
  EXPECT_FALSE(ok[40]);
  EXPECT_LE(fewest_iterations, 3);  // otherwise this test shows less than it says
  EXPECT_GE(most_iterations, 8);
}

TEST(ensemble, of_vector_functions_is_right_to_some_units_of_the_last_place) {
  const auto chain = parse_system(chain_text, "chain");
  {
    const runs r = random_runs(find_system("double-pendulum"), 50, 8U);
    std::vector<vector<double>> exact = r.states;
    std::vector<vector<double>> fast = r.states;
    (void)ensemble("simpson", r.systems).run(exact, r.t0, r.h, 10);
    (void)ensemble("simpson", r.systems, lane_functions::vector).run(fast, r.t0, r.h, 10);
    for (std::size_t k = 0; k < exact.size(); ++k) {
      for (Eigen::Index i = 0; i < exact[k].size(); ++i) {
        EXPECT_NEAR(exact[k][i], fast[k][i], 1e-11)
            << k;  // l = 0.25: an angle's error times w² = 40 a step
      }
    }
  }
  for (const system_entry* entry : {&find_system("pendulum"), chain.get()}) {
    const runs r = random_runs(*entry, 200, 7U);
    std::vector<vector<double>> exact = r.states;
    std::vector<vector<double>> fast = r.states;
    (void)ensemble("leapfrog", r.systems).run(exact, r.t0, r.h, 10);
    (void)ensemble("leapfrog", r.systems, lane_functions::vector).run(fast, r.t0, r.h, 10);
    bool any = false;
    for (std::size_t k = 0; k < exact.size(); ++k) {
      for (Eigen::Index i = 0; i < exact[k].size(); ++i) {
        // ten steps, each with a force that is wrong by up to 4 units, times the step
        EXPECT_NEAR(exact[k][i], fast[k][i], 1e-13) << entry->name() << " " << k;
        any = any || exact[k][i] != fast[k][i];
      }
    }
    EXPECT_LE(any, has_vector_functions());
  }
}

TEST(ensemble, says_which_trajectory_failed) {
  const auto entry = parse_system(
      "name = \"pole\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 + log(x)\"\n", "pole");
  std::vector<model<double>> systems(3, entry->make<double>());
  std::vector<vector<double>> states = {
      vector<double>{{1., 0.}}, vector<double>{{-1., 0.}},
      vector<double>{{std::numeric_limits<double>::infinity(), 0.}}};
  const std::vector<double> t0(3, 0.);
  const std::vector<double> h(3, 0.1);
  ensemble many("leapfrog", systems);
  const auto ok = many.run(states, t0, h, 5);
  EXPECT_TRUE(ok[0]);
  EXPECT_FALSE(ok[2]);
  int asked = 0;
  const auto stopped = many.run(states, t0, h, 5000, [&asked] { return ++asked > 2; });
  EXPECT_EQ(std::count(stopped.begin(), stopped.end(), true), 0);
  EXPECT_EQ(asked, 3);
}

TEST(ensemble, refuses_what_does_not_belong_together) {
  const auto& pendulum = find_system("pendulum");
  const auto& chain = find_system("double-pendulum");
  EXPECT_THROW(ensemble("leapfrog", {}), invalid_input);
  EXPECT_THROW(ensemble("leapfrog", {pendulum.make<double>(), chain.make<double>()}),
               invalid_input);
  EXPECT_THROW(ensemble("gauss-collocation", {pendulum.make<double>()}), invalid_input);
  EXPECT_THROW(ensemble("midpoint", {pendulum.make<double>()}), invalid_input);
  EXPECT_THROW(ensemble("simpson", {find_system("bilinear-oscillator").make<double>()}),
               invalid_input);
  EXPECT_THROW(ensemble("leapfrog", {chain.make<double>()}), invalid_input);
  ensemble one("leapfrog", {pendulum.make<double>()});
  std::vector<vector<double>> states = {vector<double>{{1., 0., 0.}}};
  EXPECT_THROW((void)one.run(states, std::vector<double>{0}, std::vector<double>{0.1}, 1),
               invalid_input);
  states = {vector<double>{{1., 0.}}};
  EXPECT_THROW((void)one.run(states, std::vector<double>{}, std::vector<double>{0.1}, 1),
               invalid_input);
}

}  // namespace
