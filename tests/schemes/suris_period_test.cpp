// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact periods of the maps of Suris and their separatrix. Kind: oracle (rotation numbers of the maps themselves,
// reference/oracles/pd/explanations.py), the printed forms of the thresholds, the map's own motion on both sides of
// them, invariance along the orbit, limits.
#include "support/oracle_csv.hpp"
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/schemes/suris_period.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using testing::at_every_precision;

constexpr std::array both{suris_map::first, suris_map::second};

phase_point<mp64> start(const mp64& p) {
  return {vector<mp64>::Zero(1), vector<mp64>::Constant(1, p)};
}

TEST(suris_period, is_the_inverse_of_the_rotation_number_of_the_map) {
  const auto rows = testing::read_oracle("pd/suris_periods.csv", 12);
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    for (const auto& row : rows) {
      const auto map = row.at("map") == "1" ? suris_map::first : suris_map::second;
      const auto period =
          suris_period(map, T(1), T(1), T(0), decimal<T>(row.at("p0")), decimal<T>(row.at("h")));
      ASSERT_TRUE(period.has_value());
      // the oracle's own digits, and a few units of the arithmetic times what 1 − κ² has lost
      const T expected = decimal<T>(row.at("period"));
      const double error = std::abs(to_double(T((*period - expected) / expected)));
      const double floor = std::pow(10.0, 1 - std::stoi(row.at("digits")));
      EXPECT_LT(error, floor + 200 * to_double(epsilon<T>()))
          << digits << " digits, map " << row.at("map") << ", p0 = " << row.at("p0");
    }
  });
}

TEST(suris_period, is_one_for_all_points_of_an_orbit) {
  const mp64 mass = rational<mp64>(3, 2);
  const mp64 k = rational<mp64>(36, 25);
  const mp64 h = rational<mp64>(2, 5);
  for (const suris_map map : both) {
    for (const char* p0 : {"0.3", "-2.5", "3.4", "5", "-7"}) {
      suris_stepper<mp64> stepper(map, mass, k);
      phase_point<mp64> z = start(decimal<mp64>(p0));
      const mp64 period = *suris_period(map, mass, k, z.q[0], z.p[0], h);
      for (int n = 0; n < 20; ++n) {
        ASSERT_TRUE(stepper.step(z, h).ok());
        const mp64 again = *suris_period(map, mass, k, z.q[0], z.p[0], h);
        EXPECT_LT(std::abs(to_double(mp64(again / period - 1))), 1e-60) << p0 << " step " << n;
      }
    }
  }
}

// T(h) = T + O(h²), with the unit of time 1/ω and the momentum's mω
TEST(suris_period, tends_to_that_of_the_pendulum_for_small_steps) {
  const mp64 mass = rational<mp64>(3, 2);
  const mp64 omega = rational<mp64>(6, 5);
  for (const suris_map map : both) {
    for (const char* p0 : {"1.3", "5"}) {
      const mp64 exact = *pendulum_solution<mp64>(mass, omega, mp64(0), decimal<mp64>(p0)).period();
      const auto error = [&](const char* h) {
        return to_double(mp64(*suris_period(map, mass, mp64(omega * omega), mp64(0),
                                            decimal<mp64>(p0), decimal<mp64>(h)) -
                              exact));
      };
      EXPECT_NEAR(error("1e-4") / error("1e-5"), 100, 1e-3) << p0;
      EXPECT_LT(std::abs(error("1e-20")), 1e-38) << p0;
    }
  }
}

// PD: cos εp* = 1 − 4ε²/(2 + ε²), cos(εp*/2) = 1 − 2ε²/(4 + ε²); the momenta for ε = 0.5 are known
TEST(suris_separatrix, has_the_energy_of_the_upper_equilibrium) {
  const mp64 h = rational<mp64>(1, 2);
  const mp64 p1 = suris_separatrix(suris_map::first, mp64(1), mp64(1), h);
  const mp64 p2 = suris_separatrix(suris_map::second, mp64(1), mp64(1), h);
  EXPECT_LT(std::abs(to_double(mp64(cos(mp64(h * p1)) - (mp64(1) - h * h * 4 / (h * h + 2))))),
            1e-62);
  EXPECT_LT(std::abs(to_double(mp64(cos(mp64(h * p2 / 2)) - (mp64(1) - h * h * 2 / (h * h + 4))))),
            1e-62);
  EXPECT_LT(std::abs(to_double(mp64(p1 - decimal<mp64>("1.96353071315725")))), 5e-15);
  EXPECT_LT(std::abs(to_double(mp64(p2 - decimal<mp64>("1.95982930501491")))), 5e-15);
  const mp64 mass = rational<mp64>(3, 2);
  const mp64 k = rational<mp64>(36, 25);
  for (const suris_map map : both) {
    const mp64 p = suris_separatrix(map, mass, k, h);
    EXPECT_LT(std::abs(to_double(mp64(suris_integral(map, mass, k, mp64(0), p, h) - mass * k))),
              1e-61);
  }
}

TEST(suris_separatrix, divides_oscillation_from_rotation_in_the_running_map) {
  for (const suris_map map : both) {
    for (const char* step : {"0.02", "0.5", "1.2"}) {
      const mp64 h = decimal<mp64>(step);
      for (const char* aside : {"-1e-30", "1e-30"}) {
        suris_stepper<mp64> stepper(map, mp64(1), mp64(1));
        phase_point<mp64> z =
            start(mp64(suris_separatrix(map, mp64(1), mp64(1), h) + decimal<mp64>(aside)));
        while (mp64(0) < z.p[0] && z.q[0] < mp64(4)) {
          ASSERT_TRUE(stepper.step(z, h).ok());
        }
        EXPECT_EQ(mp64(4) <= z.q[0], aside[0] != '-') << step;
      }
    }
  }
}

TEST(suris_period, refuses_what_has_none) {
  EXPECT_THROW((void)suris_period(suris_map::first, 1., 1., 0., 0., 0.5), domain_error);
  EXPECT_THROW((void)suris_period(suris_map::second, 1., 1., 0., 3.4, 1.9), domain_error);
  EXPECT_THROW((void)suris_period(suris_map::first, 1., 1., 0., 7., 0.5), domain_error);
  EXPECT_THROW((void)suris_separatrix(suris_map::first, 1., 1., 1.5), domain_error);
  EXPECT_THROW((void)suris_separatrix(suris_map::second, 1., 1., 0.), domain_error);
}

}  // namespace
}  // namespace plumbline
