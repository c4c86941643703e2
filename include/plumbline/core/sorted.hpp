// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers in order. std::sort moves a number to where another one was moved from, which Boost's numbers of run-time precision
// forbid by an assertion where targets keep their precision. So indices are sorted, and numbers copied.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace plumbline {

/// The entries in the order of `less`; equal ones stay in theirs.
template <class T, class Less = std::less<>>
std::vector<T> sorted(const std::vector<T>& list, Less less = {}) {
  std::vector<std::size_t> order(list.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return less(list[a], list[b]); });
  std::vector<T> result;
  result.reserve(list.size());
  for (const std::size_t i : order) {
    result.push_back(list[i]);
  }
  return result;
}

/// The number of different entries.
template <class T>
std::size_t count_different(const std::vector<T>& list) {
  const std::vector<T> all = sorted(list);
  std::size_t count = all.empty() ? 0 : 1;
  for (std::size_t i = 1; i < all.size(); ++i) {
    count += all[i] == all[i - 1] ? 0 : 1;
  }
  return count;
}

}  // namespace plumbline
