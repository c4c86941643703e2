// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Derivatives of recorded Lagrangians against formulas worked out by hand and against the dual numbers of math/dual.hpp,
// which run the same templates by another way; and the Legendre transform both ways, also where L is not quadratic in v.
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
  evaluation<T> at{model<T>(s)};
  at.gradient(view(q), view(v), view(dq), view(dv));
  const T k = s.m2 * s.l1 * s.l2;
  const T sine = sin(T(q[0] - q[1]));
  const T cosine = cos(T(q[0] - q[1]));
  const T a = (s.m1 + s.m2) * s.l1 * s.l1;
  EXPECT_LT(abs(dq[0] + k * v[0] * v[1] * sine + (s.m1 + s.m2) * s.g * s.l1 * sin(q[0])), 1e-62);
  EXPECT_LT(abs(dq[1] - k * v[0] * v[1] * sine + s.m2 * s.g * s.l2 * sin(q[1])), 1e-62);
  EXPECT_LT(abs(dv[0] - a * v[0] - k * cosine * v[1]), 1e-62);
  lagrangian_hessian<T> h;
  at.second_derivatives(view(q), view(v), h);
  EXPECT_LT(abs(h.vv(0, 0) - a), 1e-62);
  EXPECT_LT(abs(h.vv(0, 1) - k * cosine), 1e-62);
  EXPECT_LT(abs(h.qv(0, 0) + k * sine * v[1]), 1e-62);
  EXPECT_LT(abs(h.qv(1, 0) - k * sine * v[1]), 1e-62);
  EXPECT_LT(abs(h.qq(0, 1) - k * v[0] * v[1] * cosine), 1e-62);
  EXPECT_LT(abs(h.qq(0, 0) + k * v[0] * v[1] * cosine + (s.m1 + s.m2) * s.g * s.l1 * cos(q[0])),
            1e-61);
}

// Gradient and second derivatives of L by nested dual numbers: (∂/∂x)(∂/∂y) L is the tangent of the tangent.
template <class System>
void expect_derivatives_of_duals(const System& s, const vector<T>& q, const vector<T>& v,
                                 double tolerance) {
  using D = tangent_number<tangent_number<T>>;
  const auto n = static_cast<int>(q.size());
  const auto half = static_cast<std::size_t>(n);
  const auto duals = convert_to<D>(s);
  // L and its derivatives in the directions i and k of (q, v)
  const auto lagrangian_along = [&](int i, int k) {
    std::vector<D> x;
    for (int j = 0; j < 2 * n; ++j) {
      tangent_number<T> entry(j < n ? q[j] : v[j - n]);
      entry.tangent[0] = T(j == i ? 1 : 0);
      D nested(entry);
      nested.tangent[0] = tangent_number<T>(j == k ? 1 : 0);
      x.push_back(nested);
    }
    const std::span<const D> all(x);
    return duals.lagrangian(all.first(half), all.last(half));
  };
  evaluation<T> at{model<T>(s)};
  EXPECT_LT(abs(at.lagrangian(view(q), view(v)) - lagrangian_along(0, 0).value.value), tolerance);
  vector<T> gradient(2 * n);
  at.gradient(view(q), view(v), view(gradient).first(half), view(gradient).last(half));
  lagrangian_hessian<T> h;
  at.second_derivatives(view(q), view(v), h);
  matrix<T> whole(2 * n, 2 * n);
  whole << h.qq, h.qv, h.qv.transpose(), h.vv;
  for (int i = 0; i < 2 * n; ++i) {
    for (int k = 0; k < 2 * n; ++k) {
      const D l = lagrangian_along(i, k);
      EXPECT_LT(abs(gradient[i] - l.value.tangent[0]), tolerance) << i;
      EXPECT_LT(abs(whole(i, k) - l.tangent[0].tangent[0]), tolerance) << i << k;
    }
  }
}

TEST(lagrangian, of_the_double_pendulum_has_the_derivatives_that_duals_find) {
  expect_derivatives_of_duals(pendulums(), two(3, -5, 7), two(2, 9, 11), 1e-61);
}

TEST(lagrangian, of_the_quadratic_system_has_the_derivatives_that_duals_find) {
  matrix<T> m(3, 3);
  m << T(4), T(1), T(0), T(1), T(5), T(2), T(0), T(2), T(6);
  matrix<T> k(3, 3);
  k << T(9), T(-2), T(1), T(-2), T(7), T(0), T(1), T(0), T(3);
  vector<T> q(3);
  q << T(1) / 3, T(-2), T(5) / 7;
  vector<T> v(3);
  v << T(2), T(1) / 9, T(-1);
  expect_derivatives_of_duals(quadratic<T>(m, k), q, v, 1e-61);
}

// Every function that a formula may contain, at a point where all of them are defined.
struct all_functions {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh, std::cos,
        std::cosh, std::exp, std::log, std::pow, std::sin, std::sinh, std::sqrt, std::tan,
        std::tanh;
    const S x = q[0] * v[1];
    const S y = q[1] + v[0] * v[0];
    return sin(x) * cos(y) + tan(S(x * y)) + asin(S(x / 3)) * acos(S(y / 3)) + atan(S(x - y)) +
           atan2(x, y) + sinh(x) * cosh(y) + tanh(S(x + y)) + asinh(x) * acosh(S(y + 2)) +
           atanh(S(x * y / 5)) + exp(S(x - y)) * log(y) + sqrt(S(x + y * 2)) + pow(y, x);
  }
};

TEST(lagrangian, of_all_functions_has_the_derivatives_that_duals_find) {
  expect_derivatives_of_duals(all_functions{}, two(3, 5, 7), two(2, 9, 11), 1e-60);
}

// One formula serves all scalars: its constants and functions are rounded in each of them.
TEST(lagrangian, has_the_same_gradient_in_every_precision) {
  const vector<T> q = two(3, -5, 7);
  const vector<T> v = two(2, 9, 11);
  vector<T> dq(2);
  vector<T> dv(2);
  const model<T> system(pendulums());
  evaluation<T>(system).gradient(view(q), view(v), view(dq), view(dv));
  const auto expect_near = [&]<class U>(double tolerance, U) {
    const vector<U> qu = scalar_cast<U>(q);
    const vector<U> vu = scalar_cast<U>(v);
    vector<U> du(2);
    vector<U> pu(2);
    evaluation<U>(system.template cast<U>()).gradient(view(qu), view(vu), view(du), view(pu));
    for (int i = 0; i < 2; ++i) {
      EXPECT_LT(to_double(T(abs(T(scalar_cast<T>(du[i]) - dq[i])))), tolerance);
      EXPECT_LT(to_double(T(abs(T(scalar_cast<T>(pu[i]) - dv[i])))), tolerance);
    }
  };
  expect_near(1e-13, double());
#if PLUMBLINE_HAS_QUAD
  expect_near(1e-31, quad());
#endif
  const precision_scope scope(40);
  expect_near(1e-37, mp());
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

// L = v^4/4 has no mass at rest, L = log v no value there.
struct quartic_in_the_velocity {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S>, std::span<const S> v) const {
    return v[0] * v[0] * v[0] * v[0] / 4;
  }
};
struct logarithm_of_the_velocity {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S>, std::span<const S> v) const {
    using std::log;
    return log(v[0]);
  }
};

TEST(legendre, inverts_lagrangians_that_have_no_mass_at_rest) {
  const vector<T> q = vector<T>::Constant(1, T(0));
  const auto at = [](const T& p) -> vector<T> { return vector<T>::Constant(1, p); };
  for (const int root : {-300, -2, 0, 1, 40}) {
    EXPECT_LT(abs(velocity(quartic_in_the_velocity{}, q, at(T(root) * root * root))[0] - root),
              1e-60);
  }
  for (const double v : {0.001, 0.5, 3., 4000.}) {
    EXPECT_LT(abs(velocity(logarithm_of_the_velocity{}, q, at(T(1) / T(v)))[0] - T(v)), 1e-58);
  }
  // Hamilton's equations ask for nothing at rest
  evaluation<T> flow(model_of<T>(logarithm_of_the_velocity{}));
  const vector<T> p = at(T(1) / 4);
  vector<T> v(1);
  vector<T> force(1);
  EXPECT_TRUE(flow.hamiltonian_flow(view(q), view(p), view(v), view(force)).ok());
  EXPECT_LT(abs(v[0] - 4), 1e-60);
  EXPECT_EQ(force[0], 0);
}

TEST(legendre, inverts_tangents_of_momenta_too) {
  // dv/dp = (1 + p²)^(−3/2), also where Newton's first step from v = 0 is beyond the speed of light
  using D = tangent_number<double>;
  for (const double p : {0., 0.5, 1.75, 10.}) {
    const vector<D> q = vector<D>::Constant(1, D(0));
    const vector<D> momentum = vector<D>::Constant(1, D::variable(p, 0));
    const D v = velocity(relativistic_particle{}, q, momentum)[0];
    EXPECT_NEAR(v.value, p / std::sqrt(1 + p * p), 1e-15) << p;
    EXPECT_NEAR(v.tangent[0], std::pow(1 + p * p, -1.5), 1e-14) << p;
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
