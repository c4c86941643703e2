// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a number is: the concept `real`, the facts about a scalar that schemes may ask for, and the
// conversion between scalars.
//
// A user's own type joins by meeting `real` and, where std::numeric_limits does not describe it,
// by specialising scalar_traits. It also needs an Eigen::NumTraits (as every Eigen scalar does).
#pragma once

#include <plumbline/scalar/types.hpp>

#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace plumbline {

template <class T>
struct is_mpfr : std::false_type {};
template <unsigned D, boost::multiprecision::mpfr_allocation_type A>
struct is_mpfr<boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<D, A>,
                                             boost::multiprecision::et_off>> : std::true_type {};
/// MPFR scalars, static or run-time.
template <class T>
concept mpfr_scalar = is_mpfr<T>::value;

/// What a scheme, a measure or a Lagrangian may do with a number, and nothing more. Integers up to
/// `int` convert to it; other constants come from decimal<T>("…") and rational<T>(a, b).
template <class T>
concept real = std::copyable<T> && std::default_initializable<T> &&
    std::constructible_from<T, int> && requires(T a, const T b, const T c) {
  { b + c } -> std::convertible_to<T>;
  { b - c } -> std::convertible_to<T>;
  { b* c } -> std::convertible_to<T>;
  { b / c } -> std::convertible_to<T>;
  { b * 2 } -> std::convertible_to<T>;
  { b / 2 } -> std::convertible_to<T>;
  { -b } -> std::convertible_to<T>;
  a += b;
  a -= b;
  a *= b;
  a /= b;
  { b < c } -> std::convertible_to<bool>;
  { b == c } -> std::convertible_to<bool>;
} && requires(const T x) {
  // found in std for double, by argument-dependent lookup for class types
  requires std::floating_point<T> || requires {
    { abs(x) } -> std::convertible_to<T>;
    { sqrt(x) } -> std::convertible_to<T>;
    { sin(x) } -> std::convertible_to<T>;
    { cos(x) } -> std::convertible_to<T>;
  };
};

/// Facts about a scalar. The primary template serves every type that std::numeric_limits describes.
template <class T>
struct scalar_traits {
  /// Bits of the significand.
  static int bits() { return std::numeric_limits<T>::digits; }
  /// Distance from 1 to the next number: 2^(1 - bits).
  static T epsilon() { return std::numeric_limits<T>::epsilon(); }
  static bool finite(const T& x) {
#if PLUMBLINE_HAS_QUAD
    if constexpr (std::is_same_v<
                      T, quad>) {  // by its bits: the compiler's functions cost 200 instructions
      __extension__ unsigned __int128 bits = 0;
      std::memcpy(&bits, &x.backend().value(), sizeof bits);
      constexpr unsigned infinite = 0x7fff;
      return (static_cast<unsigned>(bits >> 112U) & infinite) != infinite;
    }
#endif
    using std::isfinite;
    return isfinite(x);
  }
  /// The nearest double, for reports and for coarse work only.
  static double to_double(const T& x) { return static_cast<double>(x); }
  /// The order of magnitude used by stopping rules.
  static T magnitude(const T& x) {
    using std::abs;
    return abs(x);
  }
};

template <mpfr_scalar T>
struct scalar_traits<T> {
  static int bits() {
    if constexpr (std::is_same_v<T, mp>) {
      return static_cast<int>(
          boost::multiprecision::detail::digits10_2_2(T::thread_default_precision()));
    } else {
      return std::numeric_limits<T>::digits;
    }
  }
  static T epsilon() { return ldexp(T(1), 1 - bits()); }
  static bool finite(const T& x) { return mpfr_number_p(x.backend().data()) != 0; }
  static double to_double(const T& x) { return mpfr_get_d(x.backend().data(), MPFR_RNDN); }
  static T magnitude(const T& x) { return abs(x); }
};

/// Distance from 1 to the next number.
template <class T>
T epsilon() {
  return scalar_traits<T>::epsilon();
}

template <class T>
bool is_finite(const T& x) {
  return scalar_traits<T>::finite(x);
}

template <class T>
double to_double(const T& x) {
  return scalar_traits<T>::to_double(x);
}

/// Converts between scalars; to a shorter one by rounding to nearest. Specialise scalar_cast_to for a
/// pair that static_cast does not serve.
template <class To, class From>
struct scalar_cast_to {
  static To cast(const From& x) {
    if constexpr (mpfr_scalar<To> && mpfr_scalar<From>) {
      To r;
      mpfr_set(r.backend().data(), x.backend().data(), MPFR_RNDN);
      return r;
    } else {
      return static_cast<To>(x);
    }
  }
};

template <class To, class From>
To scalar_cast(const From& x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else {
    return scalar_cast_to<To, From>::cast(x);
  }
}

}  // namespace plumbline
