// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Exact input: the only ways to write a number that is not an integer.
//
//   decimal<T>("0.1")      one tenth, rounded once to T (a literal 0.1 would carry a double's digits)
//   rational<T>(7, 24)     seven twenty-fourths
#pragma once

#include <plumbline/scalar/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/traits.hpp>

#include <string_view>

namespace plumbline {

/// The decimal number `text` ("-12.5e-3") rounded to T. Throws std::invalid_argument if it is not one.
template <class T>
T decimal(std::string_view text) {
  return from_text<T>(text);
}

/// numerator / denominator, one rounding. Throws invalid_input for denominator 0.
template <class T>
T rational(int numerator, int denominator) {
  if (denominator == 0) {
    throw invalid_input("rational: the denominator is zero");
  }
  return T(numerator) / T(denominator);
}

}  // namespace plumbline
