// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// sinc x = sin x / x and its derivative, sinc 0 = 1.
//
//   sinc′ x = (cos x − sinc x)/x,   sinc″ x = −sinc x − 2 sinc′ x / x
//
// lose digits for small x, so below 1 a value that must be right comes from the series
//
//   sinc x = Σ (−1)^k x^{2k}/(2k+1)!                                                         (DLMF 4.19.1)
#pragma once

#include <plumbline/math/dual.hpp>
#include <plumbline/scalar/functions.hpp>

namespace plumbline {

template <class T>
struct sinc_value {
  T value;
  T slope;
};

namespace detail {

template <class T>
struct sinc_derivatives {
  T zeroth;
  T first;
  T second;
};

/// sinc, sinc′ and sinc″, all right to a few units of the last place of 1.
template <class T>
sinc_derivatives<T> sinc_to_second_order(const T& x) {
  const T square = x * x;
  if (!(square < T(1))) {
    const auto sc = sin_cos(x);
    const T zeroth = sc.sin / x;
    const T first = (sc.cos - zeroth) / x;
    return {zeroth, first, -zeroth - first * 2 / x};
  }
  sinc_derivatives<T> sum{T(0), T(0), T(0)};
  // (−1)^k x^{2k−2}/(2k+1)!
  T term = T(-1) / 6;
  const T tiny = epsilon<T>() / 64;
  for (int k = 1; tiny < scalar_traits<T>::magnitude(term); ++k) {
    sum.zeroth += term;
    sum.first += term * (2 * k);
    sum.second += term * (2 * k * (2 * k - 1));
    term *= -square / ((2 * k + 2) * (2 * k + 3));
  }
  return {T(1) + square * sum.zeroth, x * sum.first, sum.second};
}

}  // namespace detail

/// sinc x to rounding, and its derivative to three quarters of the digits: what a Newton iteration wants.
template <class T>
sinc_value<T> sinc(const T& x) {
  const T square = x * x;
  if (x == T(0)) {
    return {T(1), T(0)};
  }
  const auto sc = sin_cos(x);
  const T value = sc.sin / x;
  return {value, square * square < epsilon<T>() ? T(-x / 3) : T((sc.cos - value) / x)};
}

/// On duals both, with their derivatives, are right to rounding.
template <class T, int N>
sinc_value<dual<T, N>> sinc(const dual<T, N>& x) {
  const auto s = detail::sinc_to_second_order(x.value);
  return {detail::chain(x, s.zeroth, s.first), detail::chain(x, s.first, s.second)};
}

}  // namespace plumbline
