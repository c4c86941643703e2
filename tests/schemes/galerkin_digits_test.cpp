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

}  // namespace
}  // namespace plumbline
