// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Compiles the Galerkin family, RK4 and the matrix forms with the archetype scalar, which allows the operations of the
// concept `real` alone, and holds the result against double: consistency.
#include "support/archetype.hpp"

#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/systems/harmonic_oscillator.hpp>
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/linear.hpp>
#include <plumbline/schemes/rk4.hpp>
#include <plumbline/study/integrate.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

namespace plumbline {
namespace {

using test::archetype;
static_assert(real<archetype>);
static_assert(real<double> && real<mp64> && real<mp> && real<dual<mp64, 3>>);

template <class T>
double_pendulum<T> system_of() {
  return {T(2), rational<T>(1, 3), decimal<T>("9.81"), rational<T>(7, 10), rational<T>(11, 10)};
}
template <class T>
phase_point<T> start_of() {
  phase_point<T> z{vector<T>(2), vector<T>(2)};
  z.q << rational<T>(9, 10), rational<T>(-4, 10);
  z.p << rational<T>(3, 10), rational<T>(2, 10);
  return z;
}

template <class T>
phase_point<T> galerkin_end(galerkin_tableau<T> tableau) {
  galerkin_stepper<T, double_pendulum<T>> stepper(std::move(tableau), system_of<T>());
  phase_point<T> z = start_of<T>();
  (void)integrate<T>(stepper, z, time_grid<T>(T(0), rational<T>(1, 50), 20), [](auto&&...) {});
  return z;
}

void expect_same(const phase_point<archetype>& a, const phase_point<double>& b) {
  for (int i = 0; i < b.q.size(); ++i) {
    EXPECT_NEAR(a.q[i].inside(), b.q[i], 1e-13);
    EXPECT_NEAR(a.p[i].inside(), b.p[i], 1e-13);
  }
}

TEST(archetype, steps_the_galerkin_family) {
  expect_same(galerkin_end(simpson<archetype>()), galerkin_end(simpson<double>()));
  expect_same(galerkin_end(midpoint<archetype>()), galerkin_end(midpoint<double>()));
  expect_same(galerkin_end(lobatto<archetype>(3)), galerkin_end(lobatto<double>(3)));
  expect_same(galerkin_end(galerkin_gauss<archetype>(3)), galerkin_end(galerkin_gauss<double>(3)));
}

template <class T>
phase_point<T> rk4_end() {
  rk4_stepper<T, hamiltonian_field<T>> stepper{hamiltonian_field<T>(system_of<T>())};
  const auto z = start_of<T>();
  vector<T> y(4);
  y << z.q, z.p;
  (void)integrate<T>(stepper, y, time_grid<T>(T(0), rational<T>(1, 50), 20), [](auto&&...) {});
  return {y.head(2), y.tail(2)};
}

TEST(archetype, steps_rk4) { expect_same(rk4_end<archetype>(), rk4_end<double>()); }

template <class T>
phase_point<T> linear_end() {
  const harmonic_oscillator<T> s;
  const T h = rational<T>(1, 20);
  phase_point<T> z{vector<T>::Constant(1, T(1)), vector<T>::Constant(1, T(0))};
  const auto step = [&]<class Map>(std::type_identity<Map>) {
    matrix_stepper<T, Map> stepper(s.mass_matrix(), s.stiffness_matrix());
    EXPECT_TRUE(stepper.step(z, h).ok());
    EXPECT_TRUE(stepper.step(z, T(h / 2)).ok());
  };
  step(std::type_identity<newmark_map<T>>{});
  step(std::type_identity<simpson_map<T>>{});
  step(std::type_identity<simpson_midpoint_map<T>>{});
  return z;
}

TEST(archetype, steps_the_matrix_forms) {
  expect_same(linear_end<archetype>(), linear_end<double>());
}

TEST(matrix_stepper, reports_a_singular_step_and_a_state_that_is_not_finite_and_leaves_the_state) {
  // X + Y = 2m/h + hk/2 vanishes for k = −4m/h²
  const matrix<double> one = matrix<double>::Constant(1, 1, 1.);
  const matrix<double> repelling = matrix<double>::Constant(1, 1, -4.);
  matrix_stepper<double, newmark_map<double>> stepper(one, repelling);
  const phase_point<double> before{vector<double>::Constant(1, 1.),
                                   vector<double>::Constant(1, 2.)};
  auto z = before;
  EXPECT_EQ(stepper.step(z, 1.).outcome, solve_outcome::singular);
  EXPECT_EQ(z.q, before.q);
  EXPECT_EQ(z.p, before.p);
  EXPECT_TRUE(stepper.step(z, 0.5).ok()) << "another step has its own matrices";
  z.q[0] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(stepper.step(z, 0.5).outcome, solve_outcome::not_finite);
  phase_point<double> two{vector<double>::Constant(2, 1.), vector<double>::Constant(2, 2.)};
  EXPECT_THROW((void)stepper.step(two, 0.5), invalid_input);
}

// A user's system without parameters serves every scalar; dense output passes through the nodes.
struct plain_pendulum {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    return v[0] * v[0] / 2 + cos(q[0]);
  }
};

TEST(galerkin, gives_dense_output_through_both_ends_and_near_the_motion) {
  galerkin_stepper<mp64, plain_pendulum> stepper(lobatto<mp64>(6), {});
  phase_point<mp64> z{vector<mp64>::Constant(1, mp64(1)),
                      vector<mp64>::Constant(1, rational<mp64>(1, 2))};
  const auto start = z;
  const mp64 h = rational<mp64>(1, 8);
  ASSERT_TRUE(stepper.step(z, h).ok());
  EXPECT_LT(abs(stepper.configuration_within(mp64(0))[0] - start.q[0]), 1e-63);
  EXPECT_LT(abs(stepper.configuration_within(mp64(1))[0] - z.q[0]), 1e-63);
  const mp64 inside = stepper.configuration_within(rational<mp64>(1, 3))[0];
  galerkin_stepper<mp64, plain_pendulum> fine(lobatto<mp64>(10), {});
  auto w = start;
  ASSERT_TRUE(fine.step(w, mp64(h / 3)).ok());
  EXPECT_LT(abs(inside - w.q[0]), 1e-9);  // h^(s+1) times a derivative: the polynomial's own order
}

struct massless {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return v[0] * v[0] / 2 - q[0] * q[0];
  }
};

TEST(galerkin, reports_a_singular_mass_matrix_and_leaves_the_state) {
  galerkin_stepper<mp64, massless> stepper(simpson<mp64>(), {});
  phase_point<mp64> z{vector<mp64>::Constant(2, mp64(1)), vector<mp64>::Constant(2, mp64(1))};
  const auto before = z;
  const auto report = stepper.step(z, rational<mp64>(1, 10));
  EXPECT_EQ(report.outcome, solve_outcome::singular);
  EXPECT_EQ(z.q, before.q);
  EXPECT_EQ(z.p, before.p);
}

TEST(galerkin, has_a_unique_step_up_to_the_pendulum_limits) {
  // ωh ≤ 2√6 for Simpson, ωh ≤ 2 for midpoint: solvable there from any start
  for (const int k : {-3, -1, 0, 2, 3}) {
    phase_point<double> z{vector<double>::Constant(1, k), vector<double>::Constant(1, 0.7 * k)};
    galerkin_stepper<double, plain_pendulum> s(simpson<double>(), {});
    EXPECT_TRUE(s.step(z, 4.8).ok());
    galerkin_stepper<double, plain_pendulum> m(midpoint<double>(), {});
    EXPECT_TRUE(m.step(z, 1.95).ok());
  }
}

struct wall {  // sqrt of a negative number beyond q = 1
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::sqrt;
    return v[0] * v[0] / 2 + sqrt(S(1) - q[0]);
  }
};

TEST(integrate, throws_with_step_time_and_residual_when_a_step_fails) {
  galerkin_stepper<double, wall> stepper(simpson<double>(), {});
  phase_point<double> z{vector<double>::Constant(1, 0.), vector<double>::Constant(1, 2.)};
  try {
    (void)integrate<double>(stepper, z, time_grid<double>(0, 0.1, 50), [](auto&&...) {});
    FAIL() << "the particle went through the wall";
  } catch (const step_failure& e) {
    EXPECT_EQ(e.step(), 5);
    EXPECT_FALSE(e.report().ok());
    EXPECT_NE(std::string(e.what()).find("t = "), std::string::npos);
  }
}

TEST(integrate, stops_when_asked_and_goes_on_to_the_same_bits) {
  galerkin_stepper<mp64, plain_pendulum> stepper(simpson<mp64>(), {});
  const time_grid<mp64> grid(mp64(0), rational<mp64>(1, 10), 30);
  phase_point<mp64> whole{vector<mp64>::Constant(1, mp64(1)), vector<mp64>::Constant(1, mp64(0))};
  auto parts = whole;
  ASSERT_EQ(integrate<mp64>(stepper, whole, grid, [](auto&&...) {}), run_outcome::finished);
  std::int64_t reached = 0;
  run_control control;
  control.stop_requested = [&] { return reached >= 11; };
  ASSERT_EQ(integrate<mp64>(
                stepper, parts, grid, [&](std::int64_t n, auto&&...) { reached = n; }, control),
            run_outcome::stopped);
  ASSERT_EQ(reached, 11);
  galerkin_stepper<mp64, plain_pendulum> another(simpson<mp64>(), {});
  run_control resumed;
  resumed.first_step = reached;
  ASSERT_EQ(integrate<mp64>(
                another, parts, grid, [](auto&&...) {}, resumed),
            run_outcome::finished);
  EXPECT_EQ(parts.q, whole.q);
  EXPECT_EQ(parts.p, whole.p);
}

TEST(integrate, refuses_numbers_of_another_precision) {
  const precision_scope outer(50);
  const mp h = rational<mp>(1, 10);
  const precision_scope inner(80);
  galerkin_stepper<mp, plain_pendulum> stepper(simpson<mp>(), {});
  phase_point<mp> z{vector<mp>::Constant(1, mp(1)), vector<mp>::Constant(1, mp(0))};
  EXPECT_THROW(time_grid<mp>(mp(0), h, 3), std::invalid_argument);
  const time_grid<mp> grid(mp(0), rational<mp>(1, 10), 3);
  {
    const precision_scope other(50);
    EXPECT_THROW((void)integrate<mp>(stepper, z, grid, [](auto&&...) {}), std::invalid_argument);
  }
  EXPECT_EQ(integrate<mp>(stepper, z, grid, [](auto&&...) {}), run_outcome::finished);
}

}  // namespace
}  // namespace plumbline
