// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Whether discs of time narrow towards a limit, for radii R(t) that are given, with the sawtooth that a search by trial adds.
// Kind: property; the limits are those of the formulas.
#include <plumbline/study/narrowing.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace plumbline {
namespace {

struct end {
  bool found = false;
  double t = 0;
  double limit = 0;
  int discs = 0;
};

/// Discs of radius R(t), up to a factor 2^±0.1, each passed by a quarter, until t = until or a limit is found.
end follow(const std::function<double(double)>& radius, double until, unsigned seed,
           int most = 400000) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> saw(-0.1, 0.1);
  narrowing discs;
  end e;
  while (e.t < until && e.discs < most) {
    const double log2_radius = std::log2(radius(e.t)) + saw(random);
    const double duration = std::min(std::exp2(log2_radius - 2), until - e.t);
    e.t += duration;
    ++e.discs;
    discs.pass(duration, 1, log2_radius);
    const double rest = discs.until_limit();
    if (rest < until - e.t) {
      e.found = true;
      e.limit = e.t + rest;
      return e;
    }
  }
  return e;
}

class seeds : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(narrowing, seeds, ::testing::Values(1U, 2U, 3U, 4U, 5U));

// R = (1 − t)^a: more discs for each digit of the limit where a > 1.
TEST_P(seeds, finds_the_limit_of_a_radius_that_falls_faster_than_the_time_that_is_left) {
  for (const double a : {1.5, 2., 3., 5.}) {
    const end e = follow([a](double t) { return std::pow(1 - t, a); }, 2, GetParam());
    EXPECT_TRUE(e.found) << a;
    EXPECT_LE(e.discs, 40000) << a;
    EXPECT_LT(e.t, 1) << a;
    // The sawtooth moves a level's end by a twentieth of the level, a ratio r of two levels by up to a tenth, and what is
    // left, r/(1 − r), by up to 0.1/(1 − r) of itself; here r <= 0.76.
    EXPECT_NEAR(e.limit, 1, (1 - e.t) * 0.1 / (1 - std::exp2(-2 / a))) << a << " at " << e.t;
  }
}

TEST_P(seeds, finds_none_where_the_time_that_is_wanted_comes_before_it) {
  const end e = follow([](double t) { return std::pow(1 - t, 2); }, 0.9999, GetParam());
  EXPECT_FALSE(e.found) << e.t;
  EXPECT_EQ(e.t, 0.9999);
}

// A pole: the same number of discs for every digit, so that the search for a disc ends by itself.
TEST_P(seeds, finds_none_at_a_pole) {
  const end e = follow([](double t) { return std::max(1 - t, 1e-15) / 300; }, 2, GetParam());
  EXPECT_FALSE(e.found) << e.t;
}

// Radii that fall without a limit in time: 1/(1 + t), e^−t.
TEST_P(seeds, finds_none_where_the_radius_falls_for_ever) {
  EXPECT_FALSE(follow([](double t) { return 1 / (1 + t); }, 200, GetParam()).found);
  EXPECT_FALSE(follow([](double t) { return std::exp(-t); }, 1e4, GetParam()).found);
}

// Near a singularity at 1 ± 10^−3 i, and a stiff law that begins and stays; a near collision again and again.
TEST_P(seeds, finds_none_in_a_motion_that_passes) {
  EXPECT_FALSE(follow([](double t) { return std::pow(1 - t, 2) + 1e-6; }, 2, GetParam()).found);
  EXPECT_FALSE(follow([](double t) { return std::max(std::pow(1 - std::min(t, 1.), 2), 1e-4); }, 4,
                      GetParam())
                   .found);
  EXPECT_FALSE(
      follow([](double t) { return 1e-3 + std::abs(std::sin(t)); }, 500, GetParam()).found);
}

TEST(narrowing, knows_nothing_at_first) {
  narrowing discs;
  EXPECT_EQ(discs.until_limit(), HUGE_VAL);
  discs.pass(1, 5000, 0);
  EXPECT_EQ(discs.until_limit(), HUGE_VAL);
}

}  // namespace
}  // namespace plumbline
