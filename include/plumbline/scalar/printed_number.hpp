// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers as they are printed: what a text claims by its digits, how many of them are true, and a number written with as
// many digits as are known.
//
// A printed number claims to be right to one unit of its last printed place. Its first k digits are true when it is right
// to one unit of the k-th place; so all digits are true exactly when the claim holds. A number that was cut off and one
// that was rounded are both right.
#pragma once

#include <plumbline/scalar/exact_number.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// All numbers within `radius` of `middle`.
struct ball {
  exact_number middle;
  exact_number radius;
};

struct printed_number {
  exact_number value;
  long digits =
      0;  ///< significant digits as written, zeros at the end included; of a zero, all after its first
  long last_place = 0;  ///< the last digit counts 10^last_place

  /// Nothing unless the whole text is a decimal number; Fortran's exponents 1.5D-3 are read too.
  static std::optional<printed_number> read(std::string_view given);
  /// What one unit of the last digit is worth.
  exact_number unit() const;
  /// The place of the first digit.
  long first_place() const { return last_place + digits - 1; }
  /// The same number with zeros added until it has this many digits.
  printed_number extended(long wanted_digits) const;
};

exact_number power_of_ten(long exponent);

/// |x| rounded to a whole number, halves up.
std::string rounded_integer(const exact_number& x);

/// How many leading digits are true; from 0 to digits.
long true_digits(const printed_number& printed, const exact_number& truth);

/// True where the text is how one of the usual binary numbers is printed, rounded to the digits of the text, and this number is
/// at most `units` units of its last bit off the truth. Usual are 24, 53, 64 and 113 bits, and those of multiple precision
/// whose texts have `longest` digits.
bool shows_binary_number(const printed_number& printed, const exact_number& truth, long longest,
                         int units);

/// x rounded to this many significant digits, halves away from zero, zeros at the end kept; "0" for zero.
std::string decimal_text(const exact_number& x, long digits);

/// floor(log10 |x|). x is not zero.
long decimal_exponent(const exact_number& x);

/// The largest number of digits, at most `most`, at which the middle rounded has an error below 0.51 units of the last
/// place for every number of the ball. 0 where not even the first digit is known.
long known_digits(const ball& x, long most);

/// The middle with known_digits(x, most) digits; "0" where the ball contains zero.
std::string known_text(const ball& x, long most);

}  // namespace plumbline
