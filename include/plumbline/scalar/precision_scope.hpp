// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The working precision of the run-time scalar `mp`, changed only through an RAII scope.
//
// The number of digits is thread-local and is not inherited by new threads: whoever starts a thread
// opens a scope in it.
#pragma once

#include <plumbline/scalar/errors.hpp>
#include <plumbline/scalar/traits.hpp>

#include <cstdio>
#include <string>

namespace plumbline {

/// While it lives, new `mp` numbers of this thread have `digits` decimal digits.
/// Throws invalid_input unless 1 <= digits <= precision_scope::max_digits.
class precision_scope {
 public:
  static constexpr int max_digits = 400000;

  explicit precision_scope(int digits)
      : digits_before_(mp::thread_default_precision()),
        options_before_(mp::thread_default_variable_precision_options()) {
    if (digits < 1 || digits > max_digits) {
      throw invalid_input("precision_scope: digits must be from 1 to " +
                          std::to_string(max_digits) + ", got " + std::to_string(digits));
    }
    ++open_;
    mp::thread_default_precision(static_cast<unsigned>(digits));
    // results take the precision of the scope, whatever the operands had
    mp::thread_default_variable_precision_options(
        boost::multiprecision::variable_precision_options::preserve_target_precision);
  }
  precision_scope(const precision_scope&) = delete;
  precision_scope& operator=(const precision_scope&) = delete;
  ~precision_scope() {
    --open_;
    mp::thread_default_precision(digits_before_);
    mp::thread_default_variable_precision_options(options_before_);
  }

  /// True where a scope of this thread is open; outside of one, `mp` has 20 digits whatever was meant.
  static bool is_open() { return open_ > 0; }

 private:
  inline static thread_local int open_ = 0;
  unsigned digits_before_;
  boost::multiprecision::variable_precision_options options_before_;
};

/// Throws invalid_input when `x` was made in another precision than the current one: a
/// computation in mixed precisions would be silently as bad as its worst number.
template <class T>
void require_working_precision(const T& x, const char* what) {
  if constexpr (has_run_time_digits<T>) {
    if (!precision_scope::is_open()) {
      throw invalid_input(std::string(what) +
                          " is a number of run-time precision outside of a precision_scope: "
                          "open one, precision_scope scope(50), before the first number");
    }
    const auto have = mpfr_get_prec(x.backend().data());
    const auto want = static_cast<mpfr_prec_t>(scalar_traits<mp>::bits());
    if (have != want) {
      throw invalid_input(std::string(what) + " has " + std::to_string(have) +
                          " bits, the working precision is " + std::to_string(want) +
                          " bits; make it inside the same precision_scope");
    }
  }
}

}  // namespace plumbline
