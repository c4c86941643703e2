// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The systems of the catalogue against the mechanics that they describe: kinetic energies of masses at Cartesian positions and
// of a turning body, whose velocities are difference quotients of positions and of a rotation matrix. All parameters differ, so
// that none can stand in the place of another. Kind: truth from outside (first principles), at 200 digits.
#include <plumbline/mechanics/model.hpp>
#include <plumbline/mechanics/systems/damped_forced_oscillator.hpp>
#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/systems/harmonic_oscillator.hpp>
#include <plumbline/mechanics/systems/lagrange_top.hpp>
#include <plumbline/mechanics/systems/linear_double_pendulum.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/mechanics/systems/planar_two_body.hpp>
#include <plumbline/mechanics/systems/reduced_lagrange_top.hpp>
#include <plumbline/scalar/exact.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace plumbline {
namespace {

constexpr int digits = 200;

mp part(int a, int b) { return rational<mp>(a, b); }

vector<mp> values(std::initializer_list<mp> list) {
  vector<mp> x(static_cast<Eigen::Index>(list.size()));
  Eigen::Index i = 0;
  for (const mp& each : list) {
    x[i++] = each;
  }
  return x;
}

using place = std::function<vector<mp>(const vector<mp>&)>;

/// d/dt of f(q(t)) where q′ = v: a central difference, right to 90 digits.
vector<mp> rate(const place& f, const vector<mp>& q, const vector<mp>& v) {
  const mp step = pow(mp(10), -45);
  return (f(q + step * v) - f(q - step * v)) / mp(step * 2);
}

template <class System>
mp lagrangian_of(const System& s, const vector<mp>& q, const vector<mp>& v) {
  return s.template lagrangian<mp>(view(q), view(v));
}

void expect_equal(const mp& found, const mp& expected) {
  EXPECT_LT(to_double(mp(abs(found - expected))), 1e-75) << found << " and " << expected;
}

mp square(const vector<mp>& x) { return dot(x, x); }

TEST(systems, of_one_mass_are_kinetic_less_potential_energy) {
  const precision_scope scope(digits);
  const vector<mp> q = values({part(3, 7)});
  const vector<mp> v = values({part(-5, 3)});
  const harmonic_oscillator<mp> spring{part(3, 2), part(7, 5)};
  expect_equal(lagrangian_of(spring, q, v),
               mp(spring.m * v[0] * v[0] / 2 - spring.k * q[0] * q[0] / 2));
  // a mass M on a rod of length l, with m = M l² and ω² = g/l, and V = 0 below
  const mp mass = part(3, 4);
  const mp length = part(5, 3);
  const mp gravity = part(7, 2);
  const pendulum<mp> swing{mp(mass * length * length), mp(sqrt(mp(gravity / length)))};
  const place bob = [&](const vector<mp>& x) {
    return values({mp(length * sin(x[0])), mp(-(length * cos(x[0])))});
  };
  expect_equal(lagrangian_of(swing, q, v),
               mp(mass / 2 * square(rate(bob, q, v)) - mass * gravity * (bob(q)[1] + length)));
}

TEST(systems, of_two_rods_are_kinetic_less_potential_energy) {
  const precision_scope scope(digits);
  const double_pendulum<mp> s{part(3, 2), part(5, 7), part(9, 4), part(4, 3), part(2, 5)};
  const vector<mp> q = values({part(3, 7), part(-8, 5)});
  const vector<mp> v = values({part(-5, 3), part(11, 4)});
  const place upper = [&](const vector<mp>& x) {
    return values({mp(s.l1 * sin(x[0])), mp(-(s.l1 * cos(x[0])))});
  };
  const place lower = [&](const vector<mp>& x) {
    return vector<mp>(upper(x) + values({mp(s.l2 * sin(x[1])), mp(-(s.l2 * cos(x[1])))}));
  };
  expect_equal(lagrangian_of(s, q, v),
               mp(s.m1 / 2 * square(rate(upper, q, v)) + s.m2 / 2 * square(rate(lower, q, v)) -
                  s.g * (s.m1 * upper(q)[1] + s.m2 * lower(q)[1])));
  // the linear one is the limit of small motions, less the energy at rest
  const linear_double_pendulum<mp> linear{s.m1, s.m2, s.g, s.l1, s.l2};
  const mp small = pow(mp(10), -45);
  const vector<mp> rest = values({mp(0), mp(0)});
  const mp moved = lagrangian_of(s, small * q, small * v) - lagrangian_of(s, rest, rest);
  expect_equal(lagrangian_of(linear, q, v), mp(moved / (small * small)));
}

TEST(systems, of_two_bodies_has_their_energy_about_the_common_centre) {
  const precision_scope scope(digits);
  const planar_two_body<mp> s{part(3, 2), part(5, 7), part(9, 4),
                              part(4, 3), part(2, 5), part(7, 6)};
  const vector<mp> q = values({part(3, 7), part(-8, 5)});
  const vector<mp> v = values({part(-5, 3), part(11, 4)});
  // from the first centre over the hinge to the second
  const place between = [&](const vector<mp>& x) {
    return values(
        {mp(s.d1 * cos(x[0]) + s.d2 * cos(x[1])), mp(s.d1 * sin(x[0]) + s.d2 * sin(x[1]))});
  };
  const vector<mp> apart = rate(between, q, v);
  const vector<mp> first = -(s.m2 / (s.m1 + s.m2)) * apart;
  const vector<mp> second = (s.m1 / (s.m1 + s.m2)) * apart;
  expect_equal(lagrangian_of(s, q, v), mp((s.I1 * v[0] * v[0] + s.I2 * v[1] * v[1] +
                                           s.m1 * square(first) + s.m2 * square(second)) /
                                          2));
}

/// Rz(φ) Rx(θ) Rz(ψ), by columns.
vector<mp> rotation(const vector<mp>& q) {
  const auto about_z = [](const mp& x) {
    matrix<mp> r = matrix<mp>::Constant(3, 3, mp(0));
    r(0, 0) = r(1, 1) = cos(x);
    r(1, 0) = sin(x);
    r(0, 1) = -sin(x);
    r(2, 2) = mp(1);
    return r;
  };
  matrix<mp> tilt = matrix<mp>::Constant(3, 3, mp(0));
  tilt(0, 0) = mp(1);
  tilt(1, 1) = tilt(2, 2) = cos(q[1]);
  tilt(2, 1) = sin(q[1]);
  tilt(1, 2) = -sin(q[1]);
  const matrix<mp> r = about_z(q[0]) * matrix<mp>(tilt * about_z(q[2]));
  return vector<mp>(r.reshaped());
}

TEST(systems, of_the_top_is_the_energy_of_a_turning_body) {
  const precision_scope scope(digits);
  const lagrange_top<mp> s{part(3, 2), part(5, 7), part(9, 4), part(4, 3), part(2, 5)};
  const vector<mp> q = values({part(3, 7), part(8, 5), part(-2, 9)});
  const vector<mp> v = values({part(-5, 3), part(11, 4), part(6, 7)});
  const matrix<mp> r = rotation(q).reshaped(3, 3);
  const matrix<mp> turn = r.transpose() * matrix<mp>(rate(rotation, q, v).reshaped(3, 3));
  // RᵀR′ is the cross product with the angular velocity in the body
  const mp x = turn(2, 1);
  const mp y = turn(0, 2);
  const mp z = turn(1, 0);
  expect_equal(lagrangian_of(s, q, v),
               mp((s.I * (x * x + y * y) + s.I3 * z * z) / 2 - s.mass * s.g * s.l * r(2, 2)));

  // the reduced equations are those of the same motion
  evaluation<mp> at(model_of<mp>(s));
  vector<mp> p(3);
  vector<mp> a(3);
  at.momentum(view(q), view(v), view(p));
  ASSERT_TRUE(at.acceleration(view(q), view(v), mp(0), view(a)).ok());
  const reduced_lagrange_top<mp> reduced{s.I, mp(s.mass * s.g * s.l / s.I), p[0], p[2]};
  const vector<mp> state = values({q[0], q[1], v[1]});
  vector<mp> moves(3);
  reduced.field<mp>(view(std::as_const(state)), view(moves));
  expect_equal(moves[0], v[0]);
  expect_equal(moves[1], v[1]);
  expect_equal(moves[2], a[1]);
}

TEST(systems, with_damping_and_load_follow_their_equation) {
  const precision_scope scope(digits);
  const damped_forced_oscillator<mp> s{part(3, 2), part(5, 7), part(9, 4), part(4, 3),
                                       part(2, 5), part(7, 6), part(1, 9)};
  evaluation<mp> at(model_of<mp>(s));
  const vector<mp> x = values({part(3, 7)});
  const vector<mp> v = values({part(-5, 3)});
  const mp t = part(4, 5);
  vector<mp> a(1);
  ASSERT_TRUE(at.acceleration(view(x), view(v), t, view(a)).ok());
  expect_equal(mp(s.m * a[0] + s.c * v[0] + s.k * x[0]),
               mp(s.amplitude * exp(mp(-s.decay * t)) * sin(mp(s.frequency * t + s.phase))));
}

}  // namespace
}  // namespace plumbline
