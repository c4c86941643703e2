// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Galerkin step of degree 1 with Lobatto's quadrature has the digits of its arithmetic, in q and in p, from whichever scalar it
// climbs. Kind: a closed form. For a pendulum with m = l = ω = 1 the step is the leapfrog scheme,
//
//   p_h = p_0 − h sin(q_0)/2,   q_1 = q_0 + h p_h,   p_1 = p_h − h sin(q_1)/2
//
// Its equations are linear in q_1 and p_1 is not: a solver that looks at q_1 alone stops too early for p_1.
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/schemes/galerkin.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace plumbline {
namespace {

TEST(galerkin_digits, of_a_linear_equation_are_those_of_the_closed_form) {
  for (const int digits : {36, 50, 64, 80, 85, 90, 120, 200}) {
    const precision_scope scope(digits);
    galerkin_map<mp> map(lobatto<mp>(1), find_system("pendulum").make<mp>({{"omega", "1"}}));
    phase_point<mp> z{vector<mp>::Constant(1, rational<mp>(3, 2)),
                      vector<mp>::Constant(1, rational<mp>(1, 3))};
    const mp h(1);
    const mp few_units = ldexp(mp(1), 4 - scalar_traits<mp>::bits());
    for (int n = 0; n < 50; ++n) {
      const mp half = z.p[0] - h * sin(z.q[0]) / 2;
      const mp q = z.q[0] + h * half;
      const mp p = half - h * sin(q) / 2;
      ASSERT_TRUE(map.step(z, mp(0), h).ok());
      ASSERT_LT(abs(mp(z.q[0] - q)), few_units * (1 + abs(q))) << digits << " digits, step " << n;
      ASSERT_LT(abs(mp(z.p[0] - p)), few_units * (1 + abs(p))) << digits << " digits, step " << n;
    }
  }
}

/// Steps from one start whose lengths come nearer to each other, as those that end on a section: each goes on from the last one.
template <class T>
void expect_closed_form_of_nearby_lengths() {
  using std::abs;
  using std::ldexp;
  using std::sin;
  galerkin_map<T> map(lobatto<T>(1), find_system("pendulum").make<T>({{"omega", "1"}}));
  const phase_point<T> start{vector<T>::Constant(1, rational<T>(3, 2)),
                             vector<T>::Constant(1, rational<T>(1, 3))};
  const T few_units = ldexp(T(1), 4 - scalar_traits<T>::bits());
  for (const int bits : {1, 8, 20, 30, 43, 60, 80, 106, 150, 200, 300}) {
    const T h = T(1) + ldexp(T(1), -bits);
    phase_point<T> z = start;
    const T half = start.p[0] - h * sin(start.q[0]) / 2;
    const T q = start.q[0] + h * half;
    const T p = half - h * sin(q) / 2;
    ASSERT_TRUE(map.step(z, T(0), h).ok());
    ASSERT_LT(abs(T(z.q[0] - q)), few_units * (1 + abs(q))) << bits;
    ASSERT_LT(abs(T(z.p[0] - p)), few_units * (1 + abs(p))) << bits;
  }
}

TEST(galerkin_digits, of_steps_that_are_nearly_as_long_are_those_of_the_closed_form) {
  expect_closed_form_of_nearby_lengths<double>();
#if PLUMBLINE_HAS_QUAD
  expect_closed_form_of_nearby_lengths<quad>();
#endif
  expect_closed_form_of_nearby_lengths<mp64>();
  for (const int digits : {40, 100, 350}) {
    const precision_scope scope(digits);
    expect_closed_form_of_nearby_lengths<mp>();
  }
}

}  // namespace
}  // namespace plumbline
