// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The schemes for q″ = f(q) of the pendulum paper (PD), at 64 digits. Kind: closed forms (the two-step equations, the exact
// oscillator, determinants, difference quotients at twice the digits) and properties (lemmas 1 and 2, integrals of
// motion, branches, what is reported where a step has no unique solution).
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/mechanics/systems/harmonic_oscillator.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/exact_oscillator.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/projection.hpp>
#include <plumbline/schemes/suris.hpp>
#include <plumbline/schemes/symplectic_euler.hpp>
#include <plumbline/study/integrate.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace plumbline {
namespace {

template <class T>
phase_point<T> at(const T& q, const T& p) {
  return {vector<T>::Constant(1, q), vector<T>::Constant(1, p)};
}
double size(const mp64& x) { return std::abs(to_double(x)); }
mp64 number(const char* text) { return decimal<mp64>(text); }

// V = −k cos φ with k = 1 in the paper; m and k of their own here, so that neither can be forgotten.
template <class T>
pendulum<T> paper_pendulum() {
  return {rational<T>(3, 2), rational<T>(6, 5)};
}
mp64 sine_force(const mp64& q) {  // per unit of mass
  return -rational<mp64>(36, 25) * sin(q);
}

/// φ_0 … φ_3 and p_0 … p_3 of any stepper.
struct orbit {
  std::array<mp64, 4> q;
  std::array<mp64, 4> p;
};
template <class Stepper>
orbit orbit_of(Stepper stepper, const mp64& q, const mp64& p, const mp64& h) {
  orbit o;
  auto z = at(q, p);
  for (std::size_t i = 0; i < 4; ++i) {
    o.q[i] = z.q[0];
    o.p[i] = z.p[0];
    EXPECT_TRUE(stepper.step(z, h).ok());
  }
  return o;
}

const mp64 q0 = rational<mp64>(7, 10);
const mp64 p0 = rational<mp64>(11, 10);
const mp64 step = rational<mp64>(3, 20);

// The potential's quotient

// A user's system whose potential has a rule for each of its operations.
struct double_well {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    const S square = q[0] * q[0];
    return v[0] * v[0] - (square * square / 4 + cos(q[0]));
  }
};

mp potential(const double_well&, const mp& q) { return q * q * q * q / 4 + cos(q); }
mp slope(const double_well&, const mp& q) { return q * q * q - sin(q); }
mp potential(const pendulum<mp64>& s, const mp& q) {
  return -scalar_cast<mp>(s.m) * scalar_cast<mp>(s.omega) * scalar_cast<mp>(s.omega) * cos(q);
}
mp slope(const pendulum<mp64>& s, const mp& q) {
  return scalar_cast<mp>(s.m) * scalar_cast<mp>(s.omega) * scalar_cast<mp>(s.omega) * sin(q);
}

template <class System>
void expect_quotient_without_cancellation(const System& system) {
  separable<mp64> s(system);
  for (const char* width : {"3", "0.4", "1e-7", "1e-25", "1e-50", "-0.4", "-1e-30"}) {
    const mp64 a = number("1.25");
    const mp64 b = a + number(width);
    const auto quotient = s.quotient(a, b);
    const precision_scope scope(200);
    const mp wide_a = scalar_cast<mp>(a);
    const mp wide_b = scalar_cast<mp>(b);
    const mp exact = (potential(system, wide_b) - potential(system, wide_a)) / (wide_b - wide_a);
    const mp exact_slope = (slope(system, wide_b) - exact) / (wide_b - wide_a);
    EXPECT_LT(to_double(abs(scalar_cast<mp>(quotient.value) - exact)), 2e-62) << width;
    // what a Newton iteration wants: three quarters of the digits
    EXPECT_LT(to_double(abs(scalar_cast<mp>(quotient.slope) - exact_slope)), 1e-45) << width;
  }
  EXPECT_LT(size(s.quotient(q0, q0).value + s.force(q0)), 1e-62);
}

TEST(quotient, of_the_pendulum_has_no_cancellation) {
  expect_quotient_without_cancellation(paper_pendulum<mp64>());
}

TEST(quotient, of_a_system_with_rules_for_its_operations_has_no_cancellation) {
  expect_quotient_without_cancellation(double_well{});
}

// There is no rule for exp: the quotient is an integral.
struct toda_spring {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::exp;
    return v[0] * v[0] - (exp(q[0]) - q[0]);
  }
};

mp potential(const toda_spring&, const mp& q) { return exp(q) - q; }
mp slope(const toda_spring&, const mp& q) { return exp(q) - 1; }

TEST(quotient, of_a_system_without_a_rule_is_an_integral_right_to_rounding) {
  ASSERT_FALSE(model<mp64>(toda_spring{}).formulas()->has_quotient());
  ASSERT_TRUE(model<mp64>(double_well{}).formulas()->has_quotient());
  expect_quotient_without_cancellation(toda_spring{});
}

TEST(quotient, of_a_model_is_that_of_its_system) {
  separable<mp64> recorded{model<mp64>(paper_pendulum<mp64>())};
  separable<mp64> plain{paper_pendulum<mp64>()};
  EXPECT_EQ(recorded.quotient(q0, p0).value, plain.quotient(q0, p0).value);
}

TEST(quotient, has_right_derivatives_on_dual_numbers) {
  using D = tangent_number<mp64>;
  separable<D> s{convert_to<D>(paper_pendulum<mp64>())};
  separable<mp64> plain{paper_pendulum<mp64>()};
  for (const char* width : {"2.5", "1e-3", "1e-30", "0"}) {
    const D a(q0);
    D b(mp64(q0 + number(width)));
    b.tangent[0] = mp64(1);
    const auto quotient = s.quotient(a, b);
    EXPECT_LT(size(quotient.value.tangent[0] - quotient.slope.value), 1e-61) << width;
    const precision_scope scope(200);
    const mp d = scalar_cast<mp>(b.value) - scalar_cast<mp>(q0);
    if (!(d == mp(0))) {
      const auto system = paper_pendulum<mp64>();
      const mp q = scalar_cast<mp>(b.value);
      const mp exact =
          (slope(system, q) - (potential(system, q) - potential(system, scalar_cast<mp>(q0))) / d) /
          d;
      EXPECT_LT(to_double(abs(scalar_cast<mp>(quotient.value.tangent[0]) - exact)), 1e-61) << width;
    }
  }
}

TEST(equilibrium, is_found_downhill_with_its_frequency) {
  separable<mp64> s{double_well{}};
  const auto rest = find_stable_equilibrium(s);  // 0 is the top between the wells
  const mp64 q = rest.position;
  EXPECT_GT(q, mp64(0));
  EXPECT_LT(size(q * q * q - sin(q)), 1e-63);
  EXPECT_LT(size(rest.frequency * rest.frequency - (q * q * 3 - cos(q)) / 2), 1e-62);
}

// Two-step forms

TEST(two_step, of_the_standard_discretization_is_one_for_three_momenta) {
  using system = pendulum<mp64>;
  const auto s = paper_pendulum<mp64>();
  const mp64 m = s.m;
  const mp64 half_kick = m * step * sine_force(q0) / 2;
  // (12): the same φ_0, φ_1 with c = 1/2, 1, 0
  const orbit verlet = orbit_of(leapfrog_stepper<mp64, system>(s), q0, p0, step);
  const orbit a = orbit_of(symplectic_euler_stepper<mp64, system>(euler_order::momentum_first, s),
                           q0, mp64(p0 - half_kick), step);
  const orbit b = orbit_of(symplectic_euler_stepper<mp64, system>(euler_order::position_first, s),
                           q0, mp64(p0 + half_kick), step);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_LT(size(a.q[i] - verlet.q[i]), 1e-62);
    EXPECT_LT(size(b.q[i] - verlet.q[i]), 1e-62);
  }
  for (std::size_t i = 1; i < 3; ++i) {
    const mp64 second = (verlet.q[i + 1] - verlet.q[i] * 2 + verlet.q[i - 1]) / (step * step);
    EXPECT_LT(size(second - sine_force(verlet.q[i])), 1e-59);  // (11)
    const mp64 forward = (verlet.q[i + 1] - verlet.q[i]) / step;
    const mp64 kick = step * sine_force(verlet.q[i]);
    EXPECT_LT(size(verlet.p[i] / m - (forward - kick / 2)), 1e-60);  // (12), c = 1/2
    EXPECT_LT(size(a.p[i] / m - (forward - kick)), 1e-60);           // c = 1
    EXPECT_LT(size(b.p[i] / m - forward), 1e-60);                    // c = 0
  }
}

TEST(two_step, of_the_midpoint_rule) {
  const auto s = paper_pendulum<mp64>();
  const orbit o =
      orbit_of(galerkin_stepper<mp64, pendulum<mp64>>(midpoint<mp64>(), s), q0, p0, step);
  for (std::size_t i = 1; i < 3; ++i) {
    const mp64 second = (o.q[i + 1] - o.q[i] * 2 + o.q[i - 1]) / (step * step);
    const mp64 after = sine_force(mp64((o.q[i + 1] + o.q[i]) / 2));
    const mp64 before = sine_force(mp64((o.q[i] + o.q[i - 1]) / 2));
    EXPECT_LT(size(second - (after + before) / 2), 1e-59);  // (24)
    EXPECT_LT(size(o.p[i] / s.m - ((o.q[i + 1] - o.q[i]) / step - step * after / 2)), 1e-60);
  }
}

TEST(midpoint, for_constant_mass_is_the_variational_one) {
  const auto s = paper_pendulum<mp64>();
  const orbit one =
      orbit_of(galerkin_stepper<mp64, pendulum<mp64>>(midpoint<mp64>(), s), q0, p0, step);
  const orbit two = orbit_of(separable_midpoint_stepper<mp64, pendulum<mp64>>(s), q0, p0, step);
  EXPECT_LT(size(one.q[3] - two.q[3]), 1e-62);
  EXPECT_LT(size(one.p[3] - two.p[3]), 1e-62);
}

TEST(two_step, of_the_maps_of_suris) {
  const mp64 k = rational<mp64>(36, 25);
  const mp64 strength = k * step * step;
  for (const suris_map map : {suris_map::first, suris_map::second}) {
    const int base = map == suris_map::first ? 2 : 4;
    const orbit o = orbit_of(suris_stepper<mp64>(map, rational<mp64>(3, 2), k), q0, p0, step);
    for (std::size_t i = 1; i < 3; ++i) {
      const mp64 turn = (o.q[i + 1] - o.q[i] * 2 + o.q[i - 1]) / -base;
      // (34), (35) without an arctangent
      EXPECT_LT(size(tan(turn) * (strength * cos(o.q[i]) + base) - strength * sin(o.q[i])), 1e-60);
      EXPECT_LT(size(o.p[i + 1] / rational<mp64>(3, 2) - (o.q[i + 1] - o.q[i]) / step), 1e-60);
    }
  }
}

mp64 cosine_quotient(const mp64& a, const mp64& b) {  // per unit of mass, by subtraction
  return rational<mp64>(36, 25) * (cos(a) - cos(b)) / (b - a);
}

TEST(two_step, of_the_discrete_gradient_plain_and_modified) {
  const auto s = paper_pendulum<mp64>();
  for (const gradient_step kind : {gradient_step::plain, gradient_step::modified}) {
    const mp64 delta = kind == gradient_step::plain
                           ? step
                           : mp64(tan(mp64(step * s.omega / 2)) * 2 / s.omega);  // (55)
    const orbit o =
        orbit_of(discrete_gradient_stepper<mp64, pendulum<mp64>>(kind, s), q0, p0, step);
    for (std::size_t i = 1; i < 3; ++i) {
      const mp64 second = (o.q[i + 1] - o.q[i] * 2 + o.q[i - 1]) / (delta * delta);
      const mp64 after = cosine_quotient(o.q[i], o.q[i + 1]);
      const mp64 before = cosine_quotient(o.q[i - 1], o.q[i]);
      EXPECT_LT(size(second + (after + before) / 2), 1e-58);  // (46), (56)
      EXPECT_LT(size(o.p[i] / s.m - ((o.q[i + 1] - o.q[i]) / delta + delta * after / 2)), 1e-60);
    }
  }
}

TEST(two_step, of_the_modified_gradient_on_the_oscillator) {
  const harmonic_oscillator<mp64> s{rational<mp64>(3, 2), rational<mp64>(27, 8)};
  const mp64 w = rational<mp64>(3, 2);
  const mp64 delta = tan(mp64(w * step / 2)) * 2 / w;
  const mp64 square = w * w * delta * delta;
  const orbit o = orbit_of(
      discrete_gradient_stepper<mp64, harmonic_oscillator<mp64>>(gradient_step::modified, s), q0,
      p0, step);
  for (std::size_t i = 1; i < 3; ++i) {
    const mp64 middle = o.q[i] * (mp64(4) - square) / (square + 4);
    EXPECT_LT(size(o.q[i + 1] - middle * 2 + o.q[i - 1]), 1e-61);  // (53)
    const mp64 p = ((square + 4) * o.q[i + 1] - (mp64(4) - square) * o.q[i]) / (delta * 4);
    EXPECT_LT(size(o.p[i] / s.m - p), 1e-60);
  }
}

// Lemmas 1 and 2

template <class Stepper>
matrix<mp64> jacobian_of(Stepper stepper, const mp64& q, const mp64& p, const mp64& h) {
  using D = tangent_number<mp64>;
  vector<mp64> y(2);
  y << q, p;
  return step_jacobian<mp64>(
      [&](vector<D>& w) {
        phase_point<D> z{w.head(1), w.tail(1)};
        const solve_report report = stepper.step(z, D(h));
        w << z.q, z.p;
        return report;
      },
      y);
}
mp64 determinant(const matrix<mp64>& a) { return a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0); }

// φ_1 − φ_0 = P(p_0, p_1), p_1 − p_0 = R(φ_0, φ_1) has the determinant (1 − P,1 R,1)/(1 − P,2 R,2): it is symplectic if
// and only if P,1 R,1 = P,2 R,2. For the gradient P,1 = P,2 = h/2m, R = −h Q.
TEST(lemma_1, gives_the_determinant_of_the_discrete_gradient) {
  using D = tangent_number<mp64>;
  const auto s = paper_pendulum<mp64>();
  const auto system = convert_to<D>(s);
  const discrete_gradient_stepper<D, pendulum<D>> gradient(gradient_step::plain, system);
  const mp64 det = determinant(jacobian_of(gradient, q0, p0, step));
  const orbit o = orbit_of(discrete_gradient_stepper<mp64, pendulum<mp64>>(gradient_step::plain, s),
                           q0, p0, step);
  const mp64 a = o.q[0];
  const mp64 b = o.q[1];
  const mp64 k = rational<mp64>(36, 25);
  const mp64 q = cosine_quotient(a, b);
  const mp64 s1 = (q - k * sin(a)) / (b - a);
  const mp64 s2 = (k * sin(b) - q) / (b - a);
  const mp64 expected = (mp64(1) + step * step * s1 / 2) / (mp64(1) + step * step * s2 / 2);
  EXPECT_LT(size(det - expected), 1e-60);
  EXPECT_GT(size(det - 1), 1e-5) << "not symplectic";
  // on the oscillator P,1 R,1 = P,2 R,2
  const harmonic_oscillator<D> spring{D(rational<mp64>(3, 2)), D(2)};
  for (const gradient_step kind : {gradient_step::plain, gradient_step::modified}) {
    const discrete_gradient_stepper<D, harmonic_oscillator<D>> linear(kind, spring);
    EXPECT_LT(size(determinant(jacobian_of(linear, q0, p0, step)) - 1), 1e-61);
  }
}

// Symplecticity is measured on dual numbers: they must carry the derivatives through every solver.
template <class Plain, class Dual>
void expect_derivatives(Plain plain, Dual on_duals, const char* name) {
  const matrix<mp64> jacobian = jacobian_of(on_duals, q0, p0, step);
  const mp64 little = number("1e-20");
  const auto moved = [&](const mp64& dq, const mp64& dp) {
    auto z = at(mp64(q0 + dq), mp64(p0 + dp));
    EXPECT_TRUE(plain.step(z, step).ok());
    return z;
  };
  for (int j = 0; j < 2; ++j) {
    const mp64 dq = j == 0 ? little : mp64(0);
    const mp64 dp = j == 0 ? mp64(0) : little;
    const auto ahead = moved(dq, dp);
    const auto behind = moved(mp64(-dq), mp64(-dp));
    EXPECT_LT(size((ahead.q[0] - behind.q[0]) / (little * 2) - jacobian(0, j)), 1e-38) << name;
    EXPECT_LT(size((ahead.p[0] - behind.p[0]) / (little * 2) - jacobian(1, j)), 1e-38) << name;
  }
}

TEST(derivatives, of_implicit_steps_are_those_of_differences) {
  using D = tangent_number<mp64>;
  const auto s = paper_pendulum<mp64>();
  const auto d = convert_to<D>(s);
  using plain = leapfrog_stepper<mp64, pendulum<mp64>>;
  using dual_base = leapfrog_stepper<D, pendulum<D>>;
  expect_derivatives(standard_projection_stepper<mp64, pendulum<mp64>, plain>(s, plain(s)),
                     standard_projection_stepper<D, pendulum<D>, dual_base>(d, dual_base(d)),
                     "standard projection");
  expect_derivatives(symmetric_projection_stepper<mp64, pendulum<mp64>, plain>(s, plain(s)),
                     symmetric_projection_stepper<D, pendulum<D>, dual_base>(d, dual_base(d)),
                     "symmetric projection");
  for (const gradient_step kind : {gradient_step::plain, gradient_step::modified}) {
    expect_derivatives(discrete_gradient_stepper<mp64, pendulum<mp64>>(kind, s),
                       discrete_gradient_stepper<D, pendulum<D>>(kind, d), "gradient");
  }
}

// φ_2 + φ_0 is a function A of φ_1 alone: such maps are symplectic with any p_n = φ_{n+1}/h + B(φ_n).
TEST(lemma_2, holds_for_every_map_of_its_form) {
  using D = tangent_number<mp64>;
  const auto system = convert_to<D>(paper_pendulum<mp64>());
  const auto expect_form = [](auto stepper, const char* name) {
    const matrix<mp64> one = jacobian_of(stepper, q0, p0, step);
    EXPECT_LT(size(determinant(one) - 1), 1e-61) << name;
    // φ_1 is affine in p_0 with the slope h/m for every φ_0, and φ_2 + φ_0 the same from every φ_0 with one φ_1
    const auto second = [&](const mp64& q, const mp64& first) {
      const auto reached = [&](const mp64& p) {
        phase_point<D> z = at(D(q), D(p));
        EXPECT_TRUE(stepper.step(z, D(step)).ok());
        return z;
      };
      const mp64 slope = step / rational<mp64>(3, 2);
      const mp64 p = (first - reached(mp64(0)).q[0].value) / slope;
      phase_point<D> z = reached(p);
      EXPECT_LT(size(z.q[0].value - first), 1e-61) << name;
      EXPECT_TRUE(stepper.step(z, D(step)).ok());
      return mp64(z.q[0].value + q);
    };
    const mp64 first = rational<mp64>(4, 5);
    EXPECT_LT(size(second(q0, first) - second(mp64(q0 - 2), first)), 1e-61) << name;
  };
  expect_form(leapfrog_stepper<D, pendulum<D>>(system), "leapfrog");
  expect_form(symplectic_euler_stepper<D, pendulum<D>>(euler_order::momentum_first, system), "a");
  expect_form(symplectic_euler_stepper<D, pendulum<D>>(euler_order::position_first, system), "b");
  for (const suris_map map : {suris_map::first, suris_map::second}) {
    expect_form(suris_stepper<D>(map, D(rational<mp64>(3, 2)), D(rational<mp64>(36, 25))), "suris");
  }
}

// Exact for the oscillator

TEST(oscillator, is_solved_exactly_for_every_step) {
  const harmonic_oscillator<mp64> s{rational<mp64>(3, 2), rational<mp64>(27, 8)};
  const mp64 w = rational<mp64>(3, 2);
  // up to many turns a step, and across ω h = π, 2π, 3π
  for (const char* text :
       {"0.001", "0.3", "1.7", "2", "2.0943951", "2.1", "4.2", "5", "6.2", "77", "-0.4"}) {
    const mp64 h = number(text);
    discrete_gradient_stepper<mp64, harmonic_oscillator<mp64>> modified(gradient_step::modified, s);
    exact_oscillator_stepper<mp64, harmonic_oscillator<mp64>> exact(s);
    auto one = at(q0, p0);
    auto two = one;
    for (int n = 1; n <= 40; ++n) {
      ASSERT_TRUE(modified.step(one, h).ok()) << text;
      ASSERT_TRUE(exact.step(two, h).ok());
      const auto turn = sin_cos(mp64(w * h * n));
      const mp64 q = q0 * turn.cos + p0 / (s.m * w) * turn.sin;
      const mp64 p = p0 * turn.cos - q0 * s.m * w * turn.sin;
      EXPECT_LT(size(one.q[0] - q), 1e-59) << text << " step " << n;
      EXPECT_LT(size(one.p[0] - p), 1e-59) << text << " step " << n;
      EXPECT_LT(size(two.q[0] - q), 1e-60) << text << " step " << n;
      EXPECT_LT(size(two.p[0] - p), 1e-60) << text << " step " << n;
    }
  }
}

TEST(exact_oscillator, keeps_its_quadratic_form_on_the_pendulum) {
  const auto s = paper_pendulum<mp64>();
  exact_oscillator_stepper<mp64, pendulum<mp64>> stepper(s);
  auto z = at(q0, p0);
  const auto form = [&] {
    return mp64(z.p[0] * z.p[0] / (s.m * 2) +
                s.m * s.omega * s.omega * z.q[0] * z.q[0] / 2);  // (49)
  };
  const mp64 first = form();
  for (int n = 0; n < 1000; ++n) {
    ASSERT_TRUE(stepper.step(z, step).ok());
  }
  EXPECT_LT(size(form() - first), 1e-59);
}

// Integrals of motion

mp64 energy(const pendulum<mp64>& s, const phase_point<mp64>& z) {
  const mp64 half = sin(mp64(z.q[0] / 2));
  return z.p[0] * z.p[0] / (s.m * 2) + s.m * s.omega * s.omega * half * half * 2;
}

TEST(integrals, of_the_maps_of_suris_are_kept) {
  const mp64 m = rational<mp64>(3, 2);
  const mp64 k = rational<mp64>(36, 25);
  for (const suris_map map : {suris_map::first, suris_map::second}) {
    for (const char* text : {"0.05", "0.9", "2.2", "3.5", "-0.3"}) {
      const mp64 h = number(text);
      const suris_stepper<mp64> stepper(map, m, k);
      auto z = at(q0, p0);
      const mp64 first = suris_integral(map, m, k, z.q[0], z.p[0], h);
      for (int n = 0; n < 400; ++n) {
        ASSERT_TRUE(stepper.step(z, h).ok());
        EXPECT_LT(size(suris_integral(map, m, k, z.q[0], z.p[0], h) - first), 1e-60)
            << text << " " << n;
      }
    }
    // it tends to the energy with h
    const mp64 limit = p0 * p0 / (m * 2) - m * k * cos(q0);
    const double coarse = size(suris_integral(map, m, k, q0, p0, number("1e-20")) - limit);
    EXPECT_LT(coarse, 1e-19);
    EXPECT_GT(coarse, 1e-22);
  }
}

template <class Stepper>
void expect_energy_kept(Stepper stepper, const mp64& p, const mp64& h, int steps) {
  const auto s = paper_pendulum<mp64>();
  auto z = at(mp64(0), p);
  const mp64 first = energy(s, z);
  const auto observe = [&](std::int64_t n, const mp64&, const phase_point<mp64>& y) {
    ASSERT_LT(size(energy(s, y) - first), 1e-60) << "step " << n << ", h = " << to_double(h);
  };
  EXPECT_EQ(integrate<mp64>(stepper, z, time_grid<mp64>(mp64(0), h, steps), observe),
            run_outcome::finished);
}

// The separatrix of this pendulum starts at p = 2 m ω = 3.6.
TEST(energy, is_kept_by_the_gradient_and_by_projections_also_next_to_the_separatrix) {
  const auto s = paper_pendulum<mp64>();
  using system = pendulum<mp64>;
  using base = leapfrog_stepper<mp64, system>;
  for (const char* start : {"0.1", "2", "3.5999999999", "3.59999999999999999999999999", "3.6",
                            "3.600000000000001", "4"}) {
    const mp64 p = number(start);
    for (const char* h : {"0.02", "0.25"}) {
      expect_energy_kept(discrete_gradient_stepper<mp64, system>(gradient_step::plain, s), p,
                         number(h), 150);
      expect_energy_kept(discrete_gradient_stepper<mp64, system>(gradient_step::modified, s), p,
                         number(h), 150);
      expect_energy_kept(standard_projection_stepper<mp64, system, base>(s, base(s)), p, number(h),
                         400);
      expect_energy_kept(symmetric_projection_stepper<mp64, system, base>(s, base(s)), p, number(h),
                         400);
    }
  }
}

// Projections

TEST(projection, moves_along_the_gradient_of_the_dimensionless_energy) {
  const auto s = paper_pendulum<mp64>();
  using system = pendulum<mp64>;
  using base = leapfrog_stepper<mp64, system>;
  auto free = at(q0, p0);
  ASSERT_TRUE(base(s).step(free, step).ok());
  auto z = at(q0, p0);
  ASSERT_TRUE((standard_projection_stepper<mp64, system, base>(s, base(s)).step(z, step).ok()));
  // (28): φ moves by λ sin φ̃, p by λ p̃
  const mp64 lambda = (z.p[0] - free.p[0]) / free.p[0];
  EXPECT_LT(size(z.q[0] - free.q[0] - lambda * sin(free.q[0])), 1e-62);
  EXPECT_GT(size(lambda), 1e-6);
  EXPECT_LT(size(lambda), 1e-2) << "the root that is continuous with 0";
  // (31): back by −h from x_1 with the same λ
  symmetric_projection_stepper<mp64, system, base> symmetric(s, base(s));
  auto y = at(q0, p0);
  ASSERT_TRUE(symmetric.step(y, step).ok());
  const auto end = y;
  ASSERT_TRUE(symmetric.step(y, mp64(-step)).ok());
  EXPECT_LT(size(y.q[0] - q0), 1e-61);
  EXPECT_LT(size(y.p[0] - p0), 1e-61);
  // recovered from the definition: λ with Φ(x_0 + λ ∇g(x_0)) = x_1 − λ ∇g(x_1); the momenta say which
  const auto mismatch = [&](const mp64& l) {
    auto x = at(mp64(q0 + l * sin(q0)), mp64(p0 + l * p0));
    EXPECT_TRUE(base(s).step(x, step).ok());
    return phase_point<mp64>(
        at(mp64(x.q[0] + l * sin(end.q[0]) - end.q[0]), mp64(x.p[0] + l * end.p[0] - end.p[0])));
  };
  mp64 l(0);
  mp64 l_next = -mismatch(mp64(0)).p[0] / (p0 + end.p[0]);
  for (int i = 0; i < 20 && !(l == l_next); ++i) {
    const mp64 f = mismatch(l).p[0];
    const mp64 g = mismatch(l_next).p[0];
    if (f == g) {
      break;
    }
    const mp64 next = l_next - g * (l_next - l) / (g - f);
    l = l_next;
    l_next = next;
  }
  EXPECT_LT(size(mismatch(l_next).p[0]), 1e-61);
  EXPECT_LT(size(mismatch(l_next).q[0]), 1e-61) << "one λ serves both components and both ends";
  EXPECT_GT(size(l_next), 1e-7);
}

/// A step from elsewhere comes to the energy of `first` where that is given, and keeps its own where it is not, whatever
/// the stepper has done before.
template <class Stepper>
void expect_level_is_an_argument(Stepper stepper) {
  const auto s = paper_pendulum<mp64>();
  const auto first = at(q0, p0);
  const auto elsewhere = at(mp64(q0 + rational<mp64>(1, 100)), p0);
  auto z = elsewhere;
  ASSERT_TRUE(stepper.step(z, step, first).ok());
  EXPECT_LT(size(energy(s, z) - energy(s, first)), 1e-61);
  auto own = elsewhere;
  ASSERT_TRUE(stepper.step(own, step).ok());
  EXPECT_LT(size(energy(s, own) - energy(s, elsewhere)), 1e-61);
  EXPECT_GT(size(energy(s, own) - energy(s, first)), 1e-3);
}

TEST(projection, takes_the_point_whose_energy_is_kept_as_an_argument) {
  const auto s = paper_pendulum<mp64>();
  using system = pendulum<mp64>;
  using base = leapfrog_stepper<mp64, system>;
  expect_level_is_an_argument(standard_projection_stepper<mp64, system, base>(s, base(s)));
  expect_level_is_an_argument(symmetric_projection_stepper<mp64, system, base>(s, base(s)));
}

// In double the energy of a step's own start moves with every rounding; that of the run's start does not. The state that
// goes on from a later node is told the first one.
TEST(projection, of_a_run_is_onto_the_energy_of_its_first_point_and_of_no_earlier_run) {
  const auto system = find_system("pendulum").make<double>();
  const auto level = [](const phase_point<double>& x) {
    const double w = pi<double>() * 2;
    return x.p[0] * x.p[0] / 2 - w * w * std::cos(x.q[0]);
  };
  const time_grid<double> grid(0, 1. / 64, 20000);
  for (const char* name : {"standard-projection", "symmetric-projection"}) {
    auto stepper = find_scheme(name).make<double>({}, system);
    const auto first = at(1.5, 0.25);
    auto y = stepper.start(first);
    ASSERT_EQ(integrate<double>(stepper, y, grid, [](auto&&...) {}), run_outcome::finished);
    EXPECT_LT(std::abs(level(stepper.phase(y)) - level(first)), 4e-14) << name;
    // half of the run, and the rest by another stepper that is told the start
    auto again = find_scheme(name).make<double>({}, system);
    auto x = again.start(first);
    run_control half;
    half.stop_requested = [n = 0]() mutable { return ++n > 10000; };
    ASSERT_EQ(integrate<double>(
                  again, x, grid, [](auto&&...) {}, half),
              run_outcome::stopped);
    auto rest = find_scheme(name).make<double>({}, system);
    rest.resume(first, x);
    run_control late;
    late.first_step = 10000;
    ASSERT_EQ(integrate<double>(
                  rest, x, grid, [](auto&&...) {}, late),
              run_outcome::finished);
    EXPECT_EQ(x, y) << name;
    // a step from elsewhere
    auto fresh = find_scheme(name).make<double>({}, system);
    auto a = stepper.start(at(0.5, 0.25));
    auto b = a;
    ASSERT_TRUE(stepper.step(a, 0, grid.step).ok());
    ASSERT_TRUE(fresh.step(b, 0, grid.step).ok());
    EXPECT_EQ(a, b) << name;
  }
}

TEST(projection, is_over_any_scheme_of_the_catalogue_with_its_order_and_symmetry) {
  const auto system = find_system("pendulum").make<mp64>();
  for (const scheme_entry& base : schemes()) {
    if (!base.fits(find_system("pendulum"))) {
      continue;
    }
    const settings chosen{{"base", base.info.name}};
    const auto& standard = find_scheme("standard-projection");
    const auto& symmetric = find_scheme("symmetric-projection");
    EXPECT_EQ(standard.info_for(chosen).order, base.info.order);
    EXPECT_FALSE(standard.info_for(chosen).symmetric);
    EXPECT_EQ(symmetric.info_for(chosen).symmetric, base.info.symmetric);
    for (const scheme_entry* entry : {&standard, &symmetric}) {
      auto stepper = entry->make<mp64>(chosen, system);
      auto y = stepper.start(at(q0, p0));
      const auto first = stepper.phase(y);
      const mp64 h = rational<mp64>(1, 50);
      for (int n = 0; n < 3; ++n) {
        ASSERT_TRUE(stepper.step(y, mp64(0), h).ok()) << base.info.name;
      }
      const auto z = stepper.phase(y);
      const auto level = [](const phase_point<mp64>& x) {
        const mp64 w = pi<mp64>() * 2;
        return mp64(x.p[0] * x.p[0] / 2 - w * w * cos(x.q[0]));
      };
      EXPECT_LT(size(level(z) - level(first)), 1e-59) << base.info.name;
    }
  }
}

TEST(projection, refuses_a_base_that_is_not_there_or_cannot_serve) {
  const auto system = find_system("harmonic-oscillator").make<double>();
  const auto& entry = find_scheme("standard-projection");
  EXPECT_THROW((void)entry.make<double>({{"base", "leapfrogs"}}, system), invalid_input);
  EXPECT_THROW((void)entry.info_for({{"base", "leapfrogs"}}), invalid_input);
  EXPECT_THROW((void)entry.make<double>({{"bass", "leapfrog"}}, system), invalid_input);
  EXPECT_THROW((void)entry.make<double>({{"base", "suris1"}}, system), invalid_input);
  const auto pendulum_system = find_system("pendulum").make<double>();
  EXPECT_THROW((void)entry.make<double>({{"base", "newmark-linear"}}, pendulum_system),
               invalid_input);
}

// Branches and large steps

TEST(suris, follows_the_branch_of_the_arctangent_from_small_steps) {
  const mp64 m(1);
  const mp64 k(1);
  for (const suris_map map : {suris_map::first, suris_map::second}) {
    for (const char* angle : {"0.5", "2.5", "3.1", "-2.9"}) {
      const mp64 phi = number(angle);
      // from h = 0 on, h² F is continuous: no jump where the denominator changes its sign
      mp64 before(0);
      for (int n = 1; n <= 400; ++n) {
        const mp64 h = mp64(n) / 80;
        auto z = at(phi, mp64(0));
        ASSERT_TRUE(suris_stepper<mp64>(map, m, k).step(z, h).ok());
        const mp64 turn = z.q[0] - phi;
        EXPECT_LT(size(turn - before), 1.5) << angle << " " << n;
        EXPECT_LT(turn * phi, 0) << "the force pulls down";
        before = turn;
      }
      EXPECT_LT(size(before), (map == suris_map::first ? 2 : 4) * size(phi))
          << "arg(c + r e^{iφ}) < φ";
    }
  }
}

TEST(gradient, has_one_solution_below_its_limit_and_finds_it) {
  const pendulum<double> s{1, 1};
  int failures = 0;
  for (const double h : {1.0, 1.5, 1.9, 1.99, 1.999}) {
    for (int i = 0; i < 40; ++i) {
      for (int j = 0; j < 40; ++j) {
        const double q = -3.1 + 0.16 * i;
        const double p = -4 + 0.21 * j;
        auto z = at(q, p);
        discrete_gradient_stepper<double, pendulum<double>> stepper(gradient_step::plain, s);
        failures += stepper.step(z, h).ok() ? 0 : 1;
        // the modified scheme is the plain one with another step: 2 tan(h′/2) = h
        auto y = at(q, p);
        discrete_gradient_stepper<double, pendulum<double>> modified(gradient_step::modified, s);
        failures += modified.step(y, 2 * std::atan(h / 2)).ok() ? 0 : 1;
        EXPECT_NEAR(y.q[0], z.q[0], 1e-11);
        EXPECT_NEAR(y.p[0], z.p[0], 1e-11);
      }
    }
  }
  EXPECT_EQ(failures, 0);
}

TEST(gradient, beyond_its_limit_keeps_the_energy_or_says_that_it_has_no_solution) {
  const pendulum<double> s{1, 1};
  int reported = 0;
  int solved = 0;
  for (const double h : {2.5, 4.0, 8.0}) {
    for (int i = 0; i < 40; ++i) {
      for (int j = 0; j < 40; ++j) {
        auto z = at(-3.1 + 0.16 * i, -4 + 0.21 * j);
        const auto before = z;
        discrete_gradient_stepper<double, pendulum<double>> stepper(gradient_step::plain, s);
        const auto report = stepper.step(z, h);
        if (report.ok()) {
          ++solved;
          const auto level = [](const auto& x) { return x.p[0] * x.p[0] / 2 - std::cos(x.q[0]); };
          EXPECT_NEAR(level(z), level(before), 1e-12);
        } else {
          ++reported;
          EXPECT_EQ(z.q, before.q);
          EXPECT_EQ(z.p, before.p);
        }
      }
    }
  }
  EXPECT_GT(solved, 0);
  EXPECT_GT(reported, 0);
}

TEST(schemes_for_a_potential, refuse_systems_that_have_none) {
  EXPECT_THROW(require_fit(find_scheme("leapfrog"), find_system("double-pendulum")), invalid_input);
  EXPECT_THROW(require_fit(find_scheme("discrete-gradient"), find_system("linear-double-pendulum")),
               invalid_input);
  EXPECT_THROW(require_fit(find_scheme("suris1"), find_system("harmonic-oscillator")),
               invalid_input);
  EXPECT_NO_THROW(require_fit(find_scheme("leapfrog"), find_system("quadratic")));
  // a hill has no small oscillations
  const auto hill = find_system("harmonic-oscillator").make<double>({{"k", "-1"}});
  EXPECT_THROW((void)find_scheme("modified-discrete-gradient").make<double>({}, hill),
               domain_error);
  EXPECT_NO_THROW((void)find_scheme("discrete-gradient").make<double>({}, hill));
}

}  // namespace
}  // namespace plumbline
