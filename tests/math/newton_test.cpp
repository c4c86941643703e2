// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Properties: the climbing Newton reaches every precision, and says honestly when it does not.
#include <plumbline/math/newton.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace plumbline {
namespace {

// One equation f(x) = 0 with its derivative, for every scalar of the ladder.
template <class T>
struct scalar_equation {
  std::function<T(const T&)> f;
  std::function<T(const T&)> slope;
  double start;
  std::unique_ptr<
      scalar_equation<std::conditional_t<std::is_void_v<coarser_t<T>>, T, coarser_t<T>>>>
      below;

  int size() const { return 1; }
  void guess(vector<T>& x) const { x = vector<T>::Constant(1, T(start)); }
  void residual(const vector<T>& x, vector<T>& r) const { r = vector<T>::Constant(1, f(x[0])); }
  void jacobian(const vector<T>& x, matrix<T>& j) const {
    j = matrix<T>::Constant(1, 1, slope(x[0]));
  }
  auto* coarse() requires(!std::is_void_v<coarser_t<T>>) { return below.get(); }
};

// x² = a
template <class T>
scalar_equation<T> square_root_of(int a, double start) {
  scalar_equation<T> e;
  e.f = [a](const T& x) { return T(x * x - a); };
  e.slope = [](const T& x) { return T(2 * x); };
  e.start = start;
  if constexpr (!std::is_void_v<coarser_t<T>>) {
    using C = coarser_t<T>;
    e.below = std::make_unique<scalar_equation<C>>(square_root_of<C>(a, start));
  }
  return e;
}

TEST(newton, climbs_from_double_to_64_digits) {
  auto e = square_root_of<mp64>(2, 1);
  vector<mp64> x(1);
  const auto report = solve_newton<mp64>(e, x);
  EXPECT_TRUE(report.ok());
  EXPECT_LE(report.iterations, 5);
  EXPECT_LT(abs(x[0] - sqrt(mp64(2))), 1e-63);
}

TEST(newton, climbs_to_any_precision) {
  const precision_scope scope(500);
  auto e = square_root_of<mp>(3, 1);
  vector<mp> x(1);
  EXPECT_TRUE(solve_newton<mp>(e, x).ok());
  EXPECT_LT(abs(x[0] - sqrt(mp(3))), mp("1e-498"));
}

TEST(newton, starts_at_full_precision_where_the_coarse_problem_overflows) {
  // x² = 2·10^800 has no root among the doubles
  scalar_equation<mp64> e;
  const mp64 a("2e800");
  e.f = [a](const mp64& x) { return mp64(x * x - a); };
  e.slope = [](const mp64& x) { return mp64(2 * x); };
  e.start = 1e200;
  auto coarse = std::make_unique<scalar_equation<double>>();
  coarse->f = [](double x) { return x * x - std::numeric_limits<double>::infinity(); };
  coarse->slope = [](double x) { return 2 * x; };
  coarse->start = 1e200;
  e.below = std::move(coarse);
  vector<mp64> x(1);
  // 60 iterations of a quadratic method from 1e200 do not reach 1e400 by doubling: it must say so, or arrive
  const auto report = solve_newton<mp64>(e, x);
  if (report.ok()) {
    EXPECT_LT(abs(x[0] / sqrt(a) - 1), 1e-62);
  } else {
    EXPECT_NE(report.outcome, solve_outcome::converged);
  }
  e.start = 1e300;
  e.guess(x);
  x[0] = mp64("1e399");
  const auto near = detail::full_newton<mp64>(e, x);
  EXPECT_TRUE(near.ok());
  EXPECT_LT(abs(x[0] / sqrt(a) - 1), 1e-62);
}

template <class T>
solve_report solve_plain(std::function<T(const T&)> f, std::function<T(const T&)> slope,
                         double start, vector<T>& x) {
  scalar_equation<T> e;
  e.f = std::move(f);
  e.slope = std::move(slope);
  e.start = start;
  return solve_newton<T>(e, x);
}

TEST(newton, reports_an_equation_without_root_as_not_solved) {
  vector<double> x(1);
  const auto report = solve_plain<double>([](double t) { return t * t + 1; },
                                          [](double t) { return 2 * t; }, 0.7, x);
  EXPECT_FALSE(report.ok());
}

TEST(newton, reports_a_singular_jacobian) {
  vector<double> x(1);
  EXPECT_EQ(solve_plain<double>([](double) { return 1.; }, [](double) { return 0.; }, 1, x).outcome,
            solve_outcome::singular);
}

TEST(newton, reports_a_residual_that_is_not_finite) {
  vector<double> x(1);
  EXPECT_EQ(
      solve_plain<double>([](double t) { return std::sqrt(-t); }, [](double) { return 1.; }, 1, x)
          .outcome,
      solve_outcome::not_finite);
}

TEST(newton, halves_steps_that_overshoot) {
  // atan: full Newton steps diverge from |x| > 1.39
  vector<double> x(1);
  const auto report = solve_plain<double>([](double t) { return std::atan(t); },
                                          [](double t) { return 1 / (1 + t * t); }, 5, x);
  EXPECT_TRUE(report.ok());
  EXPECT_NEAR(x[0], 0, 1e-15);
}

TEST(lu_factors, solves_and_refuses_singular_matrices) {
  matrix<mp64> a(3, 3);
  a << mp64(0), mp64(2), mp64(1), mp64(1), mp64(1), mp64(1), mp64(2), mp64(0), mp64(3);
  lu_factors<mp64> lu;
  ASSERT_TRUE(lu.compute(a));
  vector<mp64> b(3);
  b << mp64(1), mp64(2), mp64(3);
  EXPECT_LT(max_magnitude(product(a, lu.solve(b)) - b), 1e-62);
  a.row(2) = a.row(0) + a.row(1);
  EXPECT_FALSE(lu.compute(a));
  a(0, 0) = mp64(0) / 0;
  EXPECT_FALSE(lu.compute(a));
}

}  // namespace
}  // namespace plumbline
