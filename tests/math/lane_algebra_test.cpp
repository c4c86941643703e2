// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Linear algebra in lanes (lib/math/lane_algebra.hpp), on its own: an ensemble takes a trajectory's steps alone where its lane
// does not converge, so wrong lanes would show in its speed only. Kind: consistency (each lane has the bits that one system
// has alone, which linear_solver_test.cpp holds to the textbook), and matrices that are refused.
#include "../../lib/math/lane_algebra.hpp"

#include <plumbline/math/linear_solver.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace plumbline {
namespace {

constexpr std::size_t width = 40;

using generator = std::mt19937_64;

/// Arrays of random numbers.
struct numbers {
  numbers(lanes::storage& s, std::size_t count, generator& g) {
    std::uniform_real_distribution<double> u(-1, 1);
    for (std::size_t i = 0; i < count; ++i) {
      arrays.push_back(s.numbers());
      for (std::size_t k = 0; k < width; ++k) {
        arrays.back()[k] = u(g);
      }
    }
  }
  std::vector<const double*> view() const { return {arrays.begin(), arrays.end()}; }
  std::vector<double*> arrays;
};

TEST(lane_algebra, solves_with_the_bits_of_one_system_alone) {
  generator g(1);
  for (int n = 1; n <= 9; ++n) {
    lanes::storage s(width);
    const auto size = static_cast<std::size_t>(n);
    numbers a(s, size * size, g);
    const numbers b(s, size, g);
    const numbers x(s, size, g);
    const auto entry = [&](std::size_t k, int i, int j) -> double& {
      return a.arrays[static_cast<std::size_t>(j * n + i)][k];
    };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        entry(3, i, j) = (i + 1) % n == j ? 2 : 0;  // a permutation
        entry(5, i, j) = i == j ? 1 : 0;
        entry(7, i, j) = i == j ? 1 : 0;
        entry(9, i, j) = i == j ? 1 : 0;
      }
    }
    if (n > 1) {  // a pivot that is lost in its column, just so, and one that is not
      entry(5, 0, n - 1) = -1;
      entry(5, n - 1, n - 1) = 0x1p-52;
      entry(7, 0, n - 1) = -1;
      entry(7, n - 1, n - 1) = 0x1p-51;
    }
    entry(9, n - 1, 0) = std::numeric_limits<double>::infinity();
    entry(11, n / 2, n - 1) = std::numeric_limits<double>::quiet_NaN();
    lanes::factors f(s, a.view());
    f.compute();
    f.solve(b.view(), x.arrays);
    for (std::size_t k = 0; k < width; ++k) {
      matrix<double> m(n, n);
      vector<double> right(n);
      for (int i = 0; i < n; ++i) {
        right[i] = b.arrays[static_cast<std::size_t>(i)][k];
        for (int j = 0; j < n; ++j) {
          m(i, j) = entry(k, i, j);
        }
      }
      lu_factors<double> alone;
      const bool regular = alone.compute(m) && k != 9 && k != 11;
      ASSERT_EQ(f.ok()[k] != 0, regular) << "lane " << k << ", size " << n;
      EXPECT_EQ(regular, k != 9 && k != 11 && (k != 5 || n == 1)) << "lane " << k << ", size " << n;
      if (regular) {
        const vector<double> expected = alone.solve(right);
        for (int i = 0; i < n; ++i) {
          ASSERT_EQ(x.arrays[static_cast<std::size_t>(i)][k], expected[i])
              << "lane " << k << ", unknown " << i << " of " << n;
        }
      }
    }
  }
}

TEST(lane_algebra, adds_up_products_in_their_order) {
  generator g(2);
  for (const std::size_t count : {0U, 1U, 2U, 5U}) {
    for (const bool same : {false, true}) {
      for (const bool from_zero : {false, true}) {
        lanes::storage s(width);
        const numbers weights(s, count, g);
        const numbers x(s, count, g);
        const numbers r(s, 2, g);
        std::int64_t* const mask = s.masks();
        for (std::size_t k = 0; k < width; ++k) {
          mask[k] = g() % 2 == 0 ? 0 : -1;
        }
        const std::vector<double> before(r.arrays[1], r.arrays[1] + width);
        const auto describe = [&](double* to) {
          lanes::sums sum;
          sum.begin(to,
                    from_zero ? lanes::sums::beginning::zero : lanes::sums::beginning::first_term);
          for (std::size_t i = 0; i < count; ++i) {
            i == 2 ? sum.add(x.arrays[i]) : sum.add(weights.arrays[i], x.arrays[i]);
          }
          return sum;
        };
        describe(r.arrays[0]).run(width, same);
        describe(r.arrays[1]).run(width, same, mask);
        for (std::size_t k = 0; k < width; ++k) {
          double expected = 0;
          for (std::size_t i = 0; i < count; ++i) {
            const double product = weights.arrays[i][same ? 0 : k] * x.arrays[i][k];
            expected += i == 2 ? x.arrays[i][k] : product;
          }
          ASSERT_EQ(r.arrays[0][k], expected) << "lane " << k << ", " << count << " terms";
          ASSERT_EQ(r.arrays[1][k], mask[k] != 0 ? expected : before[k]) << "lane " << k;
        }
      }
    }
  }
}

TEST(lane_algebra, chooses_compares_and_subtracts_lane_by_lane) {
  generator g(3);
  lanes::storage s(width);
  numbers x(s, 5, g);
  const numbers r(s, 4, g);
  x.arrays[1][4] = std::numeric_limits<double>::infinity();
  x.arrays[0][9] = std::numeric_limits<double>::quiet_NaN();
  x.arrays[2][8] = -7;
  std::int64_t* const mask = s.masks();
  std::int64_t* const finite = s.masks();
  for (std::size_t k = 0; k < width; ++k) {
    mask[k] = k % 3 == 0 ? -1 : 0;
    finite[k] = k == 2 ? 0 : -1;
  }
  lanes::largest(r.arrays[0], x.view(), width);
  lanes::choose(r.arrays[1], mask, x.arrays[3], x.arrays[4], width);
  lanes::subtract(r.arrays[2], x.arrays[3], x.arrays[4], width);
  const std::vector<double> before(r.arrays[3], r.arrays[3] + width);
  lanes::add_where(mask, {r.arrays[3]}, {x.arrays[4]}, width);
  lanes::keep_finite(finite, x.view(), width);
  for (std::size_t k = 0; k < width; ++k) {
    double largest = 0;
    bool all_finite = true;
    for (const double* each : x.view()) {
      largest = std::max(largest, std::abs(each[k]));
      all_finite = all_finite && std::isfinite(each[k]);
    }
    EXPECT_TRUE(all_finite ? r.arrays[0][k] == largest : std::isnan(r.arrays[0][k])) << k;
    EXPECT_EQ(finite[k] != 0, all_finite && k != 2) << k;
    EXPECT_EQ(r.arrays[1][k], x.arrays[k % 3 == 0 ? 3 : 4][k]) << k;
    EXPECT_EQ(r.arrays[2][k], x.arrays[3][k] - x.arrays[4][k]) << k;
    EXPECT_EQ(r.arrays[3][k], k % 3 == 0 ? before[k] + x.arrays[4][k] : before[k]) << k;
  }
}

}  // namespace
}  // namespace plumbline
