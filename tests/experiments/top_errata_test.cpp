// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The errata of TOP (docs/errata.md): in each test the printed formula fails and the corrected one holds, mostly on a
// dense random M(q) in three dimensions at 64 digits. Property tests.
#include "experiments/sl/paper_scheme.hpp"
#include "paper_forms.hpp"
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/math/weierstrass.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/measure/step_jacobian.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace plumbline {
namespace {

using namespace testing;
using experiments::sl::newton_iterates;
using T = mp64;

double largest(const vector<T>& x) { return to_double(max_magnitude(x)); }
double largest(const matrix<T>& a) { return to_double(max_magnitude(a)); }

/// One step of Simpson and one of the midpoint rule on a dense M(q), n = 3.
class top_errata : public ::testing::Test {
 protected:
  static constexpr int n = 3;
  using system_type = dense_system<n>;

  static phase_point<T> some_start() {
    phase_point<T> z{vector<T>(n), vector<T>(n)};
    z.q << rational<T>(1, 5), rational<T>(2, 5), rational<T>(3, 5);
    z.p << rational<T>(2, 3), rational<T>(-1, 3), rational<T>(-4, 3);
    return z;
  }

  /// Σ = w_ℓ M g_ℓ + w_m M g_m + w M g + e (−∂M g_ℓ g_ℓ + ∂M g g) + f (∂V_ℓ − ∂V), the shape of the sum of the momenta.
  vector<T> sum_shape(const T& edge, const T& inner, const T& squares, const T& forces) const {
    return edge * (left.momentum(g.left) + right.momentum(g.right)) +
           inner * middle.momentum(g.middle) +
           squares * (right.squares(g.right) - left.squares(g.left)) +
           forces * (left.dv - right.dv);
  }
  vector<T> residual(const vector<T>& x, reading as) const {
    return appendix_a(s, step.start, step.h, x, as);
  }
  /// The derivative of the corrected F at a point that is not its root.
  matrix<T> by_duals(const vector<T>& x) const {
    return derivative<T>(
        [&](const auto& y) {
          using D = typename std::decay_t<decltype(y)>::Scalar;
          return appendix_a<D>(s, {scalar_cast<D>(step.start.q), scalar_cast<D>(step.start.p)},
                               D(step.h), y, reading::corrected);
        },
        x);
  }
  /// One block (row, column) of the Jacobian as printed and as corrected against the derivative.
  void expect_wrong_block(int row, int column, const printed_blocks& printed) const {
    const vector<T> x = step.unknown() + step.guess() / T(8);
    const matrix<T> right_one = by_duals(x);
    const matrix<T> corrected = appendix_a_jacobian(s, step.start, step.h, x) - right_one;
    const matrix<T> as_printed = appendix_a_jacobian(s, step.start, step.h, x, printed) - right_one;
    EXPECT_LT(largest(corrected), tiny);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        const double wrong = largest(matrix<T>(as_printed.block(a * n, b * n, n, n)));
        if (a == row && b == column) {
          EXPECT_GT(wrong, 1e-3) << "as printed";
        } else {
          EXPECT_LT(wrong, tiny);
        }
      }
    }
  }
  const system_type s{5};
  const simpson_step<T> step{s, some_start(), rational<T>(1, 4)};
  const velocities<T> g{step.start.q, step.middle, step.end.q, step.h};
  const terms<T> left = first_terms<T>(s, step.start.q);
  const terms<T> middle = first_terms<T>(s, step.middle);
  const terms<T> right = first_terms<T>(s, step.end.q);
};

TEST_F(top_errata, equation_8_is_half_the_derivative) {
  // at a midpoint that does not make it vanish
  const vector<T> m = step.middle + step.start.p / T(8);
  const matrix<T> row = derivative<T>(
      [&](const auto& y) {
        using D = typename std::decay_t<decltype(y)>::Scalar;
        vector<D> value(1);
        value[0] = discrete_lagrangian<D>(s, scalar_cast<D>(step.start.q), y,
                                          scalar_cast<D>(step.end.q), D(step.h));
        return value;
      },
      m);
  const velocities<T> at(step.start.q, m, step.end.q, step.h);
  const terms<T> there = first_terms<T>(s, m);
  const vector<T> printed = (left.momentum(at.left) - right.momentum(at.right)) / T(3) +
                            step.h / T(6) * there.squares(at.middle) - step.h / T(3) * there.dv;
  const vector<T> of_the_action = row.transpose();
  EXPECT_LT(largest(vector<T>(of_the_action - T(2) * printed)), tiny);
  EXPECT_GT(largest(vector<T>(of_the_action - printed)), 1e-2) << "as printed";
}

TEST_F(top_errata, the_sum_of_the_momenta_has_thirds) {
  const vector<T> sum = step.end.p + step.start.p;
  const T h = step.h;
  EXPECT_LT(largest(vector<T>(
                sum - sum_shape(rational<T>(1, 3), rational<T>(4, 3), h / T(12), h / T(6)))),
            tiny);
  EXPECT_GT(largest(vector<T>(
                sum - sum_shape(rational<T>(2, 3), rational<T>(4, 3), h / T(12), h / T(6)))),
            1e-2)
      << "as printed";
}

TEST_F(top_errata, equation_18arc_has_half_of_the_printed_edge_terms) {
  const vector<T> mean = (step.end.p + step.start.p) / T(2);
  const T h = step.h;
  EXPECT_LT(largest(vector<T>(
                sum_shape(rational<T>(1, 6), rational<T>(2, 3), h / T(24), h / T(12)) - mean)),
            tiny);
  EXPECT_GT(largest(vector<T>(sum_shape(rational<T>(1, 6), rational<T>(2, 3), h / T(12), h / T(6)) -
                              mean)),
            1e-3)
      << "as printed";
}

TEST_F(top_errata, f_q_of_appendix_a_has_half_of_the_printed_edge_terms) {
  EXPECT_LT(largest(residual(step.unknown(), reading::corrected)), tiny);
  EXPECT_GT(largest(residual(step.unknown(), reading::printed)), 1e-4) << "as printed";
}

TEST_F(top_errata, the_printed_f_q_gives_a_scheme_of_order_2) {
  const dense_system<2> two(3);
  phase_point<double> start{vector<double>(2), vector<double>(2)};
  start.q << 0.2, 0.4;
  start.p << 0.7, -0.3;
  const auto solve = [&](phase_point<double> z, double h, int steps, reading as) {
    for (int k = 0; k < steps; ++k) {
      vector<double> guess(6);
      guess << z.q, z.p, z.q;
      const vector<double> x =
          newton_iterates<double>(
              [&](const vector<double>& y) { return appendix_a(two, z, h, y, as); },
              [&](const vector<double>& y) { return appendix_a_jacobian(two, z, h, y); }, guess, 60,
              1e-15)
              .back();
      z = {x.tail(2), x.segment(2, 2)};
    }
    return z;
  };
  phase_point<double> exact = start;
  galerkin_stepper<double, dense_system<2>> stepper(simpson<double>(), two);
  for (int k = 0; k < 1280; ++k) {
    ASSERT_TRUE(stepper.step(exact, 1.0 / 640).ok());
  }
  const auto order = [&](reading as) {
    std::vector<double> steps;
    std::vector<double> errors;
    for (const int meshes : {10, 20, 40}) {
      const auto z = solve(start, 1.0 / meshes, 2 * meshes, as);
      steps.push_back(1.0 / meshes);
      errors.push_back((z.q - exact.q).norm() + (z.p - exact.p).norm());
    }
    return fitted_order(steps, errors);
  };
  EXPECT_NEAR(order(reading::corrected), 4, 0.2);
  EXPECT_NEAR(order(reading::printed), 2, 0.2) << "as printed";
}

TEST_F(top_errata, the_printed_f_q_gives_a_scheme_that_is_not_symplectic) {
  const auto defect = [&](reading as) {
    const auto f = [&](const auto& z, const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      return appendix_a<D>(s, {z.head(n), z.tail(n)}, D(step.h), x, as);
    };
    vector<T> z(2 * n);
    z << step.start.q, step.start.p;
    const auto by_unknowns = [&](const vector<T>& x) {
      return derivative<T>(
          [&](const auto& y) {
            using D = typename std::decay_t<decltype(y)>::Scalar;
            return f(scalar_cast<D>(z), y);
          },
          x);
    };
    const vector<T> x = newton_iterates<T>([&](const vector<T>& y) { return f(z, y); }, by_unknowns,
                                           step.guess(), 20, decimal<T>("1e-60"))
                            .back();
    EXPECT_LT(largest(f(z, x)), tiny);
    const matrix<T> by_start = derivative<T>(
        [&](const auto& y) {
          using D = typename std::decay_t<decltype(y)>::Scalar;
          return f(y, scalar_cast<D>(x));
        },
        z);
    lu_factors<T> lu;
    EXPECT_TRUE(lu.compute(by_unknowns(x)));
    const matrix<T> dx = -lu.solve(by_start);  // rows q_m, p, q
    matrix<T> phi(2 * n, 2 * n);
    phi << dx.bottomRows(n), dx.middleRows(n, n);
    return to_double(symplecticity_defect(phi));
  };
  EXPECT_LT(defect(reading::corrected), tiny);
  EXPECT_GT(defect(reading::printed), 1e-3) << "as printed";
}

TEST_F(top_errata, the_derivative_of_f_qm_by_q_has_its_last_term_at_q) {
  expect_wrong_block(0, 2, {.qm_q = true});
}

TEST_F(top_errata, the_derivative_of_f_q_by_p_has_a_factor_h) {
  expect_wrong_block(2, 1, {.q_p = true});
}

TEST_F(top_errata, the_derivative_of_f_q_by_q_m_has_its_indices_exchanged) {
  expect_wrong_block(2, 0, {.q_qm = true});
}

TEST_F(top_errata, the_derivative_of_f_q_by_q_has_its_indices_exchanged) {
  expect_wrong_block(2, 2, {.q_q = true});
}

/// Newton's iterations on the corrected F from the paper's guess until the correction is below 1e-60.
template <class System>
int iterations(const System& s, const phase_point<T>& z, const T& h,
               const printed_blocks& printed) {
  vector<T> guess(3 * z.q.size());
  guess << z.q, z.p, z.q;
  const auto iterates = newton_iterates<T>(
      [&](const vector<T>& x) { return appendix_a(s, z, h, x, reading::corrected); },
      [&](const vector<T>& x) { return appendix_a_jacobian(s, z, h, x, printed); }, guess, 320,
      decimal<T>("1e-60"));
  return static_cast<int>(iterates.size()) - 1;
}

TEST_F(top_errata, newton_crawls_with_each_printed_block) {
  const auto count = [&](const printed_blocks& printed) {
    return iterations(s, step.start, step.h, printed);
  };
  EXPECT_LE(count({}), 7);
  EXPECT_GE(count({.qm_q = true}), 14) << "as printed";
  EXPECT_GE(count({.q_p = true}), 70) << "as printed";
  EXPECT_GE(count({.q_qm = true}), 30) << "as printed";
  EXPECT_GE(count({.q_q = true}), 30) << "as printed";
}

TEST_F(top_errata, newton_needs_hundreds_of_iterations_with_the_printed_jacobian) {
  // the first step of the paper's double pendulum, Table 1 with the corrected length, h = 0.1
  const T gravity = decimal<T>("9.81");
  const T length = gravity / (T(4) * pi<T>() * pi<T>());
  const paper_double_pendulum<T> pendulum{T(1), T(1), gravity, length, length};
  phase_point<T> z{vector<T>(2), vector<T>::Constant(2, T(0))};
  z.q << pi<T>() / T(4), pi<T>() / T(3);
  const T h = decimal<T>("0.1");
  EXPECT_LE(iterations(pendulum, z, h, {}), 7);
  EXPECT_GE(iterations(pendulum, z, h, {true, true, true, true}), 250) << "as printed";
}

/// Appendix B: the midpoint rule on the same system.
class top_errata_b : public top_errata {
 protected:
  void SetUp() override {
    galerkin_stepper<T, system_type> stepper(midpoint<T>(), s);
    ASSERT_TRUE(stepper.step(end, step.h).ok());
  }
  phase_point<T> end = some_start();
};

TEST_F(top_errata_b, the_right_momentum_is_plus_the_derivative) {
  const matrix<T> row = derivative<T>(
      [&](const auto& y) {
        using D = typename std::decay_t<decltype(y)>::Scalar;
        const vector<D> l = scalar_cast<D>(step.start.q);
        const D h(step.h);
        const vector<D> m = (l + y) / D(2);
        const vector<D> v = (y - l) / h;
        vector<D> value(1);
        value[0] = h * s.lagrangian(view(m), view(v));
        return value;
      },
      end.q);
  const vector<T> right_derivative = row.transpose();
  EXPECT_LT(largest(vector<T>(end.p - right_derivative)), tiny);
  EXPECT_GT(largest(vector<T>(end.p + right_derivative)), 1e-1) << "as printed";
}

TEST_F(top_errata_b, f_q_has_h_m_g) {
  vector<T> x(2 * n);
  x << end.p, end.q;
  EXPECT_LT(largest(appendix_b(s, step.start, step.h, x, reading::corrected)), tiny);
  EXPECT_GT(largest(appendix_b(s, step.start, step.h, x, reading::printed)), 1e-1) << "as printed";
}

// ------------------------------------------------------------------------------------------- the exact top

/// Table 3; the momenta from the velocities (9.2, 0, 252).
struct table_3 {
  explicit table_3(const char* inertia = "0.002329969592394382") : i(decimal<T>(inertia)) {}
  T i;
  T i3 = decimal<T>("0.000125");
  T m = decimal<T>("0.1") * decimal<T>("9.81") * decimal<T>("0.15") / i;
  T theta0 = pi<T>() / T(3);
  lagrange_top_solution<T> exact{{decimal<T>("0.1"), i, i3, decimal<T>("0.15"), decimal<T>("9.81"),
                                  T(0), theta0, T(0), decimal<T>("9.2"), T(0), T(252), T(0), true}};
  phase_point<T> start = exact.state(T(0));

  /// ½ p_θ²/I + (p_φ − p_ψ cos θ0)²/(2I sin²θ_below) + I m cos θ0, with θ0 and p_θ of a state.
  T c(const phase_point<T>& z, const T& below) const {
    const T swing = z.p[0] - z.p[2] * cos(z.q[1]);
    const T sine = sin(below);
    return z.p[1] * z.p[1] / (T(2) * i) + swing * swing / (T(2) * i * sine * sine) +
           i * m * cos(z.q[1]);
  }
};

TEST(top_errata_exact, the_denominator_of_18aa_is_6_i_squared_m) {
  const table_3 t;
  const auto facts = t.exact.facts();
  const T p_psi = t.start.p[2];
  const T c = t.c(t.start, t.theta0);
  const T numerator = T(2) * t.i * c + p_psi * p_psi;
  const T corrected = numerator / (T(6) * t.i * t.i * t.m);
  const T printed = numerator / (T(6) * t.i * t.m);
  const weierstrass_lattice<T> lattice(facts.g2, facts.g3);
  for (const int tenths : {1, 5, 13}) {
    const T time = rational<T>(tenths, 10);
    const complex<T> p = lattice.p(complex<T>(time, *facts.half_period3));
    const T u = cos(t.exact.state(time).q[1]);
    const T first = T(2) / t.m * p.re;
    EXPECT_LT(to_double(T(abs(T(first + corrected - u)))), 1e-58);
    EXPECT_GT(to_double(T(abs(T(first + printed - u)))), 1e-1) << "as printed";
  }
  EXPECT_NE(t.i, T(1)) << "for I = 1, as in Table 6, the two agree";
}

TEST(top_errata_exact, the_constant_c_has_the_sine_of_theta_0) {
  const table_3 t;
  const T c = t.c(t.start, t.theta0);
  for (const int tenths : {2, 7, 11}) {
    const phase_point<T> z = t.exact.state(rational<T>(tenths, 10));
    // any state may be the start
    EXPECT_LT(to_double(T(abs(T(t.c(z, z.q[1]) / c - T(1))))), 1e-58);
    EXPECT_GT(to_double(T(abs(T(t.c(t.start, z.q[1]) / c - T(1))))), 1e-2)
        << "as printed, with sin²θ, it is no constant";
  }
}

TEST(top_errata_exact, the_printed_nutation_period_belongs_to_a_rounded_moment_of_inertia) {
  const auto period = [](const table_3& t) { return to_double(*t.exact.facts().nutation_period); };
  EXPECT_NEAR(period(table_3()), 1.8472389815, 1e-10);
  EXPECT_GT(std::abs(period(table_3()) - 1.84671), 5e-4) << "as printed";
  EXPECT_NEAR(period(table_3("0.00233")), 1.84671, 5e-6);
}

TEST(top_errata_exact, equation_18ae_is_the_square_of_two_pi_over_the_unit_of_time) {
  // Table 6 in another unit of time t̄: with A t̄² the same, every time scales with t̄
  const auto period = [](const T& unit, const T& a) {
    const T theta0 = pi<T>() / T(6);
    const T spin = T(2) * pi<T>() / unit;
    const lagrange_top_solution<T> top(
        {T(1), T(1), T(2), a, T(1), T(0), theta0, T(0), T(0), T(0), spin, T(0), true});
    return *top.facts().nutation_period;
  };
  const T square = T(4) * pi<T>() * pi<T>();
  const T at_one = period(T(1), square);
  EXPECT_LT(to_double(T(abs(T(at_one - decimal<T>("0.77762654991994"))))), 1e-14);
  const T unit(2);
  EXPECT_LT(to_double(T(abs(T(period(unit, square / (unit * unit)) / unit - at_one)))), 1e-58);
  EXPECT_GT(to_double(T(abs(T(period(unit, square / unit) / unit - at_one)))), 1e-2)
      << "as printed; for t̄ = 1 the two agree";
}

TEST(top_errata_exact, the_length_in_table_1_is_g_over_the_square_of_omega_0) {
  const T g = decimal<T>("9.81");
  const T omega0 = T(2) * pi<T>();
  const T corrected = g / (omega0 * omega0);
  EXPECT_LT(to_double(T(abs(T(corrected - decimal<T>("0.248490"))))), 1e-6);
  // a pendulum of this length has the frequency ω0
  EXPECT_LT(to_double(T(abs(T(sqrt(T(g / corrected)) - omega0)))), tiny);
  EXPECT_GT(to_double(T(abs(T(sqrt(T(g / T(g / omega0))) - omega0)))), 3) << "as printed";
}

}  // namespace
}  // namespace plumbline
