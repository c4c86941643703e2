// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Runners: every operation against the functions of the scalar, run_near against a run from the beginning, no allocation in
// a run. Kind: property.
#include "support/allocation_counter.hpp"
#include "support/formula.hpp"
#include <plumbline/math/lanes.hpp>
#include <plumbline/math/runner.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>

namespace plumbline {
namespace {

using std::ldexp;
using testing::node_of_postfix;
using testing::value_of;

std::shared_ptr<const program> program_of(const std::vector<std::string>& formulas, int inputs) {
  graph g;
  std::vector<node_id> nodes;
  for (const std::string& text : formulas) {
    nodes.push_back(node_of_postfix(g, text));
  }
  return std::make_shared<const program>(g, nodes,
                                         std::vector<int>(static_cast<std::size_t>(inputs), 0));
}

/// |x − y| in units of the last place of `beside`.
template <class T>
double distance(const T& x, const T& y, const T& beside) {
  if (x == y) {
    return 0;
  }
  return to_double(scalar_traits<T>::magnitude(T((x - y) / beside / epsilon<T>())));
}

template <class T>
void check_operations() {
  using std::acos;
  using std::acosh;
  using std::asin;
  using std::asinh;
  using std::atan;
  using std::atan2;
  using std::atanh;
  using std::cos;
  using std::cosh;
  using std::exp;
  using std::log;
  using std::pow;
  using std::sin;
  using std::sinh;
  using std::sqrt;
  using std::tan;
  using std::tanh;
  const T x = T(5) / 7;
  const T y = T(-13) / 11;
  const T z = T(9) / 4;
  const std::vector<std::pair<const char*, T>> all = {
      {"x0 neg", -x},
      {"x0 x1 +", x + y},
      {"x0 x1 -", x - y},
      {"x0 x1 *", x * y},
      {"x0 x0 *", x * x},
      {"x0 x1 /", x / y},
      {"x2 sqrt", sqrt(z)},
      {"x1 exp", exp(y)},
      {"x0 log", log(x)},
      {"x1 sin", sin(y)},
      {"x1 cos", cos(y)},
      {"x1 tan", tan(y)},
      {"x0 asin", asin(x)},
      {"x0 acos", acos(x)},
      {"x1 atan", atan(y)},
      {"x1 sinh", sinh(y)},
      {"x1 cosh", cosh(y)},
      {"x1 tanh", tanh(y)},
      {"x1 asinh", asinh(y)},
      {"x2 acosh", acosh(z)},
      {"x0 atanh", atanh(x)},
      {"x0 x1 atan2", atan2(x, y)},
      {"x2 x0 pow", pow(z, x)},
      {"x1 sinc", sin(y) / y},
      {"x1 sinc'", (cos(y) - sin(y) / y) / y},
  };
  for (const auto& [text, expected] : all) {
    graph g;
    const T found = value_of<T>(g, node_of_postfix(g, text), {x, y, z});
    EXPECT_LE(distance(found, T(expected), T(expected)), 4) << text;
  }
}

TEST(runner, computes_every_operation) {
  check_operations<double>();
#if PLUMBLINE_HAS_QUAD
  check_operations<quad>();
#endif
  check_operations<mp64>();
  for (const int digits : {20, 300}) {
    const precision_scope scope(digits);
    check_operations<mp>();
  }
}

/// Also where the points before `first` keep the values of functions that they have.
TEST(few_lanes, have_the_bits_of_the_runner_at_each_point) {
  const auto code =
      program_of({"x0 neg x1 *", "x0 x1 + x2 / x0 -", "x0 sin x1 cos * x2 sin x2 cos / +",
                  "x2 sqrt x2 exp + x2 log *", "x0 tan x0 sinh x0 cosh x0 tanh * / +",
                  "x1 asin x1 acos x1 atanh + *", "x0 atan x0 asinh * x2 acosh +",
                  "x0 x1 atan2 x2 x0 pow +", "x0 sinc x1 sinc' *", "pi x1 *", "3"},
                 3);
  std::mt19937_64 g(21);
  std::uniform_real_distribution<double> unit(-1, 1);
  runner<double> one(code);
  for (int points = 1; points <= few_lanes::most; ++points) {
    few_lanes all(code, points);
    ASSERT_EQ(all.stride() % 4, 0);
    for (int i = 0; i < 20; ++i) {
      const int first = i > 0 && points > 1 ? 1 : 0;
      for (int k = first; k < points; ++k) {
        all.input(0)[k] = 3 * unit(g);
        all.input(1)[k] = unit(g);
        all.input(2)[k] = 2 + unit(g);
      }
      few_lanes copy = all;
      copy.run(0, first == 0 || i == 0 ? 0 : first);
      all = copy;
      for (int k = 0; k < points; ++k) {
        for (int x = 0; x < 3; ++x) {
          one.input(x) = all.input(x)[k];
        }
        one.run(0);
        for (int r = 0; r < 11; ++r) {
          EXPECT_EQ(std::bit_cast<std::uint64_t>(all.result(r)[k]),
                    std::bit_cast<std::uint64_t>(one.result(r)))
              << points << " points, result " << r;
        }
      }
    }
  }
}

TEST(runner, gives_what_the_functions_give_at_edges) {
  const auto at = [](const char* text, const std::vector<mp64>& x) {
    graph g;
    return value_of<mp64>(g, node_of_postfix(g, text), x);
  };
  const mp64 half_pi = pi<mp64>() / 2;
  EXPECT_EQ(at("x0 asin", {mp64(1)}), half_pi);
  EXPECT_EQ(at("x0 asin", {mp64(-1)}), -half_pi);
  EXPECT_EQ(at("x0 acos", {mp64(-1)}), pi<mp64>());
  EXPECT_EQ(at("x0 acos", {mp64(1)}), 0);
  EXPECT_TRUE(isinf(at("x0 atanh", {mp64(1)})));
  EXPECT_TRUE(isnan(at("x0 asin", {mp64(2)})));
  EXPECT_TRUE(isnan(at("x0 sqrt", {mp64(-1)})));
  EXPECT_TRUE(isnan(at("x0 log", {mp64(-1)})));
  EXPECT_TRUE(isinf(at("x0 log", {mp64(0)})));
  EXPECT_TRUE(isnan(at("x0 acosh", {decimal<mp64>("0.5")})));
  EXPECT_EQ(at("x0 x1 atan2", {mp64(0), mp64(-1)}), pi<mp64>());
  EXPECT_EQ(at("x0 x1 atan2", {mp64(1), mp64(0)}), half_pi);
  EXPECT_EQ(at("x0 x1 atan2", {mp64(-1), mp64(0)}), -half_pi);
  EXPECT_EQ(at("x0 x1 atan2", {mp64(0), mp64(1)}), 0);
  EXPECT_EQ(at("x0 sinc", {mp64(0)}), 1);
  EXPECT_TRUE(isnan(at("x0 x1 pow", {mp64(-2), decimal<mp64>("0.5")})));
  EXPECT_EQ(at("x0 x1 pow", {mp64(-2), mp64(3)}),
            -8);  // by the function: the exponent is no constant
  EXPECT_EQ(at("x0 x1 pow", {mp64(0), mp64(0)}), 1);
  EXPECT_EQ(at("x0 tanh", {mp64(100000)}), 1);
}

/// The formulas after a move of x by delta, by run_near and anew.
template <class T>
void check_near(const T& x, const T& delta, double most) {
  const std::vector<std::string> formulas = {"x0 sin",
                                             "x0 cos",
                                             "x0 exp",
                                             "x0 log",
                                             "x0 sin x0 cos * x0 exp x0 log + /",
                                             "x0 sin 3 * sin x0 +"};
  const auto p = program_of(formulas, 1);
  runner<T> moved(p, movement::near);
  runner<T> fresh(p, movement::near);
  moved.input(0) = x;
  moved.run(0);
  moved.input(0) = fresh.input(0) = x + delta;
  moved.run_near(0);
  fresh.run(0);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const T& exact = fresh.result(static_cast<int>(i));
    EXPECT_LE(distance(moved.result(static_cast<int>(i)), exact, exact), most)
        << formulas[i] << " at " << x << " moved by " << delta;
  }
  // and back again
  moved.input(0) = fresh.input(0) = x;
  moved.run_near(0);
  fresh.run(0);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const T& exact = fresh.result(static_cast<int>(i));
    EXPECT_LE(distance(moved.result(static_cast<int>(i)), exact, exact), 2 * most)
        << formulas[i] << " at " << x << " moved by " << delta << " and back";
  }
}

template <class T>
void check_all_distances() {
  for (const T& x : {T(T(4) / 7), T(T(17) / 7), T(T(40) / 3)}) {
    for (const int exponent :
         {-6, -11, -15, -20, -22, -25, -33, -40, -60, -107, -150, -200, -300}) {
      const T delta = ldexp(T(T(5) / 7), exponent);
      check_near(x, delta, 6);
      check_near(x, T(-delta), 6);
    }
  }
}

TEST(runner, moves_a_little_as_if_run_anew) {
#if PLUMBLINE_HAS_QUAD
  check_all_distances<quad>();
#endif
  check_all_distances<mp64>();
  for (const int digits : {20, 200, 1000}) {
    SCOPED_TRACE(digits);
    const precision_scope scope(digits);
    check_all_distances<mp>();
  }
}

/// Another program with the same sine, at arguments that are the same, near and far, before and after the first has run.
template <class T>
void check_values_of_another_program() {
  const auto p = program_of({"x0 3 * sin x0 exp +", "x0 sin"}, 1);
  const auto q = program_of({"x0 sin x0 3 * cos *", "x0 3 * sin", "x0 log"}, 1);
  runner<T> first(p, movement::near);
  runner<T> fresh(q, movement::near);
  const T x = T(4) / 7;
  for (const bool has_run : {false, true}) {
    if (has_run) {
      first.input(0) = x;
      first.run(0);
    }
    for (const T& y : {x, T(x + ldexp(T(5) / 7, -33)), T(x - ldexp(T(5) / 7, -150)), T(0), T(2)}) {
      runner<T> second(q, movement::near);
      second.input(0) = fresh.input(0) = y;
      second.run_with_values_of(0, first);
      fresh.run(0);
      for (int k = 0; k < 3; ++k) {
        const T& exact = fresh.result(k);
        if (is_finite(exact) && !(exact == T(0))) {
          EXPECT_LE(distance(second.result(k), exact, exact), 12) << k << " at " << y;
        } else {
          EXPECT_EQ(second.result(k), exact) << k << " at " << y;
        }
      }
    }
  }
}

TEST(runner, takes_sines_from_another_program) {
#if PLUMBLINE_HAS_QUAD
  check_values_of_another_program<quad>();
#endif
  check_values_of_another_program<mp64>();
  for (const int digits : {20, 200, 1000}) {
    SCOPED_TRACE(digits);
    const precision_scope scope(digits);
    check_values_of_another_program<mp>();
  }
}

TEST(runner, moves_in_double_by_running_anew) {
  const auto p = program_of({"x0 sin x0 exp *"}, 1);
  runner<double> moved(p, movement::near);
  moved.input(0) = 0.7;
  moved.run(0);
  moved.input(0) = 0.7 + 1e-9;
  moved.run_near(0);
  EXPECT_DOUBLE_EQ(moved.result(0), std::sin(0.7 + 1e-9) * std::exp(0.7 + 1e-9));
}

TEST(runner, moves_huge_arguments) {
  const auto p = program_of({"x0 sin", "x0 cos"}, 1);
  runner<mp64> moved(p, movement::near);
  const mp64 x = ldexp(mp64(12345), 60);
  for (const int exponent : {-30, -60, -100, -139}) {
    moved.input(0) = x;
    moved.run(0);
    moved.input(0) += ldexp(mp64(1), exponent);
    moved.run_near(0);
    const mp64 sine = sin(moved.input(0));
    const mp64 cosine = cos(moved.input(0));
    EXPECT_LE(distance(moved.result(0), sine, sine), 4) << exponent;
    EXPECT_LE(distance(moved.result(1), cosine, cosine), 4) << exponent;
  }
}

TEST(runner, leaves_everything_when_nothing_moves) {
  const auto p = program_of({"x0 sin x0 exp x0 log * +", "x0 cos"}, 1);
  runner<mp64> r(p, movement::near);
  for (const int x : {1, 3, 1000}) {
    r.input(0) = mp64(x);
    r.run(0);
    const std::array<mp64, 2> before{r.result(0), r.result(1)};
    r.run_near(0);
    EXPECT_EQ(r.result(0), before[0]);
    EXPECT_EQ(r.result(1), before[1]);
  }
}

TEST(runner, evaluates_anew_what_is_far) {
  const auto p = program_of({"x0 sin", "x0 cos", "x0 exp", "x0 log"}, 1);
  runner<mp64> moved(p, movement::near);
  runner<mp64> fresh(p);
  moved.input(0) = mp64(2);
  moved.run(0);
  for (const char* to : {"2.001", "-3", "5", "0.0001", "1000", "0", "3", "2.9"}) {
    moved.input(0) = fresh.input(0) = decimal<mp64>(to);
    moved.run_near(0);
    fresh.run(0);
    for (int i = 0; i < 4; ++i) {
      EXPECT_TRUE(moved.result(i) == fresh.result(i) || isnan(fresh.result(i))) << to << ' ' << i;
      EXPECT_EQ(isnan(moved.result(i)), isnan(fresh.result(i))) << to << ' ' << i;
    }
  }
}

TEST(runner, recovers_from_what_is_not_finite) {
  const auto p = program_of({"x0 sin", "x0 exp", "x0 log"}, 1);
  runner<mp64> r(p, movement::near);
  const mp64 nothing = mp64(0) / mp64(0);
  const mp64 infinite = mp64(1) / mp64(0);
  for (const mp64& bad : {nothing, infinite}) {
    r.input(0) = bad;
    r.run(0);
    r.input(0) = mp64(2);
    r.run_near(0);
    EXPECT_EQ(r.result(0), sin(mp64(2)));
    EXPECT_EQ(r.result(1), exp(mp64(2)));
    EXPECT_EQ(r.result(2), log(mp64(2)));
    r.input(0) = bad;
    r.run_near(0);
    EXPECT_TRUE(isnan(r.result(0)));
  }
}

TEST(runner, near_a_zero_is_right_beside_the_values_between_which_it_moves) {
  const auto p = program_of({"x0 sin", "x0 1 + log"}, 1);
  runner<mp64> r(p, movement::near);
  r.input(0) = ldexp(mp64(1), -24);
  r.run(0);
  const mp64 from = r.result(0);
  r.input(0) = ldexp(mp64(3), -90);
  r.run_near(0);
  EXPECT_LE(distance(r.result(0), mp64(sin(r.input(0))), from), 4);
  EXPECT_LE(distance(r.result(1), mp64(log(mp64(r.input(0) + 1))), from), 4);
}

TEST(runner, that_keeps_no_arguments_still_runs_near) {
  const auto p = program_of({"x0 sin", "x0 cos", "x0 exp"}, 1);
  runner<mp64> r(p);  // movement::free
  for (const char* x : {"0", "1e-30", "2", "2.0000000001"}) {
    r.input(0) = decimal<mp64>(x);
    r.run_near(0);
    EXPECT_EQ(r.result(0), sin(r.input(0))) << x;
    EXPECT_EQ(r.result(1), cos(r.input(0))) << x;
    EXPECT_EQ(r.result(2), exp(r.input(0))) << x;
  }
}

TEST(runner, keeps_the_precision_it_was_made_in) {
  const auto p = program_of({"x0 sin 3 /"}, 1);
  const precision_scope wide(100);
  runner<mp> r(p);
  {
    const precision_scope narrow(30);
    r.input(0) = mp(1);
    r.run(0);
  }
  const mp expected = sin(mp(1)) / 3;
  EXPECT_LE(to_double(mp(abs(r.result(0) - expected))), 1e-98);
}

TEST(runner, copies_are_independent) {
  const auto p = program_of({"x0 sin x1 +"}, 2);
  runner<mp64> one(p);
  one.input(0) = mp64(1);
  one.input(1) = mp64(2);
  one.run(0);
  runner<mp64> other = one;
  other.input(1) = mp64(5);
  other.run(0);
  EXPECT_EQ(one.result(0), mp64(sin(mp64(1)) + 2));
  EXPECT_EQ(other.result(0), mp64(sin(mp64(1)) + 5));
}

#if PLUMBLINE_COUNTS_ALLOCATIONS
template <class T>
long allocations_of(const std::string& formula) {
  runner<T> r(program_of({formula}, 2), movement::near);
  r.input(0) = T(3) / 7;
  r.input(1) = T(9) / 7;
  r.run(0);  // tables of constants are made with the first call
  r.input(0) += ldexp(T(1), -40);
  r.run_near(0);
  const long before = allocations;
  for (int i = 0; i < 20; ++i) {
    r.input(0) = T(3) / 7 + T(i) / 100;
    r.run(0);
    r.input(0) += ldexp(T(1), -40);
    r.run_near(0);
  }
  return allocations - before;
}

TEST(runner, allocates_nothing_in_a_run) {
  EXPECT_TRUE(an_allocation_is_counted());
  const char* const formulas[] = {
      "x0 x1 + x0 * x1 / x1 sqrt neg * x0 -",
      "x0 sin x0 cos * x1 cos +",
      "x0 exp",
      "x0 log",
      "x0 tan",
      "x0 asin",
      "x0 acos",
      "x0 atan",
      "x0 sinh",
      "x0 cosh",
      "x0 tanh",
      "x0 asinh",
      "x1 acosh",
      "x0 atanh",
      "x0 x1 atan2",
      "x0 x1 pow",
      "x0 sinc",
      "x0 sinc'",
      "x0 7 pow pi * 0.1 +",
  };
  for (const char* formula : formulas) {
    EXPECT_EQ(allocations_of<double>(formula), 0) << formula;
#if PLUMBLINE_HAS_QUAD
    EXPECT_EQ(allocations_of<quad>(formula), 0) << formula;
#endif
    EXPECT_EQ(allocations_of<mp64>(formula), 0) << formula << " at 64 digits";
  }
}
#endif

}  // namespace
}  // namespace plumbline
