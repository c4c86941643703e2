// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The scalar of so many decimal digits: double up to 16, quad up to 34, MPFR from 35 on. Numbers of 64 digits have a type of
// their own, which needs no heap.
#pragma once

#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/types.hpp>

#include <type_traits>

namespace plumbline {

inline constexpr int most_digits_of_double = 16;
inline constexpr int most_digits_of_quad = 34;
inline constexpr int digits_of_mp64 = 64;

/// Calls f(std::type_identity<T>{}) with the scalar T of this many digits, inside its precision, and returns what f returns.
template <class F>
decltype(auto) with_scalar(int digits, F&& f) {
  if (digits <= most_digits_of_double) {
    return f(std::type_identity<double>{});
  }
#if PLUMBLINE_HAS_QUAD
  if (digits <= most_digits_of_quad) {
    return f(std::type_identity<quad>{});
  }
#endif
  if (digits == digits_of_mp64) {
    return f(std::type_identity<mp64>{});
  }
  const precision_scope scope(digits);
  return f(std::type_identity<mp>{});
}

}  // namespace plumbline
