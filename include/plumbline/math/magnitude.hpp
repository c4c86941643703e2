// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sizes of numbers as binary logarithms in double, whatever the scalar and its range of exponents, and numbers moved from
// a scalar to a coarser one by a power of two, so that a residual of 1e-400 is not lost on the way to double and back.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/scalar/guard.hpp>

#include <cmath>
#include <limits>

namespace plumbline {

/// log2 |x|; −∞ for 0, NaN for what is not finite. Of a dual number that of its largest component.
template <class T>
double log2_magnitude(const T& x) {
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  if (!is_finite(x)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if constexpr (is_dual<T>::value) {
    return log2_magnitude(scalar_traits<T>::magnitude(x).value);
  } else if constexpr (mpfr_scalar<T>) {
    if (mpfr_zero_p(x.backend().data()) != 0) {
      return nothing;
    }
    long exponent = 0;
    const double mantissa = mpfr_get_d_2exp(&exponent, x.backend().data(), MPFR_RNDN);
    return static_cast<double>(exponent) + std::log2(std::abs(mantissa));
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    if (x == 0) {
      return nothing;
    }
    int exponent = 0;
    const auto mantissa = static_cast<double>(frexpq(x.backend().value(), &exponent));
    return exponent + std::log2(std::abs(mantissa));
#endif
  } else {
    const double value = std::abs(to_double(x));
    if (value == 0 && !(x == T(0))) {  // below the numbers of double
      return std::log2(std::numeric_limits<double>::denorm_min());
    }
    return value == 0 ? nothing : std::log2(value);
  }
}

/// The same of the largest entry among the first `count`.
template <class T>
double log2_magnitude(const vector<T>& x, Eigen::Index count) {
  double largest = -std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < count; ++i) {
    const double size = log2_magnitude(x[i]);
    if (!(size <= largest)) {  // a NaN stays
      largest = size;
      if (std::isnan(size)) {
        break;
      }
    }
  }
  return largest;
}

/// down ← x / 2^exponent in the scalar C, rounded once.
template <class C, class T>
void scale_down(C& down, const T& x, long exponent) {
  if constexpr (mpfr_scalar<T>) {
    if constexpr (mpfr_scalar<C>) {
      mpfr_mul_2si(down.backend().data(), x.backend().data(), -exponent, MPFR_RNDN);
    } else {
      long e = 0;
      const double mantissa = mpfr_get_d_2exp(&e, x.backend().data(), MPFR_RNDN);
      down = C(std::ldexp(mantissa, static_cast<int>(e - exponent)));
    }
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    down = static_cast<C>(ldexp(x, static_cast<int>(-exponent)));
#endif
  } else {
    down = scalar_cast<C>(x);
    (void)exponent;
  }
}

/// x ← x − d 2^exponent, exact but for the last rounding. `work` is overwritten.
template <class C, class T>
void subtract_scaled_up(T& x, const C& d, long exponent, T& work) {
  if constexpr (mpfr_scalar<T>) {
    mpfr_ptr w = work.backend().data();
    if constexpr (mpfr_scalar<C>) {
      mpfr_mul_2si(w, d.backend().data(), exponent, MPFR_RNDN);
    } else {
      mpfr_set_d(w, to_double(d), MPFR_RNDN);
      mpfr_mul_2si(w, w, exponent, MPFR_RNDN);
    }
    mpfr_sub(x.backend().data(), x.backend().data(), w, MPFR_RNDN);
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    x -= ldexp(quad(to_double(d)), static_cast<int>(exponent));
#endif
  } else {
    x -= scalar_cast<T>(d);
    (void)work;
    (void)exponent;
  }
}

/// The exponent by which residuals of this size are moved: 0 for scalars that scale_down leaves as they are.
template <class T>
long scale_of(double log2_size) {
#if PLUMBLINE_HAS_QUAD
  constexpr bool scales = mpfr_scalar<T> || std::is_same_v<T, quad>;
#else
  constexpr bool scales = mpfr_scalar<T>;
#endif
  return scales && std::isfinite(log2_size) ? std::lround(log2_size) : 0;
}

}  // namespace plumbline
