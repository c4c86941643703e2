// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What PD's projection columns were computed with. Property tests: the base map is (12) with c = −1 and has leapfrog's angles in
// the two-step form (11), the projections keep the energy and are of order 1, the symmetric one as printed is not reversible.
// Kind of the last: printed digits of the paper.
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/measure/averages.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/pd_projection.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using T = mp64;

const double tiny = 1e-60;

phase_point<T> point(const T& q, const T& p) {
  return {vector<T>::Constant(1, q), vector<T>::Constant(1, p)};
}
double size(const T& x) { return to_double(T(abs(x))); }

// m and k of their own, so that neither can be forgotten
const T mass = rational<T>(3, 2);
const T omega = rational<T>(6, 5);
const T k = rational<T>(36, 25);
T energy(const phase_point<T>& z) { return z.p[0] * z.p[0] / (mass * 2) - mass * k * cos(z.q[0]); }
using standard = standard_projection_stepper<T, pendulum<T>, pd_map<T>>;
using symmetric = symmetric_projection_stepper<T, pendulum<T>, pd_map<T>>;
standard standard_one() { return {pendulum<T>{mass, omega}, pd_map<T>(mass, k)}; }
symmetric symmetric_one() {
  return {pendulum<T>{mass, omega}, pd_map<T>(mass, k), second_gradient::unprojected};
}

TEST(pd_projection, the_base_map_is_12_with_c_minus_one) {
  const T h = decimal<T>("0.3");
  phase_point<T> z = point(decimal<T>("0.4"), decimal<T>("1.1"));
  std::vector<phase_point<T>> path{z};
  for (int n = 0; n < 5; ++n) {
    ASSERT_TRUE(pd_map<T>(mass, k).step(z, h).ok());
    path.push_back(z);
  }
  for (std::size_t n = 0; n + 2 < path.size(); ++n) {
    const T q = path[n].q[0];
    const T next = path[n + 1].q[0];
    EXPECT_LT(size(T(path[n].p[0] / mass - ((next - q) / h - h * k * sin(q)))), tiny);
    EXPECT_LT(size(T(path[n + 2].q[0] - next * 2 + q + h * h * k * sin(next))), tiny);
  }
}

TEST(pd_projection, the_base_map_is_not_leapfrog) {
  const T h = decimal<T>("0.3");
  const phase_point<T> start = point(decimal<T>("0.4"), decimal<T>("1.1"));
  phase_point<T> printed = start;
  phase_point<T> right = start;
  leapfrog_stepper<T, pendulum<T>> leapfrog(pendulum<T>{mass, omega});
  ASSERT_TRUE(pd_map<T>(mass, k).step(printed, h).ok());
  ASSERT_TRUE(leapfrog.step(right, h).ok());
  EXPECT_LT(size(T(printed.q[0] - right.q[0] - h * h * k * sin(start.q[0]) * 3 / 2)), tiny);
}

TEST(pd_projection, both_keep_the_energy_also_next_to_the_separatrix) {
  for (const char* p0 : {"0.05", "1", "1.999999", "2.000001", "3"}) {  // in units of m ω
    const T h = decimal<T>("0.5") / omega;
    standard a_step = standard_one();
    symmetric b_step = symmetric_one();
    const phase_point<T> first = point(T(0), T(decimal<T>(p0) * mass * omega));
    phase_point<T> a = first;
    phase_point<T> b = first;
    for (int n = 0; n < 60; ++n) {
      ASSERT_TRUE(a_step.step(a, h, first).ok()) << p0;
      ASSERT_TRUE(b_step.step(b, h, first).ok()) << p0;
      EXPECT_LT(size(T(energy(a) - energy(first))), tiny) << p0;
      EXPECT_LT(size(T(energy(b) - energy(first))), tiny) << p0;
    }
  }
}

TEST(pd_projection, the_symmetric_one_is_x_1_with_the_gradient_at_the_unprojected_point) {
  const T h = decimal<T>("0.2");
  const phase_point<T> start = point(decimal<T>("0.4"), T(1));
  phase_point<T> z = start;
  symmetric step = symmetric_one();
  ASSERT_TRUE(step.step(z, h).ok());
  // λ from the momentum, p_1 = (1 + λ) p̃_1 with ỹ of x_0 + λ ∇g(x_0), by secants
  phase_point<T> moved = start;
  const auto excess = [&](const T& lambda) {
    moved = point(T(start.q[0] + lambda * sin(start.q[0])), T(start.p[0] * (1 + lambda)));
    EXPECT_TRUE(pd_map<T>(mass, k).step(moved, h).ok());
    return T(moved.p[0] * (1 + lambda) - z.p[0]);
  };
  T before(0);
  T lambda = decimal<T>("0.01");
  T value = excess(before);
  for (int pass = 0; pass < 30 && size(T(lambda - before)) > 0; ++pass) {
    const T next = excess(lambda);
    const T step_length = next == value ? T(0) : T(next * (lambda - before) / (next - value));
    before = lambda;
    value = next;
    lambda -= step_length;
  }
  (void)excess(lambda);
  EXPECT_GT(size(lambda), 1e-3);
  EXPECT_LT(size(T(z.q[0] - moved.q[0] - lambda * sin(moved.q[0]))), tiny);
}

TEST(pd_projection, the_symmetric_one_is_not_reversible) {
  const T h = decimal<T>("0.2");
  const phase_point<T> start = point(T(0), T(1));
  symmetric step = symmetric_one();
  phase_point<T> z = start;
  ASSERT_TRUE(step.step(z, h, start).ok());
  ASSERT_TRUE(step.step(z, T(-h), start).ok());
  EXPECT_GT(size(T(z.q[0] - start.q[0])), 1e-4);
}

// PD, Table 3, p0 = 1, ε = 0.5: the mean of 2 z_n/n over the second half of the zeros within 51 exact periods, relative to the
// period
TEST(pd_projection, has_the_printed_error_of_the_period) {
  const struct {
    const char* name;
    double printed;
  } columns[] = {{"pd-standard-projection", 7.85e-2}, {"pd-symmetric-projection", 3.12e-2}};
  const double h = 0.5;
  const pendulum_solution<double> exact(1.0, 1.0, 0.0, 1.0);
  const double period = *exact.period();
  for (const auto& column : columns) {
    auto stepper = find_scheme(column.name)
                       .make<double>({}, find_system("pendulum").make<double>({{"omega", "1"}}));
    const phase_point<double> first{vector<double>::Constant(1, 0.0),
                                    vector<double>::Constant(1, 1.0)};
    vector<double> y = stepper.start(first);
    stepper.resume(first, y);
    zero_crossings<double> crossings;
    std::vector<double> zeros;
    for (int n = 0; n * h <= 51 * period + 2 * h; ++n) {
      crossings.add(y[0], [&](const crossing<double>& found) {
        const double z = (static_cast<double>(found.cell) + found.fraction) * h;
        if (z <= 51 * period) {
          zeros.push_back(z);
        }
      });
      ASSERT_TRUE(stepper.step(y, 0.0, h).ok());
    }
    double sum = 0;
    const std::size_t half = zeros.size() / 2 + 1;
    for (std::size_t n = half; n < zeros.size(); ++n) {
      sum += 2 * zeros[n] / static_cast<double>(n);
    }
    const double mean = sum / static_cast<double>(zeros.size() - half);
    EXPECT_NEAR(mean / period - 1, column.printed, 5e-5) << column.name;
  }
}

}  // namespace
}  // namespace plumbline
