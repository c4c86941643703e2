// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Equidistant times t_n = t_0 + n h. Never accumulated: a sum of n steps would drift by n roundings.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/exact_step.hpp>
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <cstdint>

namespace plumbline {

/// A whole number in the scalar T; integers beyond int do not convert to every scalar by themselves.
template <class T>
T as_scalar(std::int64_t n) {
  if constexpr (std::floating_point<T>) {
    return static_cast<T>(n);
  }
  constexpr std::int64_t base = 1 << 30;
  return n < base && -base < n
             ? T(static_cast<int>(n))
             : as_scalar<T>(n / base) * T(static_cast<int>(base)) + T(static_cast<int>(n % base));
}

/// The times t_0, t_0 + h, …, t_0 + steps·h; h may be negative.
/// Throws invalid_input when h is zero or not finite, t_0 not finite, or steps is negative; std::invalid_argument for numbers
/// of another precision than the working one.
template <class T>
struct time_grid {
  T start;
  T step;
  std::int64_t steps;

  time_grid(const T& start_, const T& step_, std::int64_t steps_)
      : start(start_), step(step_), steps(steps_) {
    // the arguments, not the copies: a copy takes the working precision and hides where it came from
    require_working_precision(start_, "the start time");
    require_working_precision(step_, "the step");
    if (!is_finite(start)) {
      throw invalid_input("the start time must be finite");
    }
    if (!is_finite(step) || step == T(0)) {
      throw invalid_input("the step must be finite and not zero");
    }
    if (steps < 0) {
      throw invalid_input("the number of steps must not be negative, got " + std::to_string(steps));
    }
  }
  /// A start time or a step that is a double is refused where T has more digits.
  template <class A, class B>
  requires(detail::inexact_for<A, T> || detail::inexact_for<B, T>) time_grid(A, B, std::int64_t) {
    if constexpr (detail::inexact_for<A, T>) {
      detail::refuse_inexact<A>();
    } else {
      detail::refuse_inexact<B>();
    }
  }
  /// t_n, for n from 0 to steps.
  T operator[](std::int64_t n) const {
    if constexpr (mpfr_scalar<T> && std::is_same_v<std::int64_t, long>) {
      // the same bits for a fifth of the instructions
      T t;
      mpfr_mul_si(t.backend().data(), step.backend().data(), n, MPFR_RNDN);
      set_sum(t, start, t);
      return t;
    } else {
      return start + as_scalar<T>(n) * step;
    }
  }
};

}  // namespace plumbline
