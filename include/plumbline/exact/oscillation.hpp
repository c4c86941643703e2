// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// cos √λ t and sin(√λ t)/√λ, continued to λ ≤ 0: what exact motions of linear laws are made of.
#pragma once

#include <plumbline/scalar/functions.hpp>

#include <cmath>

namespace plumbline::detail {

template <class T>
struct oscillation {
  T c;
  T s;
};

template <class T>
oscillation<T> oscillate(const T& lambda, const T& t) {
  using std::sqrt;
  if (lambda == T(0)) {
    return {T(1), t};
  }
  if (lambda < T(0)) {
    using std::cosh;
    using std::sinh;
    const T rate = sqrt(T(-lambda));
    return {T(cosh(T(rate * t))), T(sinh(T(rate * t)) / rate)};
  }
  const T omega = sqrt(lambda);
  const sin_cos_pair<T> sc = sin_cos(T(omega * t));
  return {sc.cos, T(sc.sin / omega)};
}

}  // namespace plumbline::detail
