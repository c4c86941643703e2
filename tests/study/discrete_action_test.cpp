// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The discrete action of a step: its differences are those of a generating function, dS = P dQ − p dq. Kind: identity at 64 digits
// for every symplectic scheme, two directions of three-point differences with Richardson's extrapolation; a step of rk4, whose S is
// none, must fail it.
#include <plumbline/catalogue/discrete_action.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/scheme_file.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

struct action_case {
  const char* scheme;
  const char* system;
};

/// log10 of the largest |dS/dx − (P dQ/dx − p dq/dx)| over the directions of phase space.
double defect_of(const action_case& c) {
  const problem p = read_problem(c.system, {}, {c.scheme});
  const scheme_choice& scheme = only_scheme(p);
  const problem_in<mp64> in = make_problem<mp64>(p);
  const auto stepper = make_action_stepper<mp64>(scheme.entry->info.name, scheme.values,
                                                 table_of(*scheme.entry, scheme.values), in.system);
  EXPECT_NE(stepper, nullptr) << c.scheme;
  if (stepper == nullptr) {
    return 0;
  }
  const mp64 h = rational<mp64>(1, 40);
  // away from the start, which may lie on a line of symmetry
  phase_point<mp64> z = in.start;
  step_action<mp64> made;
  for (int n = 0; n < 3; ++n) {
    EXPECT_TRUE(stepper->step(z, in.t0, h, made).ok());
  }
  const auto n = z.q.size();
  double worst = -1000;
  for (Eigen::Index direction = 0; direction < 2 * n; ++direction) {
    const auto moved = [&](const mp64& by) {
      phase_point<mp64> x = z;
      (direction < n ? x.q[direction] : x.p[direction - n]) += by;
      return x;
    };
    // S, Q at z + δ; central differences at δ and 2 δ, …, extrapolated
    constexpr int levels = 6;
    std::vector<std::vector<mp64>> rows(levels);
    phase_point<mp64> end = z;
    EXPECT_TRUE(stepper->step(end, in.t0, h, made).ok());
    for (int level = 0; level < levels; ++level) {
      const mp64 delta = rational<mp64>(1, 1 << (6 + level));
      phase_point<mp64> up = moved(delta);
      phase_point<mp64> down = moved(mp64(-delta));
      step_action<mp64> above;
      step_action<mp64> below;
      EXPECT_TRUE(stepper->step(up, in.t0, h, above).ok());
      EXPECT_TRUE(stepper->step(down, in.t0, h, below).ok());
      mp64 rate = (above.action - below.action) / (2 * delta);
      for (Eigen::Index k = 0; k < n; ++k) {
        rate -= end.p[k] * (up.q[k] - down.q[k]) / (2 * delta);
      }
      if (direction < n) {
        rate += z.p[direction];
      }
      auto& row = rows[static_cast<std::size_t>(level)];
      row.push_back(rate);
      mp64 factor(1);
      for (int j = 1; j <= level; ++j) {
        factor *= 4;
        const auto& before = rows[static_cast<std::size_t>(level) - 1];
        const auto place = static_cast<std::size_t>(j) - 1;
        row.push_back(mp64(row[place] + (row[place] - before[place]) / (factor - 1)));
      }
    }
    worst = std::max(worst, log2_magnitude(rows.back().back()) * 0.30103);
  }
  return worst;
}

class discrete_action : public ::testing::TestWithParam<action_case> {};

TEST_P(discrete_action, generates_the_step) { EXPECT_LT(defect_of(GetParam()), -19); }

INSTANTIATE_TEST_SUITE_P(
    schemes, discrete_action,
    ::testing::Values(
        action_case{"midpoint", "pendulum"}, action_case{"simpson", "double-pendulum"},
        action_case{"lobatto:degree=3", "pendulum"}, action_case{"galerkin-gauss", "pendulum"},
        action_case{"galerkin-gauss:degree=3", "double-pendulum"},
        action_case{"gauss-collocation", "double-pendulum"},
        action_case{"lobatto-iiia-iiib", "double-pendulum"}, action_case{"leapfrog", "pendulum"},
        action_case{"symplectic-euler-a", "pendulum"},
        action_case{"symplectic-euler-b", "linear-double-pendulum"},
        action_case{"forest-ruth", "pendulum"}, action_case{"ruth-3", "pendulum"},
        action_case{"blanes-moan-srkn11", "pendulum"}, action_case{"yoshida-4", "pendulum"},
        action_case{"mclachlan-4", "pendulum"}, action_case{"central-difference", "pendulum"},
        action_case{"suris1", "pendulum"}, action_case{"suris2", "pendulum"},
        action_case{"newmark-linear", "linear-double-pendulum"},
        action_case{"simpson-linear", "linear-double-pendulum"},
        action_case{"exact-oscillator", "pendulum"}));

TEST(discrete_action_of, a_scheme_that_is_not_symplectic_generates_nothing) {
  EXPECT_GT(defect_of({"rk4", "pendulum"}), -12);
  EXPECT_GT(defect_of({"average-acceleration", "pendulum"}), -12);
}

TEST(discrete_action_of, projections_gradients_and_extrapolations_is_none) {
  for (const char* name : {"symmetric-projection", "discrete-gradient", "midpoint-extrapolation"}) {
    const problem p = read_problem("pendulum", {}, {name});
    const problem_in<double> in = make_problem<double>(p);
    EXPECT_EQ(make_action_stepper<double>(name, {}, std::nullopt, in.system), nullptr) << name;
  }
}

}  // namespace
}  // namespace plumbline
