// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sums with small fractions as weights: Σ m_k x_k / d with whole numbers m_k and d.
//
// The weights of many methods are such fractions (1/6, 4/6, 1/6). A product by a whole number costs as much as a sum, a
// product of two numbers of many digits costs far more. In run-time MPFR the terms are added in fixed point with one limb
// behind the last place, and the sum is rounded once (lib/scalar/fraction_sum.cpp).
#pragma once

#include <plumbline/scalar/traits.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace plumbline {

/// Whole numbers over a common divisor.
struct fractions {
  std::vector<long> numerators;
  unsigned long divisor = 1;
};

namespace detail {

struct fraction_term {
  mpfr_srcptr x;
  long numerator;
};
/// r ← Σ m x / divisor over the terms, within a little more than half a unit of the last place of the largest term; r is
/// none of them.
void set_fraction_sum(mpfr_ptr r, const fraction_term* terms, std::size_t count,
                      unsigned long divisor);

/// x as a whole number, where x differs from one by no more than rounding errors.
std::optional<long> whole_number(mpfr_srcptr x);

}  // namespace detail

/// The numbers as fractions with a small divisor; nothing where they are none.
template <class T>
requires mpfr_scalar<T> std::optional<fractions> as_fractions(std::span<const T> numbers) {
  constexpr unsigned long largest_divisor = 48;
  for (unsigned long d = 1; d <= largest_divisor; ++d) {
    fractions f{{}, d};
    for (const T& x : numbers) {
      const T multiple = x * d;
      const std::optional<long> whole = detail::whole_number(multiple.backend().data());
      if (!whole) {
        break;
      }
      f.numerators.push_back(*whole);
    }
    if (f.numerators.size() == numbers.size()) {
      return f;
    }
  }
  return std::nullopt;
}

}  // namespace plumbline
