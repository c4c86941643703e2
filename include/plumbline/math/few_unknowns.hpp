// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// M v = b for one or two unknowns in double without loops, in the place of the elimination of linear_solver.hpp, which costs
// ten times as much there. For two: v_1 by the determinant, whose rounding error is that of an elimination, then v_0 from the
// row with the larger first entry.
#pragma once

#include <plumbline/scalar/traits.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

namespace plumbline {

/// a v = x. False where v is not finite.
template <std::floating_point T>
bool solve_one(T a, T x, T& v) {
  v = x / a;
  return is_finite(v);
}

/// a v0 + b v1 = x, c v0 + d v1 = y. False where the matrix is singular, v is not finite, or products have lost digits to
/// underflow: v0 and v1 are then of no use.
template <std::floating_point T>
bool solve_two(T a, T b, T c, T d, T x, T y, T& v0, T& v1) {
  if (std::abs(a) < std::abs(c)) {
    std::swap(a, c);
    std::swap(b, d);
    std::swap(x, y);
  }
  const T determinant = a * d - c * b;
  const T inverse = 1 / a;
  v1 = (a * y - c * x) / determinant;
  v0 = (x - b * v1) * inverse;
  constexpr T least = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
  return least < std::abs(determinant) && is_finite(determinant) && is_finite(v0) && is_finite(v1);
}

}  // namespace plumbline
