// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sizes of numbers as binary logarithms in double, whatever the scalar and its range of exponents, and numbers moved from
// a scalar to a coarser one by a power of two, so that a residual of 1e-400 is not lost on the way to double and back.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/scalar/binary128.hpp>
#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace plumbline {

namespace detail {

/// |x| 2^-e of an MPFR number with the exponent e that is not zero: its upper 64 bits, rounded to double.
inline double mantissa(mpfr_srcptr x) {
  static_assert(GMP_NUMB_BITS == 64);
  const auto last = (mpfr_get_prec(x) - 1) / GMP_NUMB_BITS;
  return static_cast<double>(x->_mpfr_d[last]) * 0x1p-64;
}

/// |x| > |y| as far as exponents and upper 64 bits decide, for numbers that are not zero.
inline bool is_larger(mpfr_srcptr x, mpfr_srcptr y) {
  const auto upper = [](mpfr_srcptr z) {
    return z->_mpfr_d[(mpfr_get_prec(z) - 1) / GMP_NUMB_BITS];
  };
  return x->_mpfr_exp != y->_mpfr_exp ? x->_mpfr_exp > y->_mpfr_exp : upper(x) > upper(y);
}

/// r ← x 2^exponent, rounded towards zero where r has fewer bits; r is not x. For numbers whose exponents are far from the
/// ends of their range, as those of corrections are.
inline void set_shifted(mpfr_ptr r, mpfr_srcptr x, long exponent) {
  if (mpfr_regular_p(x) == 0) {
    mpfr_set(r, x, MPFR_RNDZ);
    return;
  }
  const auto room = (mpfr_get_prec(r) - 1) / GMP_NUMB_BITS + 1;
  const auto limbs = (mpfr_get_prec(x) - 1) / GMP_NUMB_BITS + 1;
  if (limbs < room) {
    for (mpfr_prec_t i = 0; i < room - limbs; ++i) {
      r->_mpfr_d[i] = 0;
    }
    for (mpfr_prec_t i = 0; i < limbs; ++i) {
      r->_mpfr_d[i + room - limbs] = x->_mpfr_d[i];
    }
  } else {
    for (mpfr_prec_t i = 0; i < room; ++i) {
      r->_mpfr_d[i] = x->_mpfr_d[i + limbs - room];
    }
    const auto unused = static_cast<unsigned>(room * GMP_NUMB_BITS - mpfr_get_prec(r));
    r->_mpfr_d[0] &= ~mp_limb_t{0} << unused;
  }
  r->_mpfr_sign = x->_mpfr_sign;
  r->_mpfr_exp = x->_mpfr_exp + exponent;
}

/// x ← d 2^exponent, exactly, for numbers x of at least 53 bits; d is finite.
inline void set_scaled_double(mpfr_ptr x, double d, long exponent) {
  constexpr unsigned fraction_bits = 52;
  constexpr unsigned below = GMP_NUMB_BITS - 1 - fraction_bits;
  const auto bits = std::bit_cast<std::uint64_t>(d);
  const auto e = static_cast<long>(bits >> fraction_bits & 0x7ffU);
  if (e == 0) {  // zero or subnormal
    mpfr_set_d(x, d, MPFR_RNDN);
    mpfr_mul_2si(x, x, exponent, MPFR_RNDN);
    return;
  }
  const auto last = (mpfr_get_prec(x) - 1) / GMP_NUMB_BITS;
  for (mpfr_prec_t i = 0; i < last; ++i) {
    x->_mpfr_d[i] = 0;
  }
  x->_mpfr_d[last] = bits << below | mp_limb_t{1} << (GMP_NUMB_BITS - 1);
  x->_mpfr_sign = bits >> (GMP_NUMB_BITS - 1) != 0 ? -1 : 1;
  constexpr long bias = 1022;
  x->_mpfr_exp = e - bias + exponent;
}

#if PLUMBLINE_HAS_QUAD
/// x 2^−exponent in [1/2, 1), or in (−1, −1/2], for x ≠ 0.
inline quad fraction_of(const quad& x, int& exponent) {
  constexpr int below_one = quad_bias - 1;
  const quad_bits bits = bits_of(x);
  exponent = exponent_in(bits) - below_one;
  if (exponent == -below_one) {  // subnormal
    return quad(frexpq(x.backend().value(), &exponent));
  }
  return quad_of(bits - (static_cast<quad_bits>(exponent) << quad_fraction_bits));
}
/// x 2^exponent
inline quad scaled(const quad& x, long exponent) {
  constexpr long most = quad_last_exponent;
  const quad_bits bits = bits_of(x);
  const long e = exponent_in(bits);
  if (e == 0 || e == most || e + exponent <= 0 || e + exponent >= most) {
    return ldexp(x, static_cast<int>(exponent));
  }
  return quad_of(exponent >= 0 ? bits + (static_cast<quad_bits>(exponent) << quad_fraction_bits)
                               : bits - (static_cast<quad_bits>(-exponent) << quad_fraction_bits));
}
#endif

}  // namespace detail

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
    return static_cast<double>(mpfr_get_exp(x.backend().data())) +
           std::log2(detail::mantissa(x.backend().data()));
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    if (detail::bits_of(x) << 1U == 0) {
      return nothing;
    }
    int exponent = 0;
    const auto mantissa = static_cast<double>(detail::fraction_of(x, exponent));
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
  constexpr bool is_double_double = std::is_same_v<T, double_double>;
#if PLUMBLINE_HAS_QUAD
  if constexpr (std::is_same_v<
                    T, quad>) {  // without their signs, bits are in the order of the numbers
    Eigen::Index place = -1;
    detail::quad_bits largest = 0;
    for (Eigen::Index i = 0; i < count; ++i) {
      const detail::quad_bits size = detail::bits_of(x[i]) << 1U;
      if (place < 0 || size > largest) {
        place = i;
        largest = size;
      }
    }
    return place < 0 ? -std::numeric_limits<double>::infinity() : log2_magnitude(x[place]);
  }
#endif
  if constexpr (std::floating_point<
                    T>) {  // without a branch on what is larger, which no processor foresees
    T largest(0);
    T sum(0);  // NaN where an entry is not finite
    for (Eigen::Index i = 0; i < count; ++i) {
      const T size = std::abs(x[i]);
      largest = largest < size ? size : largest;
      sum += size * T(0);
    }
    return sum == T(0) ? log2_magnitude(largest) : std::numeric_limits<double>::quiet_NaN();
  } else if constexpr (mpfr_scalar<T> || is_double_double) {
    // one logarithm, of the largest entry
    Eigen::Index place = -1;
    for (Eigen::Index i = 0; i < count; ++i) {
      if (!is_finite(x[i])) {
        return std::numeric_limits<double>::quiet_NaN();
      }
      if constexpr (mpfr_scalar<T>) {
        if (mpfr_zero_p(x[i].backend().data()) == 0 &&
            (place < 0 || detail::is_larger(x[i].backend().data(), x[place].backend().data()))) {
          place = i;
        }
      } else if (place < 0 || std::abs(to_double(x[i])) > std::abs(to_double(x[place]))) {
        place = i;
      }
    }
    return place < 0 ? -std::numeric_limits<double>::infinity() : log2_magnitude(x[place]);
  } else {
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
}

/// down ← x / 2^exponent in the scalar C; double takes the upper 64 bits of an MPFR number, rounded; a shorter MPFR number the
/// upper bits.
template <class C, class T>
void scale_down(C& down, const T& x, long exponent) {
  if constexpr (mpfr_scalar<T>) {
    if constexpr (mpfr_scalar<C>) {
      detail::set_shifted(down.backend().data(), x.backend().data(), -exponent);
    } else {
      mpfr_srcptr y = x.backend().data();
      if (mpfr_regular_p(y) == 0) {
        down = C(mpfr_get_d(y, MPFR_RNDN));
      } else if constexpr (std::is_same_v<C, double_double>) {
        down = detail::double_double_from_mpfr(y, exponent);
      } else {
        const double size =
            std::ldexp(detail::mantissa(y), static_cast<int>(mpfr_get_exp(y) - exponent));
        down = C(mpfr_signbit(y) != 0 ? -size : size);
      }
    }
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    down = scalar_cast<C>(detail::scaled(x, -exponent));
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
      detail::set_shifted(w, d.backend().data(), exponent);
    } else if constexpr (std::is_same_v<C, double_double>) {
      detail::mpfr_from_double_double(w, d, exponent);
    } else if (const double value = to_double(d); std::isfinite(value)) {
      detail::set_scaled_double(w, value, exponent);
    } else {
      mpfr_set_d(w, value, MPFR_RNDN);
    }
    set_difference(x, x, work);
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    set_difference(x, x, detail::scaled(scalar_cast<quad>(d), exponent));
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
  return has_wide_exponents<T> && std::isfinite(log2_size) ? std::lround(log2_size) : 0;
}

}  // namespace plumbline
