// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Measures against closed forms: norms and fits of known sequences, the stability windows of Simpson and
// midpoint, the symplecticity defect of maps that are known to have one.
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/measure/error_norm.hpp>
#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/measure/perturbation_growth.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/measure/step_jacobian.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace plumbline {
namespace {

vector<double> point(double x, double y) {
  vector<double> v(2);
  v << x, y;
  return v;
}

double norm_of(error_norm norm) {
  error_collector<double> e(norm, 0.5);
  e.add(point(0, 0), point(0, 0));
  e.add(point(3, 4), point(0, 0));
  e.add(point(1, 0), point(0, 10));
  e.add(point(0, 2), point(0, 0));
  return e.value();
}

TEST(error_norm, has_its_definitions) {
  EXPECT_DOUBLE_EQ(norm_of(error_norm::max), std::sqrt(101));
  EXPECT_DOUBLE_EQ(norm_of(error_norm::end), 2);
  EXPECT_DOUBLE_EQ(norm_of(error_norm::relative), std::sqrt(101) / 10);
  EXPECT_DOUBLE_EQ(norm_of(error_norm::area), 0.5 * (5 + std::sqrt(101) + 2));
}

// The area is that of the rectangles to the left of the nodes 1, 2, …: an error at the start has none.
TEST(error_norm, has_no_area_at_the_start) {
  error_collector<double> area(error_norm::area, 0.5);
  const auto add = [&area](double error) {
    area.add(vector<double>::Constant(1, error), vector<double>::Constant(1, 0.0));
  };
  add(3);
  EXPECT_EQ(area.value(), 0);
  add(4);
  EXPECT_EQ(area.value(), 2);
}

TEST(order_fit, finds_the_power_of_a_power_law) {
  std::vector<mp64> steps;
  std::vector<mp64> errors;
  for (int k = 1; k <= 4; ++k) {
    steps.push_back(mp64(1) / k);
    errors.push_back(7 * pow(mp64(1) / k, 6));
  }
  EXPECT_LT(abs(fitted_order(steps, errors) - 6), 1e-60);
  EXPECT_LT(abs(observed_order(steps[0], errors[0], steps[3], errors[3]) - 6), 1e-60);
  errors[1] = 0;
  EXPECT_THROW((void)fitted_order(steps, errors), invalid_input);
}

TEST(invariant_drift, is_the_largest_deviation_from_the_first_value) {
  invariant_drift<double> d;
  for (const double x : {4., 5., 3.5, 4.25}) {
    d.add(x);
  }
  EXPECT_EQ(d.absolute(), 1);
  EXPECT_EQ(d.relative(), 0.25);
  EXPECT_EQ(d.at_end(), 0.25);
}

// closed forms: ln D = 3 t and D = t
TEST(perturbation_growth, finds_the_law_of_the_growth) {
  perturbation_growth<mp64> exponential(decimal<mp64>("1e-30"), mp64(10));
  perturbation_growth<mp64> linear(mp64(1), mp64(10));
  for (int n = 1; n <= 100; ++n) {
    const mp64 t = rational<mp64>(n, 10);
    exponential.add(t, mp64(decimal<mp64>("1e-30") * exp(3 * t)));
    linear.add(t, t);
  }
  EXPECT_NEAR(exponential.lyapunov_exponent(), 3, 1e-12);
  EXPECT_TRUE(exponential.looks_chaotic());
  EXPECT_NEAR(linear.power(), 1, 1e-12);
  EXPECT_FALSE(linear.looks_chaotic());
  EXPECT_THROW(perturbation_growth<double>(0, 1), invalid_input);
  EXPECT_THROW(perturbation_growth<double>(1, 0), invalid_input);
}

TEST(perturbation_growth, keeps_what_was_gained_when_the_neighbour_is_put_back) {
  perturbation_growth<double> growth(1, 4);
  growth.add(1, 10);
  growth.restart();
  growth.add(2, 10);
  EXPECT_NEAR(growth.log_growth(), 2 * std::log(10.0), 1e-14);
}

TEST(symplecticity_defect, of_a_stretched_map_is_known) {
  // Φ = diag(a, b): ΦᵀJΦ − J = (ab − 1) J, of Frobenius norm √2 |ab − 1|
  matrix<mp64> phi = matrix<mp64>::Constant(2, 2, mp64(0));
  phi(0, 0) = 3;
  phi(1, 1) = 2;
  EXPECT_LT(abs(symplecticity_defect(phi) - 5 * sqrt(mp64(2))), 1e-62);
  EXPECT_THROW((void)symplecticity_defect(matrix<mp64>(3, 3)), invalid_input);
}

stability_scan scan_of(const std::string& scheme, double h_max) {
  using D = tangent_number<double>;
  auto s = find_scheme(scheme).make<D>({}, find_system("pendulum").make<D>({{"omega", "1"}}));
  return scan_stability(
      [&](double h) {
        try {
          const auto j = step_jacobian<double>([&](vector<D>& y) { return s.step(y, D(0), D(h)); },
                                               vector<double>::Constant(2, 0.));
          return spectral_radius({j(0, 0), j(0, 1), j(1, 0), j(1, 1)}, 2);
        } catch (const step_failure&) {
          return std::numeric_limits<double>::infinity();
        }
      },
      h_max, 600);
}

TEST(stability, windows_of_simpson_are_those_of_the_theory) {
  const auto scan = scan_of("simpson", 6);
  ASSERT_EQ(scan.windows.size(), 2u);
  EXPECT_FALSE(scan.open);
  EXPECT_NEAR(scan.windows[0].to, 2 * std::sqrt(2), 1e-10);
  EXPECT_NEAR(scan.windows[1].from, 2 * std::sqrt(3), 1e-10);
  EXPECT_NEAR(scan.windows[1].to, 2 * std::sqrt(6), 1e-10);
}

// A radius that jumps: the limit is where it jumps, in whichever interval of the samples that is.
TEST(stability, is_looked_for_from_zero_up_to_the_largest_step) {
  for (const double limit : {0.1, 0.4, 0.9}) {
    const auto scan = scan_stability([&](double h) { return h > limit ? 2. : 1.; }, 1, 4);
    ASSERT_EQ(scan.windows.size(), 1U);
    EXPECT_EQ(scan.windows[0].from, 0);
    EXPECT_NEAR(scan.windows[0].to, limit, 1e-15);
    EXPECT_FALSE(scan.open) << limit;
  }
  const auto late = scan_stability([](double h) { return h < 0.9 ? 2. : 1.; }, 1, 4);
  ASSERT_EQ(late.windows.size(), 2U);  // the first ends at 0, where nothing moves
  EXPECT_NEAR(late.windows[0].to, 0, 1e-15);
  EXPECT_NEAR(late.windows[1].from, 0.9, 1e-15);
  EXPECT_TRUE(late.open);
}

TEST(stability, of_midpoint_has_no_limit) {
  const auto scan = scan_of("midpoint", 50);
  ASSERT_EQ(scan.windows.size(), 1u);
  EXPECT_TRUE(scan.open);
}

}  // namespace
}  // namespace plumbline
