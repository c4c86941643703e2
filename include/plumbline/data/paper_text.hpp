// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers as a report shows them: exact, no trip through double.
#pragma once

#include <plumbline/scalar/printed_number.hpp>

#include <string>
#include <string_view>

namespace plumbline::papers {

/// The number rounded (half away from zero) to `decimals` places.
inline std::string rounded_text(const exact_number& value, int decimals) {
  std::string digits = rounded_integer(value * power_of_ten(decimals));
  const bool is_zero = digits == "0";
  if (static_cast<int>(digits.size()) <= decimals) {
    digits.insert(0, static_cast<std::size_t>(decimals) + 1 - digits.size(), '0');
  }
  if (decimals > 0) {
    digits.insert(digits.size() - static_cast<std::size_t>(decimals), ".");
  }
  return value.sign() < 0 && !is_zero ? "-" + digits : digits;
}

/// The decimal number with `decimals` places. Text that is not a number is returned as it is.
inline std::string fixed_decimals(std::string_view text, int decimals) {
  const auto number = printed_number::read(text);
  return number ? rounded_text(number->value, decimals) : std::string(text);
}

/// The decimal number as d.ddde±x with `decimals` places in the mantissa.
inline std::string scientific_decimals(std::string_view text, int decimals) {
  const auto number = printed_number::read(text);
  if (!number || number->value.sign() == 0) {
    return std::string(text);
  }
  long exponent = decimal_exponent(number->value);
  std::string mantissa = rounded_text(number->value * power_of_ten(-exponent), decimals);
  if (mantissa.find("10") == (mantissa[0] == '-' ? 1U : 0U)) {  // 9.996 became 10.00
    ++exponent;
    mantissa = rounded_text(number->value * power_of_ten(-exponent), decimals);
  }
  return mantissa + "e" + std::to_string(exponent);
}

/// Rounded to `decimals` places, or as a power of ten where that would be long.
inline std::string short_text(const exact_number& value, int decimals) {
  const std::string text = rounded_text(value, decimals);
  constexpr std::size_t longest = 12;
  return text.size() <= longest ? text : scientific_decimals(text, 2);
}

/// All digits of a number whose decimals end; a power of ten where it is far from 1.
inline std::string exact_text(const exact_number& value) {
  int decimals = 0;
  while (!(value * power_of_ten(decimals)).is_integer()) {
    ++decimals;
  }
  const std::string text = rounded_text(value, decimals);
  if (value.sign() == 0 || (!(abs(value) < power_of_ten(-3)) && abs(value) < power_of_ten(6))) {
    return text;
  }
  // the digits without the zeros at both ends
  const std::size_t first = text.find_first_of("123456789");
  const std::size_t last = text.find_last_of("123456789");
  int digits = 0;
  for (std::size_t i = first; i <= last; ++i) {
    digits += text[i] == '.' ? 0 : 1;
  }
  return scientific_decimals(text, digits - 1);
}

}  // namespace plumbline::papers
