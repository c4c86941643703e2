// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of linear systems: closed forms of QL section 5 (m2/m1 = μ, l1 = l2), the characteristic
// equation for l1 ≠ l2, and the differential equation itself at every precision.
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/mechanics/systems/linear_double_pendulum.hpp>
#include <plumbline/scalar/exact.hpp>

#include <gtest/gtest.h>

#include <random>

namespace plumbline {
namespace {

template <class T>
linear_double_pendulum<T> pendulum_of(const T& mu, const T& l1, const T& l2) {
  return {T(1), mu, decimal<T>("9.81"), l1, l2};
}

template <class T>
void expect_closed_forms(double roundoff) {
  using std::abs;
  using std::cos;
  using std::sqrt;
  for (const int mu_times_3 : {1, 3, 8}) {
    const T mu = rational<T>(mu_times_3, 3);
    const T l = rational<T>(1, 4);
    const auto system = pendulum_of<T>(mu, l, l);
    const T omega0_squared = system.g / l;
    phase_point<T> start{vector<T>(2), vector<T>::Constant(2, T(0))};
    start.q << T(0), pi<T>() / 6;
    const normal_modes<T> modes(system.mass_matrix(), system.stiffness_matrix(), start);
    const T root = sqrt(T(mu * (mu + 1)));
    const T slow = sqrt(T(omega0_squared * (1 + mu - root)));
    const T fast = sqrt(T(omega0_squared * (1 + mu + root)));
    EXPECT_LT(to_double(T(abs(T(modes.frequencies()[0] / slow - 1)))), roundoff);
    EXPECT_LT(to_double(T(abs(T(modes.frequencies()[1] / fast - 1)))), roundoff);
    // shapes (1, ±√((1+μ)/μ)); from rest at (0, π/6)
    const T t = rational<T>(17, 5);
    const T shape = sqrt(T((1 + mu) / mu));
    const T c1 = cos(T(slow * t));
    const T c2 = cos(T(fast * t));
    const auto z = modes.state(t);
    EXPECT_LT(to_double(T(abs(T(z.q[0] - pi<T>() / 12 * (c1 - c2) / shape)))), 20 * roundoff);
    EXPECT_LT(to_double(T(abs(T(z.q[1] - pi<T>() / 12 * (c1 + c2))))), 20 * roundoff);
  }
}

TEST(normal_modes, have_the_closed_forms_of_equal_rods) {
  expect_closed_forms<double>(1e-15);
#if PLUMBLINE_HAS_QUAD
  expect_closed_forms<quad>(1e-33);
#endif
  expect_closed_forms<mp64>(1e-63);
  const precision_scope scope(150);
  expect_closed_forms<mp>(1e-149);
}

TEST(normal_modes, satisfy_the_characteristic_equation_of_unequal_rods) {
  // (m1+m2) g² − (m1+m2) g (l1+l2) ω² + m1 l1 l2 ω⁴ = 0, QL section 5.2
  const auto s =
      pendulum_of<mp64>(rational<mp64>(5, 7), rational<mp64>(3, 10), rational<mp64>(9, 11));
  const normal_modes<mp64> modes(
      s.mass_matrix(), s.stiffness_matrix(),
      {vector<mp64>::Constant(2, mp64(1)), vector<mp64>::Constant(2, mp64(0))});
  for (const int i : {0, 1}) {
    const mp64 w = modes.eigenvalues()[i];
    const mp64 m = s.m1 + s.m2;
    const mp64 value = m * s.g * s.g - m * s.g * (s.l1 + s.l2) * w + s.m1 * s.l1 * s.l2 * w * w;
    EXPECT_LT(abs(value) / (m * s.g * s.g), 1e-61);
  }
}

TEST(normal_modes, satisfy_the_equation_of_motion_for_random_systems) {
  std::mt19937 random(20240607);
  std::uniform_int_distribution<int> integer(-9, 9);
  for (int n = 1; n <= 5; ++n) {
    matrix<mp64> a(n, n);
    matrix<mp64> b(n, n);
    vector<mp64> q(n);
    vector<mp64> p(n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        a(i, j) = integer(random);
        b(i, j) = integer(random);
      }
      a(i, i) += 20;
      b(i, i) += 20;
      q[i] = integer(random);
      p[i] = integer(random);
    }
    const matrix<mp64> m = a * a.transpose();
    const matrix<mp64> k = b * b.transpose();
    const normal_modes<mp64> modes(m, k, {q, p});
    EXPECT_LT(max_magnitude(modes.state(mp64(0)).q - q), 1e-62);
    EXPECT_LT(max_magnitude(modes.state(mp64(0)).p - p), 1e-60);
    // ṗ = −K q and M q̇ = p by symmetric differences of order 2, at a step where 1e-40 is what they give
    const mp64 t = rational<mp64>(7, 3);
    const mp64 h("1e-20");
    const auto z = modes.state(t);
    const auto after = modes.state(mp64(t + h));
    const auto before = modes.state(mp64(t - h));
    const vector<mp64> p_dot = (after.p - before.p) / (2 * h);
    const vector<mp64> q_dot = (after.q - before.q) / (2 * h);
    EXPECT_LT(max_magnitude(p_dot + k * z.q) / max_magnitude(p_dot), 1e-36);
    EXPECT_LT(max_magnitude(m * q_dot - z.p) / max_magnitude(z.p), 1e-36);
  }
}

TEST(normal_modes, keep_their_digits_at_late_times) {
  const auto s = pendulum_of<mp64>(mp64(1), rational<mp64>(1, 4), rational<mp64>(1, 3));
  const phase_point<mp64> start{vector<mp64>::Constant(2, rational<mp64>(1, 2)),
                                vector<mp64>::Constant(2, mp64(0))};
  const mp64 late("1e25");
  const auto z = normal_modes<mp64>(s.mass_matrix(), s.stiffness_matrix(), start).state(late);
  const precision_scope scope(120);
  const auto fine = normal_modes<mp>(scalar_cast<mp>(s.mass_matrix()),
                                     scalar_cast<mp>(s.stiffness_matrix()), scalar_cast<mp>(start))
                        .state(mp(late));
  EXPECT_LT(abs(fine.q[0] - mp(z.q[0])), mp("1e-63"));
  EXPECT_LT(abs(fine.p[1] - mp(z.p[1])), mp("1e-63"));
}

TEST(normal_modes, drift_and_grow_where_stiffness_is_missing_or_negative) {
  matrix<mp64> m(2, 2);
  m << mp64(2), mp64(0), mp64(0), mp64(1);
  matrix<mp64> k(2, 2);
  k << mp64(0), mp64(0), mp64(0), mp64(-4);
  const phase_point<mp64> start{vector<mp64>::Constant(2, mp64(1)),
                                vector<mp64>::Constant(2, mp64(3))};
  const normal_modes<mp64> modes(m, k, start);
  const mp64 t(2);
  const auto z = modes.state(t);
  EXPECT_LT(abs(z.q[0] - 4), 1e-62);
  EXPECT_LT(abs(z.q[1] - (cosh(mp64(4)) + 3 * sinh(mp64(4)) / 2)), 1e-60);
  EXPECT_THROW((void)modes.frequencies(), domain_error);
}

TEST(normal_modes, refuse_a_singular_or_indefinite_mass_matrix) {
  const phase_point<double> start{vector<double>::Constant(2, 1.), vector<double>::Constant(2, 0.)};
  matrix<double> m(2, 2);
  m << 1, 2, 2, 4;
  const matrix<double> k = matrix<double>::Identity(2, 2);
  EXPECT_THROW((void)normal_modes<double>(m, k, start), domain_error);
  m << 1, 3, 3, 1;
  EXPECT_THROW((void)normal_modes<double>(m, k, start), domain_error);
}

}  // namespace
}  // namespace plumbline
