// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers as text, independent of the locale: output that reads back to the same binary value, and
// decimal input that is rounded once.
#pragma once

#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/traits.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace plumbline {

namespace detail {

/// True for [+-]digits[.digits][(e|E)[+-]digits], with at least one digit in the mantissa.
bool is_decimal(std::string_view text);

/// "d1d2d3…" with value 0.d1d2d3… × 10^exponent, written positionally where that is short and in
/// scientific notation elsewhere; trailing zeros are dropped.
std::string layout(bool negative, std::string digits, long exponent);

/// Enough decimal digits of `x` to read it back, or `digits` of them when that is positive.
std::string mpfr_text(mpfr_srcptr x, int digits);
void mpfr_from_text(mpfr_ptr x, std::string_view text);

[[noreturn]] void not_a_decimal(std::string_view text);

/// The shortest text that reads back, of a number that is finite and not 0.
inline void write_shortest(std::string& text, double x) {
  constexpr std::size_t longest = 64;
  char buffer[longest];
  text.assign(buffer, std::to_chars(buffer, buffer + longest, x).ptr);
}

}  // namespace detail

template <class T>
void write_text(std::string& text, const T& x, int digits = 0);

/// The decimal text of x. With digits = 0 (the default) as many digits as are needed to read the same
/// binary value back; otherwise rounded to that many significant digits. "nan", "inf", "-inf" for
/// values that are not finite.
template <class T>
std::string to_text(const T& x, int digits = 0) {
  std::string text;
  write_text(text, x, digits);
  return text;
}

/// The same into a string that is there, whose memory is used again.
template <class T>
void write_text(std::string& text, const T& x, int digits) {
  if constexpr (mpfr_scalar<T>) {
    text = detail::mpfr_text(x.backend().data(), digits);
  } else {
    if constexpr (std::same_as<T, double>) {
      if (digits == 0 && std::isfinite(x) && x != 0) {
        detail::write_shortest(text, x);
        return;
      }
    }
    constexpr int bits_of_double = std::numeric_limits<double>::digits;
    constexpr int most_bits = 1 << 16;  // of a scalar without rounding errors
    const int bits = std::min(scalar_traits<T>::bits(), most_bits);
    mpfr_t y;
    mpfr_init2(y, std::max(bits, bits_of_double));
    detail::mpfr_from_scalar(y, x);
    if (digits == 0 && bits <= bits_of_double && mpfr_regular_p(y) != 0) {
      detail::write_shortest(text, to_double(x));
    } else {
      text = detail::mpfr_text(y, digits);
    }
    mpfr_clear(y);
  }
}

/// The decimal number `text` rounded once to T (users' own scalars: exact integers and one division).
/// Throws std::invalid_argument unless the whole text is one decimal number.
template <class T>
T from_text(std::string_view text) {
  if (!detail::is_decimal(text)) {
    detail::not_a_decimal(text);
  }
  if constexpr (mpfr_scalar<T>) {
    T x;
    detail::mpfr_from_text(x.backend().data(), text);
    return x;
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    mpfr_t y;
    mpfr_init2(y, 113);
    detail::mpfr_from_text(y, text);
    const quad x = detail::quad_from_mpfr(y);
    mpfr_clear(y);
    return x;
#endif
  } else if constexpr (std::floating_point<T>) {
    mpfr_t y;
    mpfr_init2(y, 2200);  // wide enough that rounding twice does not show
    detail::mpfr_from_text(y, text);
    const T x = [&] {
      if constexpr (std::same_as<T, long double>) {
        return mpfr_get_ld(y, MPFR_RNDN);
      } else if constexpr (std::same_as<T, float>) {
        return mpfr_get_flt(y, MPFR_RNDN);
      } else {
        return mpfr_get_d(y, MPFR_RNDN);
      }
    }();
    mpfr_clear(y);
    return x;
  } else {
    T mantissa(0);
    int exponent = 0;
    bool negative = false;
    bool fraction = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '-') {
        negative = true;
      } else if (c == '.') {
        fraction = true;
      } else if (c >= '0' && c <= '9') {
        mantissa = mantissa * 10 + T(c - '0');
        exponent -= fraction ? 1 : 0;
      } else if (c == 'e' || c == 'E') {
        exponent += std::stoi(std::string(text.substr(i + 1)));
        break;
      }
    }
    T power(1);
    for (int k = 0; k < (exponent < 0 ? -exponent : exponent); ++k) {
      power = power * 10;
    }
    const T value = exponent < 0 ? T(mantissa / power) : T(mantissa * power);
    return negative ? T(-value) : value;
  }
}

}  // namespace plumbline
