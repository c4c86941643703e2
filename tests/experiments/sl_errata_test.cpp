// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The errata of SL (docs/errata.md): in each test the printed formula fails and the corrected one holds, at 64 digits
// on steps of the library, or over exact rationals. Property tests; the table's conventions against its printed values.
#include "exact_quadratic.hpp"
#include "sl_steps.hpp"
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace plumbline {
namespace {

using namespace testing;
using experiments::sl::jacobian;
using experiments::sl::residual;
using sl_form = experiments::sl::form;
using T = mp64;

double largest(const matrix<T>& a) { return to_double(max_magnitude(a)); }

/// The blocks of α of a step with two degrees of freedom, where matrices do not commute.
struct blocks {
  matrix<T> a;
  matrix<T> b;
  matrix<T> c;
  matrix<T> d;
  matrix<T> one;
  blocks() {
    const matrix<T> alpha = coupled_steps().alpha();
    const auto n = alpha.rows() / 2;
    a = alpha.topLeftCorner(n, n);
    b = alpha.topRightCorner(n, n);
    c = alpha.bottomLeftCorner(n, n);
    d = alpha.bottomRightCorner(n, n);
    one = matrix<T>::Constant(n, n, T(0));
    one.diagonal().setConstant(T(1));
  }
};

matrix<T> transposed_product(const matrix<T>& a, const matrix<T>& b) {
  return product(matrix<T>(a.transpose()), b);
}

TEST(sl_errata, condition_ii_of_proposition_1_has_c_transposed_b) {
  const blocks s;
  const matrix<T> ad = transposed_product(s.a, s.d);
  EXPECT_LT(largest(ad - transposed_product(s.c, s.b) - s.one), tiny);
  EXPECT_GT(largest(ad - transposed_product(s.b, s.c) - s.one), 1e-4) << "as printed";
}

TEST(sl_errata, gamma_in_proposition_2_is_not_symmetric) {
  const blocks s;
  lu_factors<T> lu;
  ASSERT_TRUE(lu.compute(s.a));
  const matrix<T> gamma = lu.solve(s.one);      // dp_{j+1} = γ⁻¹ (dp_j − H″_q dq_j)
  const matrix<T> by_p = product(s.c, gamma);   // c = H″_p a
  const matrix<T> by_q = -product(gamma, s.b);  // b = −γ⁻¹ H″_q
  const matrix<T> gamma_t = gamma.transpose();
  EXPECT_LT(largest(by_p - by_p.transpose()), tiny) << "the other two Hessians are symmetric";
  EXPECT_LT(largest(by_q - by_q.transpose()), tiny);
  EXPECT_GT(largest(gamma - gamma_t), 1e-4) << "as printed it would be";
  EXPECT_LT(largest(s.d - gamma_t - product(by_p, s.b)), tiny);
  EXPECT_GT(largest(s.d - gamma - product(by_p, s.b)), 1e-4) << "as printed";
}

TEST(sl_errata, the_derivative_by_the_midpoint_has_a_minus) {
  const auto s = coupled_steps();
  const auto& step = s.steps[0];
  const vector<T> m = step.middle + step.start.p / T(8);  // where the derivative does not vanish
  const matrix<T> row = derivative<T>(
      [&](const auto& y) {
        using D = typename std::decay_t<decltype(y)>::Scalar;
        vector<D> value(1);
        value[0] = discrete_lagrangian<D>(s.system, scalar_cast<D>(step.start.q), y,
                                          scalar_cast<D>(step.end.q), D(s.h));
        return value;
      },
      m);
  const velocities<T> g(step.start.q, m, step.end.q, s.h);
  const vector<T> force = T(2) / T(3) * s.h * s.force(m);
  const auto by_velocities = [&](const vector<T>& combination) {
    return matrix<T>(T(4) / T(6) * product(s.mass, combination) - force);
  };
  const matrix<T> of_the_action = row.transpose();
  EXPECT_LT(largest(of_the_action - by_velocities(g.left - g.right)), tiny);
  EXPECT_GT(largest(of_the_action - by_velocities(g.left + g.right)), 1e-2) << "as printed";
}

TEST(sl_errata, the_last_column_of_the_jacobian_has_the_force_at_the_new_position) {
  const auto s = coupled_steps();
  const auto& step = s.steps[0];
  const auto n = step.middle.size();
  const vector<T> x = step.unknown() + step.guess() / T(8);
  const matrix<T> by_duals = derivative<T>(
      [&](const auto& y) {
        using D = typename std::decay_t<decltype(y)>::Scalar;
        return residual<D>(s.form<D>(),
                           {scalar_cast<D>(step.start.q), scalar_cast<D>(step.start.p)}, D(s.h), y);
      },
      x);
  EXPECT_LT(largest(jacobian(s.form<T>(), s.h, x, sl_form::corrected) - by_duals), tiny);
  const matrix<T> printed = jacobian(s.form<T>(), s.h, x, sl_form::printed) - by_duals;
  EXPECT_LT(largest(printed.leftCols(2 * n)), tiny);
  EXPECT_GT(largest(printed.block(n, 2 * n, n, n)), 1e-2) << "entry (2,3) as printed";
  EXPECT_GT(largest(printed.block(2 * n, 2 * n, n, n)), 1e-3) << "entry (3,3) as printed";
}

/// SL's matrices for one degree of freedom, with θ = (h/m) V″(q_m) and φ = (h/m) V″(q).
struct scalar_matrices {
  fraction h;
  fraction m;
  fraction at_middle;
  fraction at_right;

  explicit scalar_matrices(random_rationals& random)
      : h(1 + abs(random.entry())),
        m(1 + abs(random.entry())),
        at_middle(1 + abs(random.entry())),
        at_right(random.entry()) {}
  fraction theta() const { return h / m * at_middle; }
  fraction phi() const { return h / m * at_right; }
  matrix<fraction> derivative_of_f_s(sl_form as) const {
    const fraction last = as == sl_form::printed ? at_middle : at_right;
    matrix<fraction> j(3, 3);
    j << 1 - h * h * at_middle / (8 * m), 0, fraction(-1) / 2,  //
        2 * h * at_middle / 3, 1, h * last / 6,                 //
        0, -h / (2 * m), 1 - h * h * last / (12 * m);
    return j;
  }
  matrix<fraction> printed_inverse() const {
    const fraction t = theta();
    const fraction f = phi();
    matrix<fraction> a(3, 3);
    a << 1, h / (4 * m), fraction(1) / 2,  //
        -2 * m * t / 3 + h * m * t * f / 18, 1 - h * t / 8 - h * f / 12 + h * h * t * f / 96,
        -m * t / 3 - m * f / 6 + h * m * t * f / 48,  //
        -h * t / 3, h / (2 * m) - h * h * t / (16 * m), 1 - h * t / 8;
    return a;
  }
};

TEST(sl_errata, the_inverse_of_the_jacobian_lacks_a_factor) {
  random_rationals random(11);
  for (int k = 0; k < 8; ++k) {
    const scalar_matrices s(random);
    const matrix<fraction> of_f_s = s.derivative_of_f_s(sl_form::corrected);
    const fraction factor = 1 + s.h * s.theta() / 24;
    const matrix<fraction> one = detail::identity<fraction>(3);
    EXPECT_EQ(of_f_s * (s.printed_inverse() / factor), one);
    EXPECT_NE(of_f_s * s.printed_inverse(), one) << "as printed";
  }
}

TEST(sl_errata, newton_with_the_printed_jacobian_is_still_quadratic) {
  // (h/2m) F_2 + F_3 does not contain V'(q): what the wrong entries leave over stays in p, and p acts on nothing
  random_rationals random(12);
  for (int k = 0; k < 8; ++k) {
    const scalar_matrices s(random);
    const matrix<fraction> printed = s.derivative_of_f_s(sl_form::printed);
    const matrix<fraction> left_over =
        inverse(printed) * (printed - s.derivative_of_f_s(sl_form::corrected));
    const matrix<fraction> none = matrix<fraction>::Constant(3, 3, fraction(0));
    EXPECT_NE(left_over, none);
    EXPECT_EQ(left_over * left_over, none);
  }
}

// ------------------------------------------------------------------------------------------------- the table

/// Largest |p_n − p(t_n)| of a one-step map on SL's pendulum, in double.
template <class Step>
double largest_momentum_error(int meshes, int periods, Step&& step) {
  const double omega = 2 * pi<double>();
  const pendulum_solution<double> exact(1, omega, pi<double>() / 2, 0);
  const double h = *exact.period() / meshes;
  std::vector<double> truth;
  for (int k = 0; k < meshes; ++k) {
    truth.push_back(exact.state(h * k).p[0]);
  }
  phase_point<double> z = exact.state(0);
  double worst = 0;
  for (int n = 1; n <= meshes * periods; ++n) {
    step(z, h);
    worst = std::max(worst, std::abs(z.p[0] - truth[static_cast<std::size_t>(n % meshes)]));
  }
  return worst;
}

double midpoint_error(int meshes, int periods) {
  const pendulum<double> system{1, 2 * pi<double>()};
  galerkin_stepper<double, pendulum<double>> stepper(midpoint<double>(), system);
  return largest_momentum_error(meshes, periods, [&](phase_point<double>& z, double h) {
    ASSERT_TRUE(stepper.step(z, h).ok());
  });
}

TEST(sl_table, the_momentum_error_12_4_of_newmark_is_11_2) {
  const double coarse = midpoint_error(20, 1000);
  const double fine = midpoint_error(80, 1000);
  EXPECT_NEAR(fine, 11.2, 0.1);
  EXPECT_NEAR(std::log2(coarse / fine) / 2, 0.33, 0.01) << "the printed order";
  EXPECT_GT(std::abs(std::log2(coarse / 12.4) / 2 - 0.33), 0.05)
      << "the printed error does not belong to the printed order";
}

TEST(sl_table, newmark_is_the_midpoint_rule_and_not_the_trapezoidal_one) {
  EXPECT_NEAR(midpoint_error(20, 10), 1.85, 0.01) << "printed";
  const double omega = 2 * pi<double>();
  // β = ¼, γ = ½: q_1 = q_0 + h v_0 + (h²/4)(a_0 + a_1), by fixed-point iteration
  const double trapezoidal = largest_momentum_error(20, 10, [&](phase_point<double>& z, double h) {
    const double a0 = -omega * omega * std::sin(z.q[0]);
    double a1 = a0;
    double q = z.q[0];
    for (int k = 0; k < 80; ++k) {
      q = z.q[0] + h * z.p[0] + h * h / 4 * (a0 + a1);
      a1 = -omega * omega * std::sin(q);
    }
    z.q[0] = q;
    z.p[0] += h / 2 * (a0 + a1);
  });
  EXPECT_NEAR(trapezoidal, 3.62, 0.01);
}

}  // namespace
}  // namespace plumbline
