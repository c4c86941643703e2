// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Closed forms: derivatives of elementary functions by duals against their formulas, at 64 digits.
#include <plumbline/math/dual.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using D = dual<mp64, 1>;

void expect_near(const mp64& a, const mp64& b) { EXPECT_LT(abs(a - b), 1e-62) << a << " " << b; }

TEST(dual, differentiates_elementary_functions) {
  const mp64 a = rational<mp64>(7, 11);
  const D x = D::variable(a, 0);
  expect_near(sin(x).tangent[0], cos(a));
  expect_near(cos(x).tangent[0], -sin(a));
  expect_near(tan(x).tangent[0], 1 / (cos(a) * cos(a)));
  expect_near(sqrt(x).tangent[0], 1 / (2 * sqrt(a)));
  expect_near(exp(x).tangent[0], exp(a));
  expect_near(log(x).tangent[0], 1 / a);
  expect_near(atan(x).tangent[0], 1 / (1 + a * a));
  expect_near(atan2(x, D(2)).tangent[0], 2 / (4 + a * a));
  expect_near(atan2(D(2), x).tangent[0], -2 / (4 + a * a));
  expect_near((x / (x + 1)).tangent[0], 1 / ((a + 1) * (a + 1)));
  expect_near((3 - x * x * x).tangent[0], -3 * a * a);
  expect_near(abs(-x).tangent[0], mp64(1));
}

TEST(dual, multiplies_by_constants_without_derivatives_at_every_depth) {
  using DD = dual<D, 1>;
  const mp64 a = rational<mp64>(7, 11);
  const DD x = DD::variable(D::variable(a, 0), 0);
  const mp64 c = rational<mp64>(2, 3);
  const DD f = c * sin(x * 2) / 3 - x * c;
  expect_near(f.value.value, c * sin(2 * a) / 3 - a * c);
  expect_near(f.tangent[0].value, 2 * c * cos(2 * a) / 3 - c);
  expect_near(f.tangent[0].tangent[0], -4 * c * sin(2 * a) / 3);
}

TEST(dual, counts_its_tangents_in_its_magnitude_and_finiteness) {
  D x(rational<mp64>(1, 2));
  x.tangent[0] = -3;
  EXPECT_EQ(scalar_traits<D>::magnitude(x).value, 3);
  x.tangent[0] = mp64(1) / 0;
  EXPECT_FALSE(is_finite(x));
}

}  // namespace
}  // namespace plumbline
