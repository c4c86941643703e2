// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The discrete gradient methods on the precision ladder: the root that the ladder finds is the one that Newton's method finds
// in the same scalar by following the branch from the guess, to the rounding errors of its digits, and where the branch ends
// before the root, both say so.
// Kind: property (seeded random starts and steps, the same step at more digits), consistency (two solvers).
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>

namespace plumbline {

namespace {

struct one_step {
  double q;
  double p;
  double h;
};

/// Swings, turns, starts near rest and near the saddle, and steps up to the end of the branch.
std::vector<one_step> random_steps(int count) {
  std::mt19937_64 random(20260911);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<one_step> steps;
  for (int i = 0; i < count; ++i) {
    const double scale = i % 4 == 0 ? 1e-9 : i % 4 == 1 ? 1e-3 : 3;
    const double about = i % 3 == 0 ? 3.14159265358979 : 0;
    steps.push_back({about + scale * unit(random), scale * unit(random), 1.9 * unit(random)});
  }
  return steps;
}

template <class T>
phase_point<T> start_of(const one_step& s) {
  return {vector<T>::Constant(1, T(s.q)), vector<T>::Constant(1, T(s.p))};
}

template <class T, class Stepper>
void expect_digits_of_more_digits(const std::string& what, Stepper make, int more) {
  for (const one_step& s : random_steps(120)) {
    std::ostringstream where;
    where << what << " q " << s.q << " p " << s.p << " h " << s.h;
    auto z = start_of<T>(s);
    auto stepper = make(pendulum<T>{});
    const solve_report report = stepper.step(z, T(s.h));
    const precision_scope scope(more);
    auto truth = start_of<mp>(s);
    auto finer = make(pendulum<mp>{});
    const solve_report truth_report = finer.step(truth, mp(s.h));
    EXPECT_EQ(report.ok(), truth_report.ok()) << where.str();
    if (!report.ok() || !truth_report.ok()) {
      continue;
    }
    // rounding errors of the start: with |F'| >= 0.05 and |2 m/h| they grow at most so far
    const mp size = 1 + abs(truth.q[0]) + abs(truth.p[0]);
    const mp unit = ldexp(mp(1), 1 - scalar_traits<T>::bits()) * size;
    EXPECT_LT(abs(detail::convert_precision<mp>(z.q[0]) - truth.q[0]), unit * 64) << where.str();
    EXPECT_LT(abs(detail::convert_precision<mp>(z.p[0]) - truth.p[0]), unit * 256) << where.str();
  }
}

const auto plain = []<class T>(pendulum<T> s) {
  return discrete_gradient_stepper<T, pendulum<T>>(gradient_step::plain, s);
};
const auto modified = []<class T>(pendulum<T> s) {
  return discrete_gradient_stepper<T, pendulum<T>>(gradient_step::modified, s);
};
const auto separable_midpoint = []<class T>(pendulum<T> s) {
  return separable_midpoint_stepper<T, pendulum<T>>(s);
};

TEST(gradient_ladder, has_the_digits_of_a_step_at_more_digits) {
  expect_digits_of_more_digits<mp64>("plain 64", plain, 100);
  expect_digits_of_more_digits<mp64>("modified 64", modified, 100);
  expect_digits_of_more_digits<mp64>("midpoint 64", separable_midpoint, 100);
#if PLUMBLINE_HAS_QUAD
  expect_digits_of_more_digits<quad>("plain 34", plain, 70);
  expect_digits_of_more_digits<quad>("midpoint 34", separable_midpoint, 70);
#endif
}

TEST(gradient_ladder, finds_the_root_at_the_end_of_the_branch_from_the_guess) {
  const model<mp64> system{pendulum<mp64>{}};
  newton_ladder<detail::discrete_gradient_equation, mp64> ladder{
      detail::discrete_gradient_equation<mp64>(system)};
  detail::discrete_gradient_equation<mp64> alone(system);
  vector<mp64> u(1);
  int ended = 0;
  for (one_step s : random_steps(200)) {
    s.h *= 2;  // |h| > 2: the branch may end before the root
    const auto z = start_of<mp64>(s);
    ladder.equations().set(z, mp64(s.h));
    alone.set(z, mp64(s.h));
    mp64 root(0);
    mp64 impulse(0);
    const solve_report climbed = ladder.solve(u);
    const solve_report followed = alone.solve_from_guess(root, impulse);
    ASSERT_EQ(climbed.ok(), followed.ok()) << s.q << " " << s.p << " " << s.h;
    ended += climbed.ok() ? 0 : 1;
    if (climbed.ok()) {
      const mp64 size = abs(root) + mp64(std::abs(s.q)) / 256;
      EXPECT_LT(abs(u[0] - root), ldexp(size, 12 - scalar_traits<mp64>::bits()))
          << s.q << " " << s.p << " " << s.h;
    }
  }
  EXPECT_GT(ended, 0);
  EXPECT_LT(ended, 100);
}

TEST(gradient_ladder, evaluates_twice_at_the_full_precision) {
  discrete_gradient_stepper<mp64, pendulum<mp64>> stepper(gradient_step::plain, pendulum<mp64>{});
  auto z = start_of<mp64>(one_step{1.5, 0.25, 0});
  for (int n = 0; n < 100; ++n) {
    const solve_report report = stepper.step(z, rational<mp64>(1, 100));
    ASSERT_TRUE(report.ok());
    EXPECT_LE(report.iterations, 2);
  }
}

}  // namespace

}  // namespace plumbline
