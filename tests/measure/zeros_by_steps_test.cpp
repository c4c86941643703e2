// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Zeros by shorter steps, and the digits that rounding leaves. Kinds: closed forms (rotations, whose step of any length is exact;
// leapfrog's zero from rest, a root of a quadratic); properties.
#include <plumbline/measure/interpolated_zero.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/measure/zeros_by_steps.hpp>
#include <plumbline/scalar/types.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace plumbline {
namespace {

template <class T>
struct found_zero {
  crossing<T> at;
  vector<T> end;
};

/// The exact step of q'' = −q.
template <class T>
solve_report turn(vector<T>& y, const T& length) {
  using std::cos;
  using std::sin;
  const T c = cos(length);
  const T s = sin(length);
  const T q = c * y[0] + s * y[1];
  y[1] = c * y[1] - s * y[0];
  y[0] = q;
  return {};
}

template <class T>
vector<T> state(const T& q, const T& v) {
  vector<T> y(2);
  y << q, v;
  return y;
}

/// The zeros of the entry `place` in so many steps.
template <class T, class Step>
std::vector<found_zero<T>> zeros_of(zeros_by_steps<T> zeros, vector<T> y, const T& h, int steps,
                                    int place, Step&& step) {
  std::vector<found_zero<T>> found;
  for (int n = 0; n <= steps; ++n) {
    if (n > 0) {
      EXPECT_TRUE(step(y, h).ok());
    }
    const solve_report report = zeros.add(
        y, h, step, [place](const vector<T>& z, const T&) { return z[place]; },
        [&](const crossing<T>& z, const vector<T>& end) {
          found.push_back({z, end});
        });
    EXPECT_TRUE(report.ok()) << n;
  }
  return found;
}

template <class T>
void check_rotation(const T& h) {
  using std::abs;
  const auto found = zeros_of<T>(zeros_by_steps<T>(), state<T>(T(1), T(0)), h, 200, 0, turn<T>);
  ASSERT_GE(found.size(), 5U);
  for (std::size_t k = 0; k < found.size(); ++k) {
    const T time = (as_scalar<T>(found[k].at.cell) + found[k].at.fraction) * abs(h);
    const T exact = pi<T>() * (2 * static_cast<int>(k) + 1) / 2;
    EXPECT_LT(to_double(T(abs(T(time - exact)) / epsilon<T>())), 2000) << k;
    EXPECT_LT(to_double(T(abs(found[k].end[0]) / epsilon<T>())), 2000) << k;
  }
}

TEST(zeros_by_steps, of_an_exact_step_are_exact_at_every_precision_and_both_ways) {
  for (const char* h : {"0.1", "0.37", "-0.1", "1.3"}) {
    check_rotation(decimal<double>(h));
    check_rotation(decimal<mp64>(h));
    const precision_scope scope(200);
    check_rotation(decimal<mp>(h));
  }
}

// Leapfrog from (q, v) = (1, 0) with q'' = −q: q(τ) = (1 − τ²/2) q + τ v is a quadratic in τ at every node.
TEST(zeros_by_steps, of_leapfrog_are_the_roots_of_its_quadratic) {
  const auto leapfrog = [](vector<mp64>& y, const mp64& h) {
    const mp64 half = y[1] - h / 2 * y[0];
    y[0] += h * half;
    y[1] = half - h / 2 * y[0];
    return solve_report{};
  };
  const mp64 h = rational<mp64>(3, 10);
  const auto found =
      zeros_of<mp64>(zeros_by_steps<mp64>(), state<mp64>(mp64(1), mp64(0)), h, 12, 0, leapfrog);
  ASSERT_EQ(found.size(), 1U);
  vector<mp64> y = state<mp64>(mp64(1), mp64(0));
  for (int n = 0; n < found[0].at.cell; ++n) {
    EXPECT_TRUE(leapfrog(y, h).ok());
  }
  // −q τ²/2 + v τ + q = 0, the positive root
  const mp64 root = (y[1] + sqrt(mp64(y[1] * y[1] + y[0] * y[0] * 2))) / y[0];
  EXPECT_LT(abs(mp64(found[0].at.fraction * h - root)), decimal<mp64>("1e-62"));
}

/// The step of the rotation that ends on q = 0 lies 0.2 behind this state.
struct landing {
  int steps = 0;
  mp64 length{0};
  vector<mp64> end;
};
landing land(std::optional<zero_guess<mp64>> guess) {
  landing found;
  const mp64 angle = rational<mp64>(1, 5);
  const vector<mp64> from = state<mp64>(mp64(-sin(angle)), cos(angle));
  const mp64 h = rational<mp64>(1, 2);
  vector<mp64> last = from;
  EXPECT_TRUE(turn(last, h).ok());
  const auto step = [&](vector<mp64>& y, const mp64& length) {
    ++found.steps;
    return turn(y, length);
  };
  const solve_report report = step_to_zero<mp64>(
      step, [](const vector<mp64>& y, const mp64&) { return y[0]; }, from, h, from[0], last[0],
      found.length, found.end, guess);
  EXPECT_TRUE(report.ok());
  return found;
}
void expect_landed(const landing& found) {
  EXPECT_LT(abs(mp64(found.length - rational<mp64>(1, 5))), decimal<mp64>("3e-64"));
  EXPECT_LT(abs(found.end[0]), decimal<mp64>("3e-64"));
  EXPECT_LT(abs(mp64(found.end[1] - mp64(1))), decimal<mp64>("3e-64"));
}

TEST(zeros_by_steps, from_a_guess_in_double_take_three_steps) {
  const landing plain = land(std::nullopt);
  expect_landed(plain);
  // a slope with ten digits
  const zero_guess<mp64> guess{mp64(0.2), mp64(1 + 1e-10)};
  const landing guessed = land(guess);
  expect_landed(guessed);
  EXPECT_LE(guessed.steps, 3);
  EXPECT_GE(plain.steps, 6);
}

// The first step is nearer to the zero than the slope is true: the correction of the second is no better than the slope.
TEST(zeros_by_steps, from_a_guess_whose_length_is_better_than_its_slope_have_all_digits) {
  for (const char* beside : {"1e-18", "1e-30", "1e-45", "1e-57", "1e-62"}) {
    for (const double slope : {1.1, 1 + 1e-4, 1 - 1e-10}) {
      const mp64 length = rational<mp64>(1, 5) + decimal<mp64>(beside);
      expect_landed(land(zero_guess<mp64>{length, mp64(slope)}));
    }
  }
}

// sin(t − 3/10) behind t = 0 with nodes at multiples of h: the error falls with h^6 where there are six nodes.
TEST(zeros_by_steps, are_guessed_from_the_last_nodes) {
  double before = 0;
  for (const double h : {0.2, 0.1}) {
    interpolated_zero<double> nodes;
    const auto last = static_cast<int>(std::ceil(0.3 / h));
    nodes.add(0, 1);  // forgotten behind a value that is not finite
    nodes.add(0, std::numeric_limits<double>::quiet_NaN());
    for (int n = last - 12; n <= last; ++n) {
      nodes.add(n * h, std::sin(n * h - 0.3));
    }
    const auto guess = nodes.in_last_step(h);
    ASSERT_TRUE(guess);
    const double error = std::abs(guess->length - (0.3 - (last - 1) * h));
    EXPECT_LT(error, 2e-5);
    EXPECT_NEAR(guess->slope, 1, 1e-3);
    EXPECT_NEAR(guess->curvature, 0, 0.05);
    if (before > 0) {
      EXPECT_GT(before / error, 30);
    }
    before = error;
  }
}

TEST(zeros_by_steps, are_guessed_by_one_secant_from_two_nodes_and_not_from_one) {
  interpolated_zero<mp64> nodes;
  EXPECT_FALSE(nodes.in_last_step(mp64(1)));
  nodes.add(mp64(2), mp64(-1));
  EXPECT_FALSE(nodes.in_last_step(mp64(1)));
  nodes.add(mp64(3), mp64(3));
  const auto guess = nodes.in_last_step(mp64(1));
  ASSERT_TRUE(guess);
  EXPECT_NEAR(to_double(guess->length), 0.25, 1e-15);
  EXPECT_NEAR(to_double(guess->slope), 4, 1e-15);
}

// e^y − 2 where a step adds its length to y: slope and curvature are 2 at the zero.
TEST(zeros_by_steps, improve_the_slope_of_a_guess_by_its_curvature) {
  std::optional<zero_guess<double>> guess = zero_guess<double>{std::log(2.) + 1e-6, 2, 2};
  double length = 0;
  vector<double> end;
  vector<double> from(1);
  from << 0.;
  const auto step = [](vector<double>& y, double by) {
    y[0] += by;
    return solve_report{};
  };
  const auto value = [](const vector<double>& y, double) { return std::exp(y[0]) - 2; };
  ASSERT_TRUE(
      step_to_zero<double>(step, value, from, 1., -1., std::exp(1.) - 2, length, end, guess).ok());
  ASSERT_TRUE(guess);
  EXPECT_NEAR(length, std::log(2.), 1e-15);
  EXPECT_NEAR(guess->slope, 2, 1e-8);  // 1e-6 without the curvature, of the only secant
  interpolated_zero<double> nodes;
  for (int n = -6; n <= 1; ++n) {
    nodes.add(std::log(2.) + 0.1 * n - 0.03, std::exp(std::log(2.) + 0.1 * n - 0.03) - 2);
  }
  const auto interpolated = nodes.in_last_step(0.1);
  ASSERT_TRUE(interpolated);
  EXPECT_NEAR(interpolated->slope, 2, 1e-4);
  EXPECT_NEAR(interpolated->curvature, 2, 1e-2);
}

TEST(zeros_by_steps, from_a_guess_that_leads_astray_are_those_without_it) {
  for (const double length : {-1., 0., 1e-30, 0.45, 0.7}) {
    for (const double slope : {-1., 0., 1e-30, 1e30, 1.}) {
      const zero_guess<mp64> guess{mp64(length), mp64(slope)};
      expect_landed(land(guess));
    }
  }
}

TEST(zeros_by_steps, a_start_on_zero_is_the_first_and_the_first_cell_is_left_out) {
  const auto from_zero =
      zeros_of<double>(zeros_by_steps<double>(), state(0.0, 1.0), 0.1, 40, 0, turn<double>);
  ASSERT_EQ(from_zero.size(), 2U);
  EXPECT_EQ(from_zero[0].at.cell, 0);
  EXPECT_EQ(from_zero[0].at.fraction, 0);
  EXPECT_EQ(from_zero[1].at.cell, 31);
  const auto early =
      zeros_of<double>(zeros_by_steps<double>(), state(0.05, -1.0), 0.1, 40, 0, turn<double>);
  ASSERT_EQ(early.size(), 1U);
  EXPECT_EQ(early[0].at.cell, 31);
}

// At a node that is zero to its rounding no step is made that would be rounding errors alone.
TEST(zeros_by_steps, a_zero_at_a_node_counts_once_and_is_the_node) {
  const mp64 h = pi<mp64>() / 8;
  const auto found =
      zeros_of<mp64>(zeros_by_steps<mp64>(), state<mp64>(mp64(1), mp64(0)), h, 30, 0, turn<mp64>);
  ASSERT_EQ(found.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    const mp64 place = steps_between({0, mp64(0)}, found[k].at);
    EXPECT_LT(abs(mp64(place - 4 - 8 * static_cast<int>(k))), decimal<mp64>("1e-61")) << k;
  }
  double length = 1;
  vector<double> end;
  std::optional<zero_guess<double>> none;
  int steps = 0;
  const auto step = [&steps](vector<double>&, double) {
    ++steps;
    return solve_report{};
  };
  EXPECT_TRUE(step_to_zero<double>(
                  step, [](const vector<double>& y, double) { return y[0]; }, state(1e-17, 1.0),
                  0.1, 1e-17, -0.3, length, end, none)
                  .ok());
  EXPECT_EQ(length, 0);
  EXPECT_EQ(end[0], 1e-17);
  EXPECT_EQ(steps, 0);
}

TEST(zeros_by_steps, of_an_angle_are_those_of_every_multiple_of_pi_in_the_order_of_the_motion) {
  for (const int direction : {1, -1}) {
    const auto drift = [](vector<mp64>& y, const mp64& h) {
      y[0] += h * y[1];
      return solve_report{};
    };
    // several levels in one step, too
    for (const int rate : {1, 9}) {
      const auto found =
          zeros_of<mp64>(zeros_by_steps<mp64>(level_passages<mp64>(pi<mp64>())),
                         state<mp64>(mp64(0), mp64(direction * rate)), mp64(1), 20, 0, drift);
      ASSERT_GE(found.size(), 5U);
      const int skipped = rate == 9 ? 2 : 0;  // passed in the first step
      for (std::size_t k = 1; k < found.size(); ++k) {
        const mp64 place = steps_between({0, mp64(0)}, found[k].at);
        const mp64 exact = pi<mp64>() * (static_cast<int>(k) + skipped) / rate;
        EXPECT_LT(abs(mp64(place - exact)), decimal<mp64>("1e-61")) << rate << " " << k;
      }
    }
  }
}

TEST(zeros_by_steps, reports_a_shorter_step_that_fails) {
  zeros_by_steps<double> zeros;
  const auto broken = [](vector<double>&, double) {
    return solve_report{solve_outcome::stagnated, 7, 0.5};
  };
  const auto value = [](const vector<double>& y, double) { return y[0]; };
  const auto found = [](const crossing<double>&, const vector<double>&) { FAIL(); };
  EXPECT_TRUE(zeros.add(state(2.0, 0.0), 1.0, broken, value, found).ok());
  EXPECT_TRUE(zeros.add(state(1.0, 0.0), 1.0, broken, value, found).ok());
  const solve_report report = zeros.add(state(-1.0, 0.0), 1.0, broken, value, found);
  EXPECT_EQ(report.outcome, solve_outcome::stagnated);
}

TEST(supported_digits, are_those_whose_unit_is_twice_the_bound) {
  EXPECT_EQ(supported_digits<double>(1.18034, 0.49e-4), 5);
  EXPECT_EQ(supported_digits<double>(1.18034, 0.51e-4), 4);
  EXPECT_EQ(supported_digits<double>(118.034, 0.49e-4), 7);
  EXPECT_EQ(supported_digits<double>(-0.00118034, 0.49e-4), 2);
  EXPECT_EQ(supported_digits<double>(0.00118034, 0.51e-3), 0);
  EXPECT_EQ(supported_digits<double>(1, 2), 0);
  EXPECT_EQ(supported_digits<double>(1, std::nan("")), 0);
  // beside a power of ten the first digit decides, not the logarithm
  const mp64 below = 1 - decimal<mp64>("1e-40");
  EXPECT_EQ(supported_digits<mp64>(below, decimal<mp64>("0.4e-50")), 50);
  EXPECT_EQ(supported_digits<mp64>(mp64(1), decimal<mp64>("0.4e-50")), 51);
  EXPECT_LE(supported_digits<double>(1.18034, 1e-300), 17);
}

TEST(supported_digits, leave_the_truth_within_one_unit_of_the_last) {
  std::uint64_t seed = 1;
  for (int k = 0; k < 2000; ++k) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    const double x = std::ldexp(1.0 + static_cast<double>(seed >> 20U) * 0x1p-44, k % 40 - 20);
    const double bound = x * std::pow(10.0, -1 - k % 9) * (0.1 + (k % 7));
    const int digits = supported_digits(x, bound);
    if (digits > 0) {
      const double printed = std::stod(to_text(x, digits));
      const double unit = std::pow(10.0, std::floor(std::log10(x)) - digits + 1);
      EXPECT_LE(std::abs(printed - x) + bound, unit * 1.000001) << x << " " << bound;
      EXPECT_LE(unit, bound * 20.0001) << x << " " << bound;  // and none is kept back
    }
  }
}

TEST(round_otherwise, changes_every_number_by_a_few_roundings_without_a_trend) {
  vector<double> y(3);
  int up = 0;
  for (int n = 0; n < 1000; ++n) {
    y << 1.5, -0.75, 0;
    round_otherwise(y, n);
    EXPECT_NEAR(std::abs(y[0] / 1.5 - 1) / epsilon<double>(), 4, 1);
    EXPECT_NEAR(std::abs(y[1] / -0.75 - 1) / epsilon<double>(), 4, 1);
    EXPECT_EQ(y[2], 0);
    up += y[0] > 1.5 ? 1 : 0;
    vector<double> again(3);
    again << 1.5, -0.75, 0;
    round_otherwise(again, n);
    EXPECT_EQ(again, y);
  }
  EXPECT_NEAR(up, 500, 80);  // five standard deviations
}

}  // namespace
}  // namespace plumbline
