// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Properties: the climbing Newton reaches every precision with few evaluations, its outputs and tangents belong to the
// root, and it says honestly when it does not arrive.
#include <plumbline/math/newton.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <numeric>
#include <random>

namespace plumbline {
namespace {

// x² = a with the output x³. Copies in all scalars share one record: how often F was evaluated at how many bits.
template <class T>
struct square_root {
  T a{2};
  T start{1};
  bool may_climb = true;
  std::shared_ptr<std::map<int, int>> evaluated = std::make_shared<std::map<int, int>>();

  int size() const { return 1; }
  int outputs() const { return 1; }
  bool climbs() const { return may_climb; }
  void guess(vector<T>& x) const { x = vector<T>::Constant(1, start); }
  void evaluate(const vector<T>& x, vector<T>& r, movement) const {
    ++(*evaluated)[scalar_traits<T>::bits()];
    r = vector<T>(2);
    r[0] = T(x[0] * x[0]) - a;
    r[1] = T(x[0] * x[0]) * x[0];
  }
  void linearize(const vector<T>& x, vector<T>& r, matrix<T>& j) const {
    evaluate(x, r, movement::free);
    j = matrix<T>(2, 1);
    j(0, 0) = x[0] * 2;
    j(1, 0) = T(x[0] * x[0]) * 3;
  }
  template <class C>
  square_root<C> in_scalar() const {
    return {scalar_cast<C>(a), scalar_cast<C>(start), may_climb, evaluated};
  }
  template <class C>
  void pose(square_root<C>& other) const {
    other.a = scalar_cast<C>(a);
    other.start = scalar_cast<C>(start);
  }
};

int bits_of_digits(int digits) {
  const precision_scope scope(digits);
  return scalar_traits<mp>::bits();
}

TEST(newton, climbs_from_double_to_64_digits) {
  newton_ladder<square_root, mp64> ladder({});
  vector<mp64> x(1);
  const auto report = ladder.solve(x);
  EXPECT_TRUE(report.ok());
  EXPECT_LE(report.iterations, 5);
  EXPECT_LT(abs(x[0] - sqrt(mp64(2))), 1e-63);
}

TEST(newton, climbs_to_any_precision) {
  for (const int digits : {100, 500, 1000}) {
    const precision_scope scope(digits);
    newton_ladder<square_root, mp> ladder({mp(3), mp(1)});
    vector<mp> x(1);
    EXPECT_TRUE(ladder.solve(x).ok()) << digits;
    EXPECT_LT(abs(x[0] - sqrt(mp(3))), pow(mp(10), 2 - digits)) << digits;
  }
}

TEST(newton, climbs_by_halves_and_evaluates_twice_on_each_of_them) {
  // every rung of run-time MPFR starts with a little more than half of its digits, and one correction with a Jacobian that
  // is as good gives the rest: the second evaluation proves it. One more finds the Jacobian for the rung above.
  const precision_scope scope(1000);
  const square_root<mp> equations{mp(3), mp(1)};
  newton_ladder<square_root, mp> ladder(equations);
  vector<mp> x(1);
  const auto report = ladder.solve(x);
  EXPECT_TRUE(report.ok());
  EXPECT_LE(report.iterations, 2);
  const auto& evaluated = *equations.evaluated;
  // between double and 64 digits stands the rung of double-double
  EXPECT_EQ(evaluated.size(), 6U) << "1000, 508, 262 digits, 64 digits, double-double, double";
  EXPECT_LE(evaluated.at(bits_of_digits(1000)), 2);
  EXPECT_LE(evaluated.at(bits_of_digits(508)), 2 + 1);
  EXPECT_EQ(evaluated.count(bits_of_digits(262)), 1U);
  EXPECT_EQ(evaluated.count(scalar_traits<mp64>::bits()), 1U);
  EXPECT_EQ(evaluated.count(53), 1U);
}

TEST(newton, climbs_again_when_the_step_is_another) {
  newton_ladder<square_root, mp64> ladder({});
  vector<mp64> x(1);
  for (const int a : {2, 7, 1000}) {
    ladder.equations().a = mp64(a);
    EXPECT_TRUE(ladder.solve(x).ok());
    EXPECT_LT(abs(x[0] / sqrt(mp64(a)) - 1), 1e-62) << a;
  }
}

TEST(newton, has_its_outputs_at_the_root) {
  newton_ladder<square_root, mp64> ladder({});
  vector<mp64> x(1);
  ASSERT_TRUE(ladder.solve(x).ok());
  EXPECT_LT(abs(ladder.outputs()[0] - sqrt(mp64(8))), 1e-62);
  const precision_scope scope(500);
  newton_ladder<square_root, mp> higher({});
  vector<mp> y(1);
  ASSERT_TRUE(higher.solve(y).ok());
  EXPECT_LT(abs(higher.outputs()[0] - sqrt(mp(8))), mp("1e-498"));
  newton_ladder<square_root, double> bottom({});
  vector<double> z(1);
  ASSERT_TRUE(bottom.solve(z).ok());
  EXPECT_LT(std::abs(bottom.outputs()[0] - std::sqrt(8.)), 4e-15);
}

// The last correction of the unknown is not evaluated; the outputs must have it all the same. What it is worth depends on
// the root, so there are many.
template <class T>
void expect_outputs_to_rounding() {
  for (int a = 2; a < 60; ++a) {
    newton_ladder<square_root, T> ladder({T(a), T(1)});
    vector<T> x(1);
    ASSERT_TRUE(ladder.solve(x).ok());
    const T cube = sqrt(T(T(a) * a * a));
    EXPECT_LT(abs(T(ladder.outputs()[0] - cube)), cube * epsilon<T>() * 16) << a;
  }
}

TEST(newton, has_the_last_correction_in_its_outputs) {
#if PLUMBLINE_HAS_QUAD
  expect_outputs_to_rounding<quad>();
#endif
  expect_outputs_to_rounding<mp64>();
  const precision_scope scope(150);
  expect_outputs_to_rounding<mp>();
}

template <class T>
void expect_tangent(const T& tolerance) {
  // d√a/da = 1/(2√a)
  newton_ladder<square_root, tangent_number<T>> ladder(
      {tangent_number<T>::variable(T(2), 0), tangent_number<T>(1)});
  vector<tangent_number<T>> x(1);
  ASSERT_TRUE(ladder.solve(x).ok());
  using std::abs;
  using std::sqrt;
  const T root = sqrt(T(2));
  EXPECT_LT(abs(T(x[0].value - root)), tolerance);
  EXPECT_LT(abs(T(x[0].tangent[0] - 1 / (2 * root))), tolerance);
  // d(√a)³/da = 3√a/2
  EXPECT_LT(abs(T(ladder.outputs()[0].tangent[0] - 3 * root / 2)), tolerance * 4);
}

TEST(newton, finds_the_tangent_of_the_root) {
  expect_tangent<double>(1e-15);
  const precision_scope scope(100);
  expect_tangent<mp>(mp("1e-98"));
}

TEST(newton, does_not_leave_the_precision_of_equations_that_cannot_climb) {
  square_root<mp64> equations;
  equations.may_climb = false;
  newton_ladder<square_root, mp64> ladder(equations);
  vector<mp64> x(1);
  EXPECT_TRUE(ladder.solve(x).ok());
  EXPECT_LT(abs(x[0] - sqrt(mp64(2))), 1e-63);
  EXPECT_EQ(equations.evaluated->size(), 1U);
}

TEST(newton, starts_at_full_precision_where_the_coarse_problem_overflows) {
  // x² = 2·10^800 has no root among the doubles
  const mp64 a("2e800");
  newton_ladder<square_root, mp64> far({a, mp64("1e200")});
  vector<mp64> x(1);
  // 60 iterations of a quadratic method from 1e200 do not reach 1e400 by doubling: it must say so, or arrive
  const auto report = far.solve(x);
  if (report.ok()) {
    EXPECT_LT(abs(x[0] / sqrt(a) - 1), 1e-62);
  } else {
    EXPECT_NE(report.outcome, solve_outcome::converged);
  }
  newton_ladder<square_root, mp64> near({a, mp64("1e399")});
  EXPECT_TRUE(near.solve(x).ok());
  EXPECT_LT(abs(x[0] / sqrt(a) - 1), 1e-62);
}

// (1 + x) − 1 = tiny with the output 3 x: in T the left side is 0 for every x near the root.
template <class T>
struct hidden_root {
  T tiny{0};

  int size() const { return 1; }
  int outputs() const { return 1; }
  void guess(vector<T>& x) const { x = vector<T>::Constant(1, T(0)); }
  void evaluate(const vector<T>& x, vector<T>& r, movement) const {
    const T sum = T(1) + x[0];
    r = vector<T>(2);
    r[0] = T(sum - 1) - tiny;
    r[1] = x[0] * 3;
  }
  void linearize(const vector<T>& x, vector<T>& r, matrix<T>& j) const {
    evaluate(x, r, movement::free);
    j = matrix<T>(2, 1);
    j(0, 0) = T(1);
    j(1, 0) = T(3);
  }
  template <class C>
  hidden_root<C> in_scalar() const {
    return {scalar_cast<C>(tiny)};
  }
  template <class C>
  void pose(hidden_root<C>& other) const {
    other.tiny = scalar_cast<C>(tiny);
  }
};

template <class T>
void expect_hidden_root_found() {
  using std::ldexp;
  const T tiny = ldexp(T(1), -scalar_traits<T>::bits() - 5);
  newton_ladder<hidden_root, T> ladder({tiny});
  vector<T> x(1);
  ASSERT_TRUE(ladder.solve(x).ok());
  EXPECT_EQ(x[0], tiny);
  EXPECT_EQ(ladder.outputs()[0], T(tiny * 3));
}

TEST(newton, finds_a_root_that_rounding_hides) {
  expect_hidden_root_found<double>();
#if PLUMBLINE_HAS_QUAD
  expect_hidden_root_found<quad>();
#endif
  expect_hidden_root_found<mp64>();
  for (const int digits : {100, 500}) {
    const precision_scope scope(digits);
    expect_hidden_root_found<mp>();
  }
}

// x² = −1: the iterates wander, and no arithmetic makes one of them a root.
TEST(newton, finds_no_root_with_more_digits_where_there_is_none) {
  for (int k = 1; k < 40; ++k) {
    newton_ladder<square_root, double> ladder({-1.0, k / 8.0});
    vector<double> x(1);
    EXPECT_FALSE(ladder.solve(x).ok()) << k;
  }
}

// One equation f(x) = 0 in double, from its own formula: Formula::value, Formula::slope, Formula::start.
template <class Formula>
struct one_equation {
  template <class T>
  struct in {
    int size() const { return 1; }
    int outputs() const { return 0; }
    void guess(vector<T>& x) const { x = vector<T>::Constant(1, T(Formula::start)); }
    void evaluate(const vector<T>& x, vector<T>& r, movement) const {
      r = vector<T>::Constant(1, Formula::value(x[0]));
    }
    void linearize(const vector<T>& x, vector<T>& r, matrix<T>& j) const {
      evaluate(x, r, movement::free);
      j = matrix<T>::Constant(1, 1, Formula::slope(x[0]));
    }
  };
};

template <class Formula>
solve_report solve_in_double(vector<double>& x) {
  newton_ladder<one_equation<Formula>::template in, double> ladder({});
  return ladder.solve(x);
}

struct no_root {
  static constexpr double start = 0.7;
  static double value(double t) { return t * t + 1; }
  static double slope(double t) { return 2 * t; }
};

TEST(newton, reports_an_equation_without_root_as_not_solved) {
  vector<double> x(1);
  EXPECT_FALSE(solve_in_double<no_root>(x).ok());
}

struct constant {
  static constexpr double start = 1;
  static double value(double) { return 1; }
  static double slope(double) { return 0; }
};

TEST(newton, reports_a_singular_jacobian) {
  vector<double> x(1);
  EXPECT_EQ(solve_in_double<constant>(x).outcome, solve_outcome::singular);
}

struct root_of_a_negative_number {
  static constexpr double start = 1;
  static double value(double t) { return std::sqrt(-t); }
  static double slope(double) { return 1; }
};

TEST(newton, reports_a_residual_that_is_not_finite) {
  vector<double> x(1);
  EXPECT_EQ(solve_in_double<root_of_a_negative_number>(x).outcome, solve_outcome::not_finite);
}

// Full Newton steps diverge from |x| > 1.39.
struct arc_tangent {
  static constexpr double start = 5;
  static double value(double t) { return std::atan(t); }
  static double slope(double t) { return 1 / (1 + t * t); }
};

TEST(newton, halves_steps_that_overshoot) {
  vector<double> x(1);
  EXPECT_TRUE(solve_in_double<arc_tangent>(x).ok());
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

// Kind: independent values (the solution is chosen, and the right side is computed at 64 digits); and consistency: with the
// processor's fused multiply-add the factors have the bits that they have without.
TEST(lu_factors, in_double_double_are_right_to_their_condition) {
  std::mt19937_64 g(11);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int n = 1; n <= 12; ++n) {
    matrix<double_double> a(n, n);
    vector<double_double> x(n);
    for (int i = 0; i < n; ++i) {
      x[i] = double_double::sum(u(g), u(g) * 0x1p-54);
      for (int k = 0; k < n; ++k) {
        a(i, k) = double_double::sum(u(g), u(g) * 0x1p-54) + double_double(i == k ? 3 : 0);
      }
    }
    const matrix<mp64> exact = scalar_cast<mp64>(a);
    const auto b = scalar_cast<double_double>(product(exact, scalar_cast<mp64>(x)));
    lu_factors<double_double> lu;
    ASSERT_TRUE(lu.compute(a));
    const vector<double_double> solved = lu.solve(b);
    for (int i = 0; i < n; ++i) {
      EXPECT_LE(std::abs((solved[i] - x[i]).high()), std::ldexp(1.0, -96)) << n;
    }
    matrix<double_double> plain = a;
    std::vector<Eigen::Index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::vector<Eigen::Index> order_with = order;
    matrix<double_double> with = a;
    double_double work;
    ASSERT_TRUE(detail::eliminate<double_double>(plain, order, a, work));
    ASSERT_TRUE(detail::eliminate(with, order_with, a, work));
    EXPECT_EQ(order, order_with);
    EXPECT_TRUE(plain == with);
  }
  const matrix<double_double> zero = matrix<double_double>::Constant(2, 2, double_double(0));
  EXPECT_FALSE(lu_factors<double_double>().compute(zero));
}

}  // namespace
}  // namespace plumbline
