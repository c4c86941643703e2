// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Functions of a scalar that have one name for all scalars: sin and cos together (one argument
// reduction, nearly half the cost; NaN beyond 2^65536, see elementary.hpp), π at the working precision.
#pragma once

#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/traits.hpp>

#include <boost/math/constants/constants.hpp>

#include <numbers>

namespace plumbline {

template <class T>
struct sin_cos_pair {
  T sin;
  T cos;
};

/// sin x and cos x. The one customization point for a scalar's trigonometry.
template <class T>
sin_cos_pair<T> sin_cos(const T& x) {
  sin_cos_pair<T> r;
  set_sin_cos(r.sin, r.cos, x);
  return r;
}

/// The angle of the point (x, y), in [−π, π]: atan2(y, x) as set_atan2() has it, faster than MPFR's own where Arb is there.
template <class T>
T angle_of(const T& y, const T& x) {
  T r;
  set_atan2(r, y, x);
  return r;
}

/// π at the working precision.
template <class T>
T pi() {
  if constexpr (mpfr_scalar<T>) {
    T r;
    mpfr_const_pi(r.backend().data(), MPFR_RNDN);
    return r;
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    return boost::math::constants::pi<T>();
#endif
  } else if constexpr (std::floating_point<T>) {
    return std::numbers::pi_v<T>;
  } else {
    // Machin: π = 16 atan(1/5) − 4 atan(1/239), for any type with the four operations
    const auto atan_inverse = [](int n) {
      T sum(0);
      T power = T(1) / n;
      const T tiny = epsilon<T>() / 16;
      for (int k = 1; tiny < power; k += 2) {
        sum += k % 4 == 1 ? T(power / k) : T(-(power / k));
        power = power / n / n;
      }
      return sum;
    };
    return T(16) * atan_inverse(5) - T(4) * atan_inverse(239);
  }
}

}  // namespace plumbline
