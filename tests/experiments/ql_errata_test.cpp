// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The errata of QL (docs/errata.md): in each test the printed formula fails and the corrected one holds, over
// exact rationals where nothing irrational enters. Property tests.
#include "exact_quadratic.hpp"
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace plumbline {
namespace {

using testing::canonical;
using testing::form_of;
using testing::fraction;
using testing::gradient_of_quadratic;
using testing::inverse;
using testing::quadratic_lagrangian;
using testing::random_rationals;

/// Two degrees of freedom, four steps of both schemes from one start.
class ql_errata : public ::testing::Test {
 protected:
  static constexpr int n = 2;
  static constexpr int steps = 4;

  void SetUp() override {
    random_rationals random(7);
    l.mass = random.definite(n);
    l.stiffness = random.definite(n);
    l.h = fraction(1) / 5;
    newmark.push_back({random.any_vector(n), random.any_vector(n)});
    simpson.push_back(newmark.front());
    const linear_map<fraction> by_newmark(newmark_blocks(l.mass, l.stiffness, l.h));
    const simpson_midpoint_map<fraction> by_simpson(l.mass, l.stiffness, l.h);
    for (int j = 0; j < steps; ++j) {
      phase_point<fraction> z = newmark.back();
      by_newmark.apply(z);
      newmark.push_back(z);
      z = simpson.back();
      middle.push_back(by_simpson.apply(z));
      simpson.push_back(z);
    }
  }

  const vector<fraction> zero = vector<fraction>::Constant(n, fraction(0));
  quadratic_lagrangian l;
  std::vector<phase_point<fraction>> newmark;
  std::vector<phase_point<fraction>> simpson;
  std::vector<vector<fraction>> middle;
};

TEST_F(ql_errata, sum_4_of_the_discrete_action_starts_at_0) {
  const auto action = [&](int first, const vector<fraction>& q1) {
    fraction sum = 0;
    for (std::size_t j = static_cast<std::size_t>(first); j < steps; ++j) {
      sum += l.newmark(j == 1 ? q1 : newmark[j].q, j == 0 ? q1 : newmark[j + 1].q);
    }
    return sum;
  };
  const auto from = [&](int first) {
    return gradient_of_quadratic([&](const vector<fraction>& q1) { return action(first, q1); },
                                 newmark[1].q);
  };
  EXPECT_EQ(from(0), zero) << "the scheme makes the whole action stationary";
  EXPECT_NE(from(1), zero) << "as printed, the first interval is missing";
}

TEST_F(ql_errata, sum_16_of_the_discrete_action_starts_at_0) {
  const auto action = [&](int first, const vector<fraction>& q1) {
    fraction sum = 0;
    for (std::size_t j = static_cast<std::size_t>(first); j < steps; ++j) {
      sum += l.simpson(j == 1 ? q1 : simpson[j].q, middle[j], j == 0 ? q1 : simpson[j + 1].q);
    }
    return sum;
  };
  const auto from = [&](int first) {
    return gradient_of_quadratic([&](const vector<fraction>& q1) { return action(first, q1); },
                                 simpson[1].q);
  };
  EXPECT_EQ(from(0), zero);
  EXPECT_NE(from(1), zero);
}

TEST_F(ql_errata, in_21_the_left_momentum_is_minus_the_derivative) {
  const vector<fraction> derivative = gradient_of_quadratic(
      [&](const vector<fraction>& left) { return l.simpson(left, middle[0], simpson[1].q); },
      simpson[0].q);
  EXPECT_EQ(simpson[0].p, -derivative);
  EXPECT_NE(simpson[0].p, derivative) << "as printed";
  const vector<fraction> right = gradient_of_quadratic(
      [&](const vector<fraction>& q) { return l.simpson(simpson[0].q, middle[0], q); },
      simpson[1].q);
  EXPECT_EQ(simpson[1].p, right) << "(20) and (23) are right";
}

TEST_F(ql_errata, the_right_side_of_27_is_at_the_old_node) {
  const matrix<fraction> one = detail::identity<fraction>(n);
  const matrix<fraction> none = matrix<fraction>::Constant(n, n, fraction(0));
  const fraction h = l.h;
  const matrix<fraction> x = fraction(2) / h * l.mass - h / 6 * l.stiffness;
  const matrix<fraction> big_l = one - h * h / 8 * (inverse(l.mass) * l.stiffness);
  matrix<fraction> a(3 * n, 3 * n);
  matrix<fraction> b(3 * n, 2 * n);
  a << big_l, none, -one / fraction(2), none, one, -x, 2 * h / 3 * l.stiffness, one,
      h / 6 * l.stiffness;  // (28)
  b << none, one / fraction(2), -one, -x, one, -h / 6 * l.stiffness;
  vector<fraction> unknown(3 * n);
  unknown << middle[0], simpson[1].p, simpson[1].q;
  vector<fraction> old_node(2 * n);
  old_node << simpson[0].p, simpson[0].q;
  const vector<fraction> new_node = unknown.tail(2 * n);
  EXPECT_EQ(a * unknown, b * old_node);
  EXPECT_NE(a * unknown, b * new_node) << "as printed";
}

TEST_F(ql_errata, the_sign_in_the_proof_of_proposition_1) {
  const auto blocks = simpson_blocks(l.mass, l.stiffness, l.h);
  const auto form = form_of(blocks);
  const matrix<fraction> a_inverse = inverse(form.a);
  const matrix<fraction> z_inverse = inverse(blocks.x + blocks.y);
  const matrix<fraction> none = matrix<fraction>::Constant(n, n, fraction(0));
  matrix<fraction> right(2 * n, 2 * n);
  right << none, -z_inverse, z_inverse, none;
  const matrix<fraction> left = a_inverse.transpose() * canonical(n) * a_inverse;
  EXPECT_EQ(left, right);
  EXPECT_NE(left, -right) << "as printed";
}

TEST_F(ql_errata, the_inequalities_before_39_hold_for_the_inverses) {
  // M = diag(4, 9): μ = 4, m = 9; printed 1/m ≤ ψ'Mψ ≤ 1/μ for unit vectors ψ
  matrix<fraction> mass(2, 2);
  mass << 4, 0, 0, 9;
  const vector<fraction> unit = vector<fraction>::Unit(2, 0);
  const fraction printed = unit.dot(mass * unit);
  const fraction corrected = unit.dot(inverse(mass) * unit);
  EXPECT_FALSE(fraction(1) / 9 <= printed && printed <= fraction(1) / 4) << "as printed";
  EXPECT_TRUE(fraction(1) / 9 <= corrected && corrected <= fraction(1) / 4);
}

TEST_F(ql_errata, k_over_mu_is_a_bound_and_not_the_square_of_the_largest_frequency) {
  // M = diag(1, 2), K = diag(1, 6): the squares of the frequencies are 1 and 3, k/μ = 6/1
  matrix<fraction> mass(2, 2);
  matrix<fraction> stiffness(2, 2);
  mass << 1, 0, 0, 2;
  stiffness << 1, 0, 0, 6;
  const matrix<fraction> dynamical = inverse(mass) * stiffness;
  const fraction k_over_mu = fraction(6) / 1;
  EXPECT_EQ(dynamical(1, 1), 3);
  EXPECT_GT(k_over_mu, dynamical(1, 1)) << "printed as an equality";
  // h² = 2 violates (40), 12 ≥ 8, and the scheme is stable: both blocks are positive definite
  const fraction h = fraction(141) / 100;
  EXPECT_FALSE(k_over_mu * h * h < 8);
  const auto blocks = simpson_blocks(mass, stiffness, h);
  EXPECT_TRUE(testing::is_positive_definite(blocks.x));
  EXPECT_TRUE(testing::is_positive_definite(blocks.y));
}

TEST_F(ql_errata, the_second_line_in_the_proof_of_proposition_7_has_y) {
  const auto blocks = simpson_blocks(l.mass, l.stiffness, l.h);
  const auto& [q0, p0] = simpson[0];
  const auto& [q1, p1] = simpson[1];
  EXPECT_EQ(p1 - blocks.x * q1, -p0 - blocks.x * q0) << "the first line is right";
  EXPECT_EQ(p1 + blocks.y * q1, p0 - blocks.y * q0);
  EXPECT_NE(p1 + blocks.x * q1, p0 - blocks.y * q0) << "as printed";
}

TEST_F(ql_errata, the_printed_zeta_breaks_down_where_the_scheme_does_not) {
  // ω = 1, h = 2√3 makes X singular: with M = 3, K = 1 that is h = 6
  const matrix<fraction> mass = matrix<fraction>::Constant(1, 1, fraction(3));
  const matrix<fraction> stiffness = matrix<fraction>::Constant(1, 1, fraction(1));
  const auto blocks = simpson_blocks(mass, stiffness, fraction(6));
  EXPECT_EQ(blocks.x(0, 0), 0) << "so (X⁻¹ + Y⁻¹)⁻¹ cannot be formed";
  const linear_map<fraction> stepper(blocks);
  const auto phi = stepper.conserved_form();
  phase_point<fraction> z{vector<fraction>::Constant(1, fraction(2)),
                          vector<fraction>::Constant(1, fraction(5))};
  const fraction phi0 = phi(z);
  stepper.apply(z);
  EXPECT_EQ(phi(z), phi0);
}

TEST_F(ql_errata, entry_2_2_of_the_eigenproblem) {
  // det of the 2×2 matrix of section 5.2 against the auxiliary equation, with m1 = 1, m2 = μ_r, l1 = l2 = l
  const fraction g = fraction(981) / 100;
  const fraction length = fraction(1) / 4;
  const auto determinant = [&](const fraction& mu, const fraction& square,
                               const fraction& entry22) {
    return (1 + mu) * (g - square * length) * entry22 - mu * mu * square * square * length * length;
  };
  const auto auxiliary = [&](const fraction& mu, const fraction& square) {
    return mu * ((1 + mu) * g * g - 2 * (1 + mu) * g * length * square +
                 length * length * square * square);
  };
  for (int k = 1; k <= 5; ++k) {
    const fraction square = 10 * k;
    for (const fraction& mu : {fraction(1), fraction(1) / 2, fraction(3)}) {
      const fraction corrected = mu * (g - square * length);
      const fraction printed = mu * (g - square * mu * length);
      EXPECT_EQ(determinant(mu, square, corrected), auxiliary(mu, square));
      EXPECT_EQ(determinant(mu, square, printed) == auxiliary(mu, square), mu == 1)
          << "for equal masses the printed entry is right by accident";
    }
  }
}

/// The linear double pendulum of Table 1.
struct table_1 {
  matrix<double> mass = matrix<double>(2, 2);
  matrix<double> stiffness = matrix<double>(2, 2);
  phase_point<double> start{vector<double>::Zero(2), vector<double>::Zero(2)};
  table_1() {
    const double g = 9.81;
    const double l = g / (4 * pi<double>() * pi<double>());
    mass << 2 * l * l, l * l, l * l, l * l;
    stiffness << 2 * g * l, 0, 0, g * l;
    start.q[1] = pi<double>() / 6;
  }
};

TEST(ql_conventions, the_unit_of_time_is_two_pi_over_omega0_and_not_one_over_omega0) {
  const table_1 t;
  const auto error = [&](double unit) {
    const normal_modes<double> exact(t.mass, t.stiffness, t.start);
    const double h = unit / 10;
    const linear_map<double> stepper(newmark_blocks(t.mass, t.stiffness, h));
    phase_point<double> z = t.start;
    double worst = 0;
    for (int n = 1; n <= 10; ++n) {
      stepper.apply(z);
      worst = std::max(worst, (z.q - exact.state(n * h).q).norm());
    }
    return worst;
  };
  EXPECT_NEAR(error(1), 0.342, 0.001) << "Table 2, T = 1, Newmark q, 10 meshes";
  EXPECT_LT(error(1 / (2 * pi<double>())), 0.002)
      << "with the printed unit the error would be far smaller";
}

TEST(ql_table_2, rk4_at_400_meshes_was_printed_after_a_half_last_step) {
  const table_1 t;
  const matrix<double> inverse_mass = t.mass.inverse();
  const auto step = [&](const phase_point<double>& z, double h) {
    const auto f = [&](const phase_point<double>& y) {
      return phase_point<double>{inverse_mass * y.p, -(t.stiffness * y.q)};
    };
    const auto shifted = [&](const phase_point<double>& k, double c) {
      return phase_point<double>{z.q + c * k.q, z.p + c * k.p};
    };
    const auto k1 = f(z);
    const auto k2 = f(shifted(k1, h / 2));
    const auto k3 = f(shifted(k2, h / 2));
    const auto k4 = f(shifted(k3, h));
    return phase_point<double>{z.q + h / 6 * (k1.q + 2 * k2.q + 2 * k3.q + k4.q),
                               z.p + h / 6 * (k1.p + 2 * k2.p + 2 * k3.p + k4.p)};
  };
  const double h = 1.0 / 40;
  phase_point<double> z = t.start;
  for (int n = 1; n < 400; ++n) {
    z = step(z, h);
  }
  const normal_modes<double> exact(t.mass, t.stiffness, t.start);
  const auto right = step(z, h);
  EXPECT_LT((right.p - exact.state(10).p).norm(), 0.0007);
  EXPECT_LT((right.q - exact.state(10).q).norm(), 0.0023);
  const auto half = step(z, h / 2);
  EXPECT_NEAR((half.p - exact.state(10).p).norm(), 0.0137, 0.0001) << "printed";
  EXPECT_NEAR((half.q - exact.state(10).q).norm(), 0.0157, 0.0001) << "printed";
}

}  // namespace
}  // namespace plumbline
