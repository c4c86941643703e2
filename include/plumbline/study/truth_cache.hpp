// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Truths that several measurements of errors share.
#pragma once

#include <plumbline/scalar/types.hpp>
#include <plumbline/study/quantity.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace plumbline {

template <class T>
class truth;

/// The truth in one of the scalars; none before it is computed.
// NOLINTBEGIN(bugprone-macro-parentheses)
using any_truth = std::variant<std::monostate
#define PLUMBLINE_SCALAR(T) , std::shared_ptr<const truth<T>>
#include <plumbline/scalar/for_each_scalar.def>
                               >;
// NOLINTEND(bugprone-macro-parentheses)

/// Truths of problems without an exact solution. Measurements of one system that differ only in scheme and step share one
/// reference trajectory; it is computed when the first of them needs it. The trajectory depends on all measurements that are
/// announced, never on the order of the work. For many threads.
class truth_cache {
 public:
  /// Every measurement is announced before the first one is computed.
  void announce(const measurement& m);

  struct group {
    std::mutex guard;
    std::unique_ptr<const problem> p;
    std::vector<std::int64_t> counts;
    std::int64_t users = 0;  ///< measurements that still need it
    any_truth found;
    std::string failure;
  };
  /// Throws std::out_of_range for a measurement that was not announced.
  group& of(const measurement& m);

 private:
  std::map<std::string, std::unique_ptr<group>> groups_;
};

}  // namespace plumbline
