// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sign changes. Kind: truth from outside; roots that are known in closed form.
#include <plumbline/math/sign_change.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/types.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace plumbline {
namespace {

struct found {
  double x;
  int evaluations;
};

template <class F>
found between(double a, double b, F&& f, double relative = 1e-15) {
  int count = 0;
  const auto counted = [&](const double& x) {
    ++count;
    return f(x);
  };
  const double x = sign_change(counted, {a, f(a)}, {b, f(b)}, relative);
  return {x, count};
}

TEST(sign_change, finds_roots_of_smooth_functions_quickly) {
  const auto cube = between(0, 4, [](double x) { return x * x * x - 2; });
  EXPECT_NEAR(cube.x, std::cbrt(2.0), 4e-15);
  EXPECT_LE(cube.evaluations, 14);
  const auto cosine = between(2, 0, [](double x) { return std::cos(x); });
  EXPECT_NEAR(cosine.x, 2 * std::atan(1.0), 4e-15);
  EXPECT_LE(cosine.evaluations, 10);
}

// Secants stay at one end of these; the bracket must shrink all the same.
TEST(sign_change, is_not_slow_where_secants_are) {
  const auto steep = between(0, 700, [](double x) { return std::exp(x) - 2; });
  EXPECT_NEAR(steep.x, std::log(2.0), 4e-15);
  EXPECT_LE(steep.evaluations, 70);
  const auto flat = between(-1, 3, [](double x) { return std::pow(x - 0.5, 9); });
  EXPECT_NEAR(flat.x, 0.5, 1e-13);
  EXPECT_LE(flat.evaluations, 160);
  const auto step = between(0, 1, [](double x) { return x < 0.3 ? -1.0 : 2.0; });
  EXPECT_NEAR(step.x, 0.3, 1e-14);
  EXPECT_LE(step.evaluations, 60);
}

TEST(sign_change, takes_ends_and_zero_as_roots) {
  EXPECT_EQ(between(1, 2, [](double x) { return x - 1; }).x, 1);
  EXPECT_EQ(between(1, 2, [](double x) { return x - 2; }).x, 2);
  EXPECT_NEAR(between(-1, 2, [](double x) { return x * x * x + x; }).x, 0, 1e-29);
  EXPECT_NEAR(between(-1, 0.5, [](double x) { return x < 0 ? -1.0 : 1.0; }).x, 0, 1e-29);
}

TEST(sign_change, stops_at_the_tolerance) {
  const auto coarse = between(
      0, 1, [](double x) { return x < 0.3 ? -1.0 : 2.0; }, 1e-3);
  EXPECT_NEAR(coarse.x, 0.3, 6e-4);
  EXPECT_LE(coarse.evaluations, 16);
}

TEST(sign_change, has_the_digits_of_the_arithmetic) {
  const precision_scope scope(120);
  const mp x = sign_change([](const mp& at) { return mp(at * at - 2); }, {mp(1), mp(-1)},
                           {mp(2), mp(2)}, decimal<mp>("1e-115"));
  EXPECT_LT(abs(mp(x * x - 2)), decimal<mp>("1e-114"));
}

}  // namespace
}  // namespace plumbline
