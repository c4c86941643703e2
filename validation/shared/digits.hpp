// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// --digits D and the scalar that it chooses: double up to 16, quad up to 34, MPFR from 35 on, of which 64 is
// the static type.
#pragma once

#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/types.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace plumbline::cli {

inline constexpr int default_digits = 64;
inline constexpr int most_digits = 100000;
inline constexpr int most_digits_of_double = 16;
inline constexpr int most_digits_of_quad = 34;

/// A whole number of an option. Throws invalid_input unless `text` is one from `least` to `most`.
long long parse_count(const std::string& option, const std::string& text, long long least,
                      long long most);

/// The number of digits. Throws invalid_input unless it is a whole number from 1 to most_digits.
int parse_digits(const std::string& text);

/// Calls f(std::type_identity<T>{}) with the scalar T of this many digits, inside its precision.
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
  if (digits == default_digits) {
    return f(std::type_identity<mp64>{});
  }
  const precision_scope scope(digits);
  return f(std::type_identity<mp>{});
}

}  // namespace plumbline::cli
