// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The values of a quantity of which several formulas ask for a line each: splitting(omega) and splitting(decay) are one measurement.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/study/named_value.hpp>

#include <exception>
#include <mutex>
#include <optional>
#include <vector>

namespace plumbline::detail {

/// Threads may share it.
class shared_values {
 public:
  /// What compute() gives, or throws, when it is called first; an interruption is none.
  template <class Compute>
  const std::vector<named_value>& get(Compute&& compute) {
    const std::lock_guard lock(mutex_);
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    if (!values_) {
      try {
        values_ = compute();
      } catch (const interrupted&) {
        throw;
      } catch (...) {
        failure_ = std::current_exception();
        throw;
      }
    }
    return *values_;
  }

 private:
  std::mutex mutex_;
  std::optional<std::vector<named_value>> values_;
  std::exception_ptr failure_;
};

}  // namespace plumbline::detail
