// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Pieces of work that belong together (cli/cluster.hpp) in one process: the pieces of a group follow one another, groups
// run beside one another, and after a failure nothing new begins. Kind: property.
#include "cli/cluster.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace plumbline::cli {
namespace {

constexpr std::size_t groups = 5;

cluster::manner by_remainder() {
  return {1, [](std::size_t i) { return i % groups; }};
}

TEST(deal_out, the_pieces_of_a_group_follow_one_another) {
  std::vector<std::size_t> pieces(200);
  std::iota(pieces.begin(), pieces.end(), std::size_t{7});
  for (const int jobs : {1, 2, 8}) {
    std::vector<std::atomic<int>> at_work(groups);
    std::map<std::size_t, std::vector<std::size_t>> stored;  // by group, in the order of the calls
    ASSERT_TRUE(deal_out(
        pieces, jobs,
        [&](std::size_t i) {
          EXPECT_EQ(++at_work[i % groups], 1) << "two pieces of one group at a time";
          std::this_thread::sleep_for(std::chrono::microseconds(i % 3 * 100));
          --at_work[i % groups];
          return i * i;
        },
        [&](std::size_t i, std::size_t square) {
          EXPECT_EQ(square, i * i);
          stored[i % groups].push_back(i);
        },
        by_remainder()));
    std::size_t all = 0;
    for (const auto& [group, order] : stored) {
      EXPECT_TRUE(std::is_sorted(order.begin(), order.end())) << group << ", " << jobs << " jobs";
      all += order.size();
    }
    EXPECT_EQ(all, pieces.size());
  }
}

TEST(deal_out, groups_run_beside_one_another) {
  std::atomic<int> waiting = 0;
  const auto meet = [&](std::size_t i) {
    ++waiting;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (waiting < 2 && std::chrono::steady_clock::now() < limit) {
      std::this_thread::yield();
    }
    return i;
  };
  EXPECT_TRUE(deal_out(
      std::vector<std::size_t>{0, 1}, 2, meet, [](std::size_t, std::size_t) {}, by_remainder()));
  EXPECT_EQ(waiting, 2);
}

TEST(deal_out, nothing_new_begins_after_a_failure) {
  std::vector<std::size_t> pieces(1000);
  std::iota(pieces.begin(), pieces.end(), std::size_t{0});
  std::atomic<int> begun = 0;
  const auto compute = [&](std::size_t i) {
    ++begun;
    if (i == 3) {
      throw std::runtime_error("the third fails");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return i;
  };
  for (const int jobs : {1, 5}) {
    begun = 0;
    EXPECT_THROW(deal_out(
                     pieces, jobs, compute, [](std::size_t, std::size_t) {}, by_remainder()),
                 std::runtime_error);
    EXPECT_LT(begun, 700) << jobs << " jobs";
  }
}

}  // namespace
}  // namespace plumbline::cli
