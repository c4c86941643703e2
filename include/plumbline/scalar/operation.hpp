// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The operations of formulas, with their names.
#pragma once

#include <cstdint>
#include <string_view>

namespace plumbline {

enum class operation : std::uint8_t {
  input,     ///< a: which one
  constant,  ///< a: place in the table of constants
  pi,
  negate,
  add,
  subtract,
  multiply,
  divide,
  sqrt,
  exp,
  log,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  atan2,      ///< atan2(a, b)
  power,      ///< a^b for a > 0
  sinc,       ///< sin a / a, 1 at 0
  sinc_slope  ///< its derivative
};

/// The name as it is written in a formula: "sin"; for + - * / their signs.
std::string_view name_of(operation what);
/// How many operands an operation has: 0, 1 or 2.
int operands_of(operation what);

}  // namespace plumbline
