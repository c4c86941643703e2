// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Derivatives of Lagrangians: duals against formulas worked out by hand, a system's own derivatives against
// duals, static against run-time dimension; and the Legendre transform both ways, also where L is not
// quadratic in v.
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/mechanics/systems/quadratic.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using T = mp64;

vector<T> two(int a, int b, int denominator) {
  vector<T> x(2);
  x << T(a) / denominator, T(b) / denominator;
  return x;
}

double_pendulum<T> pendulums() {
  return {T(2), rational<T>(1, 3), decimal<T>("9.81"), rational<T>(7, 10), rational<T>(11, 10)};
}

TEST(lagrangian, has_the_gradient_and_hessian_of_the_double_pendulum) {
  const auto s = pendulums();
  const vector<T> q = two(3, -5, 7);
  const vector<T> v = two(2, 9, 11);
  vector<T> dq(2);
  vector<T> dv(2);
  lagrangian_gradient<T>(s, view(q), view(v), view(dq), view(dv));
  const T k = s.m2 * s.l1 * s.l2;
  const T sine = sin(T(q[0] - q[1]));
  const T cosine = cos(T(q[0] - q[1]));
  const T a = (s.m1 + s.m2) * s.l1 * s.l1;
  EXPECT_LT(abs(dq[0] + k * v[0] * v[1] * sine + (s.m1 + s.m2) * s.g * s.l1 * sin(q[0])), 1e-62);
  EXPECT_LT(abs(dq[1] - k * v[0] * v[1] * sine + s.m2 * s.g * s.l2 * sin(q[1])), 1e-62);
  EXPECT_LT(abs(dv[0] - a * v[0] - k * cosine * v[1]), 1e-62);
  lagrangian_hessian<T> h;
  lagrangian_second_derivatives<T>(s, view(q), view(v), h);
  EXPECT_LT(abs(h.vv(0, 0) - a), 1e-62);
  EXPECT_LT(abs(h.vv(0, 1) - k * cosine), 1e-62);
  EXPECT_LT(abs(h.qv(0, 0) + k * sine * v[1]), 1e-62);
  EXPECT_LT(abs(h.qv(1, 0) - k * sine * v[1]), 1e-62);
  EXPECT_LT(abs(h.qq(0, 1) - k * v[0] * v[1] * cosine), 1e-62);
  EXPECT_LT(abs(h.qq(0, 0) + k * v[0] * v[1] * cosine + (s.m1 + s.m2) * s.g * s.l1 * cos(q[0])),
            1e-61);
}

// The quadratic system without its own derivatives, to hold the two against each other.
struct plain_quadratic {
  quadratic<T> system;
  int dimension() const { return system.dimension(); }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return system.lagrangian(q, v);
  }
};

TEST(lagrangian, of_the_quadratic_system_brings_the_derivatives_that_duals_find) {
  matrix<T> m(3, 3);
  m << T(4), T(1), T(0), T(1), T(5), T(2), T(0), T(2), T(6);
  matrix<T> k(3, 3);
  k << T(9), T(-2), T(1), T(-2), T(7), T(0), T(1), T(0), T(3);
  const quadratic<T> own(m, k);
  const plain_quadratic plain{own};
  vector<T> q(3);
  q << T(1) / 3, T(-2), T(5) / 7;
  vector<T> v(3);
  v << T(2), T(1) / 9, T(-1);
  vector<T> a(3);
  vector<T> b(3);
  vector<T> c(3);
  vector<T> d(3);
  lagrangian_gradient<T>(own, view(q), view(v), view(a), view(b));
  lagrangian_gradient<T>(plain, view(q), view(v), view(c), view(d));
  EXPECT_LT(max_magnitude(a - c), 1e-61);
  EXPECT_LT(max_magnitude(b - d), 1e-61);
  lagrangian_hessian<T> h;
  lagrangian_hessian<T> g;
  lagrangian_second_derivatives<T>(own, view(q), view(v), h);
  lagrangian_second_derivatives<T>(plain, view(q), view(v), g);
  EXPECT_LT(max_magnitude(h.qq - g.qq), 1e-61);
  EXPECT_LT(max_magnitude(h.qv - g.qv), 1e-61);
  EXPECT_LT(max_magnitude(h.vv - g.vv), 1e-61);
}

TEST(quadratic, refuses_matrices_that_are_not_symmetric_or_of_different_size) {
  matrix<double> m = matrix<double>::Identity(2, 2);
  matrix<double> k = m;
  k(0, 1) = 1;
  EXPECT_THROW(quadratic<double>(m, k), invalid_input);
  EXPECT_THROW(quadratic<double>(m, matrix<double>::Identity(3, 3)), invalid_input);
  k(0, 1) = k(1, 0) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(quadratic<double>(m, k), invalid_input);
}

TEST(legendre, goes_to_momenta_and_back) {
  const auto s = pendulums();
  const vector<T> q = two(3, -5, 7);
  const vector<T> v = two(2, 9, 11);
  const vector<T> p = momentum(s, q, v);
  EXPECT_LT(max_magnitude(velocity(s, q, p) - v), 1e-62);
  EXPECT_LT(abs(energy(s, phase_point<T>{q, p}) - energy_of_velocity(s, q, v)), 1e-62);
}

// A free relativistic particle: L = −√(1 − v²), p = v/√(1 − v²), H = √(1 + p²).
struct relativistic_particle {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S>, std::span<const S> v) const {
    using std::sqrt;
    return -sqrt(S(1) - v[0] * v[0]);
  }
};

TEST(legendre, inverts_lagrangians_that_are_not_quadratic_in_the_velocity) {
  for (const int p : {-3, 0, 1, 7}) {
    const phase_point<T> z{vector<T>::Constant(1, T(0)), vector<T>::Constant(1, T(p) / 4)};
    const T root = sqrt(T(1 + z.p[0] * z.p[0]));
    EXPECT_LT(abs(velocity(relativistic_particle{}, z.q, z.p)[0] - z.p[0] / root), 1e-62);
    EXPECT_LT(abs(energy(relativistic_particle{}, z) - root), 1e-62);
  }
}

// A Lagrangian that does not see the second velocity.
struct massless {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return v[0] * v[0] / 2 - q[1] * q[1];
  }
};

TEST(legendre, says_that_a_mass_matrix_is_singular) {
  EXPECT_THROW((void)velocity(massless{}, two(1, 1, 1), two(1, 1, 1)), domain_error);
}

TEST(parameters, convert_a_system_between_scalars) {
  const auto s = convert_to<double>(pendulums());
  EXPECT_EQ(s.m1, 2);
  EXPECT_EQ(s.l2, 1.1);
  const precision_scope scope(40);
  EXPECT_EQ(convert_to<mp>(s).m2, mp(1. / 3));
}

}  // namespace
}  // namespace plumbline
