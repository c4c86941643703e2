// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's formulas as printed where they are right: F_S and Newton's iteration, the equations of midpoint, three points
// and momenta, Proposition 1, and the generating function behind Proposition 2. Steps of the library on the pendulum
// and on two coupled oscillators at 64 digits; matrices over exact rationals. Property tests.
#include "exact_quadratic.hpp"
#include "sl_steps.hpp"

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using namespace testing;
using experiments::sl::jacobian;
using experiments::sl::residual;
using T = mp64;

template <class A>
double largest(const Eigen::MatrixBase<A>& a) {
  return to_double(max_magnitude(a));
}

template <class Steps>
void expect_formulas(const Steps& s) {
  const T h = s.h;
  const auto force = [&](const vector<T>& q) { return s.force(q); };
  const auto& first = s.steps[0];
  const auto& second = s.steps[1];
  const vector<T> left = force(second.start.q);
  const vector<T> middle_before = force(first.middle);
  const vector<T> middle = force(second.middle);
  const vector<T> right = force(second.end.q);

  EXPECT_LT(largest(residual(s.template form<T>(), second.start, h, second.unknown())), tiny)
      << "F_S";
  EXPECT_LT(largest(vector<T>(T(4) / (h * h) *
                                  product(s.mass, vector<T>(second.start.q - T(2) * second.middle +
                                                            second.end.q)) +
                              middle)),
            tiny * 1e3)
      << "midpoint";
  EXPECT_LT(
      largest(vector<T>((first.start.q - T(2) * second.start.q + second.end.q) / (h * h) +
                        product(s.inverse_mass, vector<T>(middle_before + left + middle)) / T(3))),
      tiny * 1e3)
      << "three points";
  const vector<T> slope = product(s.mass, vector<T>(second.end.q - second.start.q)) / h;
  EXPECT_LT(largest(vector<T>(slope - h / T(6) * (T(2) * middle + right) - second.end.p)), tiny)
      << "p_{j+1}";
  EXPECT_LT(largest(vector<T>(slope + h / T(6) * (left + T(2) * middle) - second.start.p)), tiny)
      << "p_j";
  const vector<T> by_definition =
      T(1) / T(6) *
      (T(2) / h *
           product(s.mass, vector<T>(second.start.q - T(8) * second.middle + T(7) * second.end.q)) -
       h * right);
  EXPECT_LT(largest(vector<T>(by_definition - second.end.p)), tiny) << "p_r";
}

TEST(sl_scheme, is_ours_on_the_pendulum) { expect_formulas(pendulum_steps()); }
TEST(sl_scheme, is_ours_on_coupled_oscillators) { expect_formulas(coupled_steps()); }

TEST(sl_scheme, newton_on_f_s_reaches_64_digits_in_seven_iterations) {
  const auto s = pendulum_steps();
  const auto& step = s.steps[0];
  const auto iterates =
      newton_iterates(s.form<T>(), step.start, s.h, experiments::sl::form::corrected, 8);
  EXPECT_LT(largest(vector<T>(iterates.back() - step.unknown())), tiny);
  EXPECT_GT(largest(vector<T>(iterates[2] - step.unknown())), tiny);
}

/// The matrix condition by Proposition 1, (i) and (ii).
bool satisfies_proposition_1(const matrix<fraction>& alpha) {
  const auto n = alpha.rows() / 2;
  const matrix<fraction> a = alpha.topLeftCorner(n, n);
  const matrix<fraction> b = alpha.topRightCorner(n, n);
  const matrix<fraction> c = alpha.bottomLeftCorner(n, n);
  const matrix<fraction> d = alpha.bottomRightCorner(n, n);
  const matrix<fraction> one = detail::identity<fraction>(n);
  return a.transpose() * c == c.transpose() * a && b.transpose() * d == d.transpose() * b &&
         a.transpose() * d - c.transpose() * b == one;
}

TEST(sl_scheme, proposition_1_is_the_same_as_the_matrix_condition) {
  int symplectic = 0;
  int others = 0;
  const auto compare = [&](const matrix<fraction>& alpha, bool expected) {
    EXPECT_EQ(is_symplectic(alpha), expected);
    EXPECT_EQ(satisfies_proposition_1(alpha), expected);
    (expected ? symplectic : others) += 1;
  };
  for (const int n : {1, 2, 3}) {
    random_rationals random(static_cast<unsigned>(n));
    const matrix<fraction> one = detail::identity<fraction>(n);
    const matrix<fraction> none = matrix<fraction>::Constant(n, n, fraction(0));
    for (int k = 0; k < 4; ++k) {
      matrix<fraction> kick(2 * n, 2 * n);
      matrix<fraction> drift(2 * n, 2 * n);
      matrix<fraction> change(2 * n, 2 * n);
      const matrix<fraction> g = random.definite(n);
      kick << one, random.symmetric(n), none, one;
      drift << one, none, random.symmetric(n), one;
      change << inverse(matrix<fraction>(g.transpose())), none, none, g;
      const matrix<fraction> alpha = kick * change * drift;
      compare(alpha, true);
      compare(fraction(2) * alpha, false);       // (i) holds, (ii) does not
      compare(random.any_matrix(2 * n), false);  // neither holds
      if (n > 1) {
        matrix<fraction> shear = kick;
        shear(0, n + 1) += 1;
        compare(shear, false);  // (ii) holds, (i) does not
      }
    }
  }
  EXPECT_EQ(symplectic, 12);
  EXPECT_EQ(others, 32);
}

/// dH_d = p_j dq_j + q_{j+1} dp_{j+1} along a step, H_d = p_{j+1} q_{j+1} − L_h: H_d generates the step.
template <class Steps>
void expect_generating_function(const Steps& s) {
  using D = tangent_number<T>;
  const auto& z = s.steps[0].start;
  const auto n = z.q.size();
  for (Eigen::Index k = 0; k < 2 * n; ++k) {
    phase_point<D> start{scalar_cast<D>(z.q), scalar_cast<D>(z.p)};
    (k < n ? start.q[k] : start.p[k - n]).tangent[0] = T(1);
    const simpson_step<D> step(s.system, start, D(s.h));
    const D action =
        discrete_lagrangian<D>(s.system, step.start.q, step.middle, step.end.q, D(s.h));
    const D generating = dot(step.end.p, step.end.q) - action;
    T by_differentials(0);
    for (Eigen::Index i = 0; i < n; ++i) {
      by_differentials += step.start.p[i].value * step.start.q[i].tangent[0] +
                          step.end.q[i].value * step.end.p[i].tangent[0];
    }
    EXPECT_LT(to_double(T(abs(T(generating.tangent[0] - by_differentials)))), tiny) << k;
  }
}

TEST(sl_scheme, has_the_generating_function_of_proposition_2) {
  expect_generating_function(pendulum_steps());
  expect_generating_function(coupled_steps());
}

TEST(sl_scheme, is_symplectic_as_proposition_2_says) {
  EXPECT_LT(to_double(symplecticity_defect(pendulum_steps().alpha())), tiny);
  EXPECT_LT(to_double(symplecticity_defect(coupled_steps().alpha())), tiny);
}

}  // namespace
}  // namespace plumbline
