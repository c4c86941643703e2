// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The scalar of so many decimal digits: double up to 16, quad up to 34, MPFR from 35 on. Numbers of 64 digits have a type of
// their own, which needs no heap.
#pragma once

#include <plumbline/scalar/errors.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/types.hpp>

#include <string>
#include <type_traits>

namespace plumbline {

namespace detail {
template <class T, class... Others, class F>
decltype(auto) with_first_scalar(type_list<T, Others...> /*unused*/, int digits, F& f) {
  if constexpr (sizeof...(Others) > 0) {
    if (!scalar_traits<T>::serves(digits)) {
      return with_first_scalar(type_list<Others...>{}, digits, f);
    }
  }
  if constexpr (has_run_time_digits<T>) {
    const precision_scope scope(digits);
    return f(std::type_identity<T>{});
  } else {
    return f(std::type_identity<T>{});
  }
}
}  // namespace detail

/// Calls f(std::type_identity<T>{}) with the first scalar T of the list whose sheet says that it serves for this many digits
/// (the last serves for any), inside its precision, and returns what f returns.
/// Throws invalid_input unless digits is from 1 to precision_scope::max_digits.
template <class F>
decltype(auto) with_scalar(int digits, F&& f) {
  if (digits < 1) {
    throw invalid_input("digits must be 1 or more, got " + std::to_string(digits));
  }
  return detail::with_first_scalar(scalars{}, digits, f);
}

}  // namespace plumbline
