// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Decimal digits and bits: how many of one are so many of the other, and how many digits a computation has to have beyond those
// that are wanted of its result.
#pragma once

namespace plumbline {

inline constexpr double log2_of_10 = 3.3219280948873623;
inline constexpr double log10_of_2 = 0.30102999566398120;

/// How many digits the numbers of so many bits have, rounded down.
constexpr long digits_held_by(long bits) {
  return static_cast<long>(static_cast<double>(bits) * log10_of_2);
}

/// Digits of the arithmetic beyond those that are wanted of a result. Half of them are for the rounding errors, which 10^10
/// operations or a condition number of 10^10 enlarge to ten digits. The other half tells a computed zero from a small number, and
/// two computations that agree from two that are equal by chance. A computation that may lose more is repeated with more digits
/// until it settles.
inline constexpr int guard_digits = 20;

}  // namespace plumbline
