// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Compiles the families of schemes with the archetype scalar, which allows the operations of the concept `real` alone, and
// with a user's system that has nothing but its Lagrangian, and holds the result against double. Suris's maps need an
// arc tangent and Taylor's scheme the series of the library's scalars: these two are not for every scalar.
// (archetype_test.cpp: the Galerkin family, RK4 and the matrix forms.) Kind: consistency.
#include "support/archetype.hpp"
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/schemes/composition.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/exact_oscillator.hpp>
#include <plumbline/schemes/extrapolation.hpp>
#include <plumbline/schemes/gauss_collocation.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/newmark.hpp>
#include <plumbline/schemes/nystrom.hpp>
#include <plumbline/schemes/projection.hpp>
#include <plumbline/schemes/rk4.hpp>
#include <plumbline/schemes/runge_kutta.hpp>
#include <plumbline/schemes/runge_kutta_implicit.hpp>
#include <plumbline/schemes/splitting.hpp>
#include <plumbline/schemes/symplectic_euler.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <type_traits>

namespace plumbline {
namespace {

using test::archetype;

struct swing {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    return v[0] * v[0] / 2 + cos(q[0]);
  }
};

/// (q, p) after ten steps of 1/20 from (9/10, 3/10), by a stepper of any of the three forms.
template <class T, class Stepper>
vector<T> end_of(Stepper stepper) {
  const T h = rational<T>(1, 20);
  vector<T> y(2);
  y << rational<T>(9, 10), rational<T>(3, 10);
  phase_point<T> z{y.head(1), y.tail(1)};
  for (int n = 0; n < 10; ++n) {
    const T t = h * n;
    if constexpr (requires { stepper.step(z, h); }) {
      EXPECT_TRUE(stepper.step(z, h).ok());
      y << z.q, z.p;
    } else if constexpr (requires { stepper.step(z, t, h); }) {
      EXPECT_TRUE(stepper.step(z, t, h).ok());
      y << z.q, z.p;
    } else {
      EXPECT_TRUE(stepper.step(y, t, h).ok());
    }
  }
  return y;
}

void expect_same(const vector<archetype>& a, const vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_GT(std::abs(b[0] - 0.9), 1e-3) << "it has moved";
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    EXPECT_NEAR(a[i].inside(), b[i], 1e-13);
  }
}

#define EXPECT_SAME_AS_DOUBLE(...)                                                          \
  do {                                                                                      \
    const auto run = []<class T>(std::type_identity<T>) { return end_of<T>(__VA_ARGS__); }; \
    expect_same(run(std::type_identity<archetype>{}), run(std::type_identity<double>{}));   \
  } while (false)

template <class T>
matrix<T> of_rows(int size, std::initializer_list<T> entries) {
  matrix<T> a(size, size);
  auto next = entries.begin();
  for (int i = 0; i < size; ++i) {
    for (int k = 0; k < size; ++k) {
      a(i, k) = *next++;
    }
  }
  return a;
}
template <class T>
vector<T> of_entries(std::initializer_list<T> entries) {
  vector<T> x(static_cast<Eigen::Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), x.data());
  return x;
}

/// Störmer and Verlet's method in every form of a table: partitioned, splitting, and Nyström's.
template <class T>
scheme_coefficients<T> verlet() {
  const T half = rational<T>(1, 2);
  scheme_coefficients<T> x;
  x.a = of_rows<T>(2, {T(0), T(0), half, half});
  x.abar = of_rows<T>(2, {half, T(0), half, T(0)});
  x.b = of_entries<T>({half, half});
  x.bbar = x.b;
  x.c = of_entries<T>({T(0), T(1)});
  x.drifts = of_entries<T>({T(0), T(1), T(0)});
  return x;
}
template <class T>
scheme_coefficients<T> nystrom() {
  const T half = rational<T>(1, 2);
  scheme_coefficients<T> x;
  x.a = of_rows<T>(2, {T(0), T(0), half, T(0)});
  x.b = of_entries<T>({half, half});
  x.bbar = of_entries<T>({half, T(0)});
  x.c = of_entries<T>({T(0), T(1)});
  return x;
}
template <class T>
scheme_coefficients<T> heun() {
  scheme_coefficients<T> x;
  x.a = of_rows<T>(2, {T(0), T(0), T(1), T(0)});
  x.b = of_entries<T>({rational<T>(1, 2), rational<T>(1, 2)});
  x.c = of_entries<T>({T(0), T(1)});
  return x;
}

TEST(archetype, steps_explicit_maps_of_separable_systems) {
  EXPECT_SAME_AS_DOUBLE(leapfrog_stepper<T, swing>(swing{}));
  EXPECT_SAME_AS_DOUBLE(symplectic_euler_stepper<T, swing>(euler_order::momentum_first, swing{}));
  EXPECT_SAME_AS_DOUBLE(exact_oscillator_stepper<T, swing>(swing{}));
}

TEST(archetype, steps_discrete_gradients) {
  EXPECT_SAME_AS_DOUBLE(discrete_gradient_stepper<T, swing>(gradient_step::plain, swing{}));
  EXPECT_SAME_AS_DOUBLE(discrete_gradient_stepper<T, swing>(gradient_step::modified, swing{}));
  EXPECT_SAME_AS_DOUBLE(separable_midpoint_stepper<T, swing>(swing{}));
}

TEST(archetype, steps_collocation) {
  EXPECT_SAME_AS_DOUBLE(collocation_stepper<T, swing>(gauss_collocation<T>(2), swing{}));
}

TEST(archetype, steps_projections) {
  EXPECT_SAME_AS_DOUBLE(standard_projection_stepper<T, swing, leapfrog_stepper<T, swing>>(
      swing{}, leapfrog_stepper<T, swing>(swing{})));
  EXPECT_SAME_AS_DOUBLE(symmetric_projection_stepper<T, swing, leapfrog_stepper<T, swing>>(
      swing{}, leapfrog_stepper<T, swing>(swing{})));
}

TEST(archetype, steps_extrapolation) {
  EXPECT_SAME_AS_DOUBLE(extrapolation_stepper<T, leapfrog_stepper<T, swing>, phase_point<T>>(
      leapfrog_stepper<T, swing>(swing{}), {1, 2, 4}, 2));
}

TEST(archetype, steps_compositions) {
  EXPECT_SAME_AS_DOUBLE(composition_stepper<T, rk4_stepper<T, hamiltonian_field<T>>>(
      of_entries<T>({rational<T>(3, 2), rational<T>(-2, 1), rational<T>(3, 2)}),
      {rk4_stepper<T, hamiltonian_field<T>>{hamiltonian_field<T>(swing{})}}));
}

TEST(archetype, steps_every_form_of_a_table) {
  EXPECT_SAME_AS_DOUBLE(explicit_runge_kutta_stepper<T, hamiltonian_field<T>>(
      heun<T>(), hamiltonian_field<T>(swing{})));
  EXPECT_SAME_AS_DOUBLE(runge_kutta_stepper<T>(verlet<T>(), model<T>(swing{})));
  EXPECT_SAME_AS_DOUBLE(splitting_stepper<T>(verlet<T>(), model<T>(swing{})));
  EXPECT_SAME_AS_DOUBLE(nystrom_stepper<T>(nystrom<T>(), model<T>(swing{})));
}

TEST(archetype, steps_newmark) {
  const auto run = []<class T>(std::type_identity<T>) {
    newmark_stepper<T, swing> stepper({rational<T>(1, 4), rational<T>(1, 2)}, swing{});
    vector<T> y = of_entries<T>({rational<T>(9, 10), rational<T>(3, 10), T(0)});
    EXPECT_TRUE(stepper.settle(y, T(0)).ok());
    for (int n = 0; n < 10; ++n) {
      EXPECT_TRUE(stepper.step(y, T(0), rational<T>(1, 20)).ok());
    }
    return y;
  };
  expect_same(run(std::type_identity<archetype>{}), run(std::type_identity<double>{}));
}

}  // namespace
}  // namespace plumbline
