// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Measures against closed forms: norms and fits of known sequences, the stability windows of Simpson and
// midpoint, the symplecticity defect of maps that are known to have one.
#include <plumbline/catalogue/derivative_at_rest.hpp>
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/measure/error_norm.hpp>
#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/measure/perturbation_growth.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>

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
  EXPECT_TRUE(linear.has_power_of_regular_motion());
  perturbation_growth<double> steep(1, 10);  // t^33 itself
  perturbation_growth<double> bursts(1, 10);
  for (int n = 1; n <= 100; ++n) {
    const double t = n / 10.;
    steep.add(t, std::pow(t, 33));
    bursts.add(t, std::exp(4 * t + 6 * std::sin(t)));
  }
  EXPECT_FALSE(steep.looks_chaotic());
  EXPECT_FALSE(steep.has_power_of_regular_motion());
  EXPECT_TRUE(bursts.looks_chaotic());
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

/// The step of a scheme at rest in a system that its parameters make linear, or at q = 0.
step_at_rest step_of(const scheme_entry& scheme, const system_entry& system,
                     const settings& parameters, double fastest) {
  const auto derivative = [=, &scheme, &system]<class T>(std::type_identity<T>) {
    using D = tangent_number<T>;
    const vector<T> zero = vector<T>::Constant(system.dimension, T(0));
    return derivative_at_rest<T>(scheme.make<D>({}, system.make<D>(parameters)), {zero, zero});
  };
  return {derivative(std::type_identity<double>()),
          [derivative] { return derivative(std::type_identity<mp>()); }, fastest};
}

stability_windows windows_of(const std::string& scheme) {
  return find_stability_windows(
      step_of(find_scheme(scheme), find_system("pendulum"), {{"omega", "1"}}, 1),
      {.digits = 30, .reach = 6});
}

TEST(stability, windows_of_simpson_are_those_of_the_theory) {
  const precision_scope scope(40);
  const auto found = windows_of("simpson");
  ASSERT_EQ(found.list.size(), 2u);
  EXPECT_FALSE(found.open);
  const auto is = [](const window_end& end, const mp& truth) {
    EXPECT_LT(abs(mp(end.h - truth)), decimal<mp>("1e-29"));
    EXPECT_EQ(end.right_digits, 30);
  };
  EXPECT_EQ(found.list[0].from.h, mp(0));
  is(found.list[0].to, sqrt(mp(8)));
  is(found.list[1].from, sqrt(mp(12)));
  is(found.list[1].to, sqrt(mp(24)));
}

TEST(stability, of_midpoint_has_no_limit) {
  const precision_scope scope(40);
  const auto found = windows_of("midpoint");
  ASSERT_EQ(found.list.size(), 1u);
  EXPECT_TRUE(found.open);
}

TEST(stability, is_looked_for_up_to_a_reach) {
  const precision_scope scope(40);
  const step_at_rest step =
      step_of(find_scheme("simpson"), find_system("pendulum"), {{"omega", "1"}}, 1);
  EXPECT_THROW((void)find_stability_windows(step, {.digits = 20, .reach = 0}), invalid_input);
  EXPECT_EQ(find_stability_windows(step, {.digits = 20, .reach = 3}).list.size(), 1U);
  EXPECT_EQ(
      find_stability_windows(step, {.digits = 20, .reach = 6, .only_first = true}).list.size(), 1U);
}

/// max |λ|² − 1.
mp largest_excess(const derivative_of_step<mp>& derivative, const mp& h) {
  mp largest(-1);
  for (const auto& lambda : multipliers<mp>(derivative(h))) {
    const mp excess = lambda.re * lambda.re + lambda.im * lambda.im - mp(1);
    largest = largest < excess ? excess : largest;
  }
  return largest;
}

/// The multipliers are not outside the circle a little before the end of a window, and one is a little behind it.
void expect_ends(const stability_windows& found, const derivative_of_step<mp>& derivative) {
  const mp little = decimal<mp>("1e-30");
  const mp nothing = decimal<mp>("1e-60");
  for (std::size_t k = 0; k < found.list.size(); ++k) {
    const auto& [from, to] = found.list[k];
    if (!(found.open && k + 1 == found.list.size())) {
      if (mp(0) < to.h) {
        EXPECT_LT(largest_excess(derivative, to.h * (mp(1) - little)), nothing) << k;
      }
      const mp behind = to.h == mp(0) ? rational<mp>(1, 100) : mp(to.h * (mp(1) + little));
      EXPECT_GT(largest_excess(derivative, behind), nothing) << k;
    }
    if (k > 0) {
      EXPECT_GT(largest_excess(derivative, from.h * (mp(1) - little)), nothing) << k;
      EXPECT_LT(largest_excess(derivative, from.h * (mp(1) + little)), nothing) << k;
    }
  }
}

TEST(stability, changes_at_the_ends_of_windows_of_every_scheme) {
  const precision_scope scope(120);
  int with_limit = 0;
  for (const char* name : {"harmonic-oscillator", "linear-double-pendulum"}) {
    const system_entry& system = find_system(name);
    const bool one = system.dimension == 1;
    const settings parameters = one ? settings{{"k", "1"}, {"m", "1"}} : settings{};
    for (const scheme_entry& scheme : schemes()) {
      // the order of a Taylor series follows the digits: at every precision it is another scheme
      if (!scheme.fits(system) || scheme.info.order > 20) {
        continue;
      }
      SCOPED_TRACE(scheme.info.name + " " + name);
      const step_at_rest step = step_of(scheme, system, parameters, one ? 1 : 11.61);
      const auto found = find_stability_windows(step, {.digits = 40, .reach = 12});
      with_limit += found.open && found.list.size() == 1 ? 0 : 1;
      expect_ends(found, step.make_fine());
    }
  }
  EXPECT_GT(with_limit, 60);
}

/// A(h) whose entries are given in run-time precision.
template <class F>
stability_windows windows_of_matrix(F&& entries, const stability_search& wanted) {
  const derivative_of_step<mp> fine = entries;
  const auto coarse = [&](double h) -> matrix<double> {
    const precision_scope scope(40);
    return scalar_cast<double>(fine(mp(h)));
  };
  return find_stability_windows({coarse, [&] { return fine; }, 1}, wanted);
}

/// A turn by an angle with 2 cos = w.
matrix<mp> turn(const mp& w) {
  matrix<mp> a(2, 2);
  a << w, mp(-1), mp(1), mp(0);
  return a;
}

// w = −2 + 4/9 ((h − 3)² − 1e-30): multipliers leave for a band of 2e-15 about h = 3
TEST(stability, sees_bands_between_samples) {
  const precision_scope scope(60);
  const mp width = decimal<mp>("1e-15");
  const auto found = windows_of_matrix(
      [](const mp& h) {
        const mp d = h - 3;
        return turn(mp((d * d - decimal<mp>("1e-30")) * 4 / 9 - mp(2)));
      },
      {.digits = 50, .reach = 3.5});
  ASSERT_GE(found.list.size(), 2U);
  EXPECT_LT(abs(mp(found.list[0].to.h - (mp(3) - width))), decimal<mp>("1e-48"));
  EXPECT_LT(abs(mp(found.list[1].from.h - (mp(3) + width))), decimal<mp>("1e-48"));
  EXPECT_EQ(found.list[0].to.right_digits, 50);
}

// the same within growth: a window of 2e-15
TEST(stability, sees_windows_between_samples) {
  const precision_scope scope(60);
  const auto found = windows_of_matrix(
      [](const mp& h) {
        const mp d = h - 3;
        const mp before = mp(2) - h * h;
        return turn(h < mp(5) / 2 ? before : mp((decimal<mp>("1e-30") - d * d) * 17 - mp(2)));
      },
      {.digits = 50, .reach = 3.5});
  ASSERT_EQ(found.list.size(), 2U);
  EXPECT_LT(abs(mp(found.list[0].to.h - mp(2))), decimal<mp>("1e-48"));
  EXPECT_LT(abs(mp(found.list[1].from.h - (mp(3) - decimal<mp>("1e-15")))), decimal<mp>("1e-48"));
  EXPECT_LT(abs(mp(found.list[1].to.h - (mp(3) + decimal<mp>("1e-15")))), decimal<mp>("1e-48"));
}

}  // namespace
}  // namespace plumbline
