// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Single events that several formulas ask of one run, zero(4) and zero(1000): what is asked for before the first value is taken
// is found in one run.
#pragma once

#include <plumbline/study/quantity.hpp>

#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace plumbline::detail {

/// Threads may share it.
class shared_events {
 public:
  void ask(const event_number& number) {
    const std::lock_guard lock(mutex_);
    asked_.insert(number);
  }

  /// The text of the value of an event that was asked for. Throws what ended the run before it, and interrupted.
  std::string value(const event_number& number, const measurement& m, run_host& host) {
    const std::lock_guard lock(mutex_);
    if (!known_.contains(number) && !failures_.contains(number)) {
      find_all(m, host);
    }
    if (const auto failed = failures_.find(number); failed != failures_.end()) {
      std::rethrow_exception(failed->second);
    }
    return known_.at(number);
  }

 private:
  void find_all(const measurement& m, run_host& host) {
    const std::vector<event_number> numbers(asked_.begin(), asked_.end());
    const values_of_events found = m.wanted->single(m, host, numbers);
    if (found.failure) {
      require_no_interruption(found.failure);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (i < found.known.size()) {
        known_[numbers[i]] = found.known[i].re;
      } else {
        failures_[numbers[i]] = found.failure;
      }
    }
    asked_.clear();
  }

  static void require_no_interruption(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const interrupted&) {
      throw;
    } catch (...) {  // it is that of the values that are missing
    }
  }

  std::mutex mutex_;
  std::set<event_number> asked_;
  std::map<event_number, std::string> known_;
  std::map<event_number, std::exception_ptr> failures_;
};

}  // namespace plumbline::detail
