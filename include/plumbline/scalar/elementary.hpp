// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Elementary functions into an existing number: set_sin(r, x), set_exp(r, x), set_pow(r, x, y) and so on.
//
// For the MPFR scalars the result is the value of the function at x, rounded to nearest at the precision of r,
// whatever precision x has. These are the bits of mpfr_sin(r, x, MPFR_RNDN) and its relatives. Where the library is
// built with Arb, sine and cosine at 64 digits take a third of the instructions of MPFR, the logarithm an eighth
// (lib/scalar/elementary.cpp); the bits are the same.
//
// For every other scalar they are the plain function, found in std or by argument-dependent lookup.
//
// A result may be one of the arguments; the two results of set_sin_cos are different numbers. The sine, cosine and
// tangent of an MPFR scalar beyond 2^65536 are NaN: only an unstable run arrives there, and the reduction of 2^(10^9)
// would need as many bits of π, for hours.
#pragma once

#include <plumbline/scalar/traits.hpp>

namespace plumbline {

namespace detail {
// Correctly rounded, each in the precision of its result.
void mpfr_correct_sin_cos(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr x);
void mpfr_correct_sin(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_cos(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_tan(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_asin(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_acos(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_atan(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_sinh(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_cosh(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_tanh(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_asinh(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_acosh(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_atanh(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_exp(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_log(mpfr_ptr r, mpfr_srcptr x);
void mpfr_correct_atan2(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x);
void mpfr_correct_pow(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y);
/// True if the library was built with Arb.
bool uses_arb() noexcept;
}  // namespace detail

/// s = sin x, c = cos x
template <class T>
void set_sin_cos(T& s, T& c, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_sin_cos(s.backend().data(), c.backend().data(), x.backend().data());
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    sincosq(x.backend().value(), &s.backend().value(), &c.backend().value());
#endif
  } else {
    using std::cos;
    using std::sin;
    const T sine = sin(x);
    c = cos(x);
    s = sine;
  }
}

/// r = sin x
template <class T>
void set_sin(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_sin(r.backend().data(), x.backend().data());
  } else {
    using std::sin;
    r = sin(x);
  }
}

/// r = cos x
template <class T>
void set_cos(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_cos(r.backend().data(), x.backend().data());
  } else {
    using std::cos;
    r = cos(x);
  }
}

/// r = tan x
template <class T>
void set_tan(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_tan(r.backend().data(), x.backend().data());
  } else {
    using std::tan;
    r = tan(x);
  }
}

/// r = asin x
template <class T>
void set_asin(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_asin(r.backend().data(), x.backend().data());
  } else {
    using std::asin;
    r = asin(x);
  }
}

/// r = acos x
template <class T>
void set_acos(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_acos(r.backend().data(), x.backend().data());
  } else {
    using std::acos;
    r = acos(x);
  }
}

/// r = atan x
template <class T>
void set_atan(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_atan(r.backend().data(), x.backend().data());
  } else {
    using std::atan;
    r = atan(x);
  }
}

/// r = sinh x
template <class T>
void set_sinh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_sinh(r.backend().data(), x.backend().data());
  } else {
    using std::sinh;
    r = sinh(x);
  }
}

/// r = cosh x
template <class T>
void set_cosh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_cosh(r.backend().data(), x.backend().data());
  } else {
    using std::cosh;
    r = cosh(x);
  }
}

/// r = tanh x
template <class T>
void set_tanh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_tanh(r.backend().data(), x.backend().data());
  } else {
    using std::tanh;
    r = tanh(x);
  }
}

/// r = asinh x
template <class T>
void set_asinh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_asinh(r.backend().data(), x.backend().data());
  } else {
    using std::asinh;
    r = asinh(x);
  }
}

/// r = acosh x
template <class T>
void set_acosh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_acosh(r.backend().data(), x.backend().data());
  } else {
    using std::acosh;
    r = acosh(x);
  }
}

/// r = atanh x
template <class T>
void set_atanh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_atanh(r.backend().data(), x.backend().data());
  } else {
    using std::atanh;
    r = atanh(x);
  }
}

/// r = exp x
template <class T>
void set_exp(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_exp(r.backend().data(), x.backend().data());
  } else {
    using std::exp;
    r = exp(x);
  }
}

/// r = ln x
template <class T>
void set_log(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_log(r.backend().data(), x.backend().data());
  } else {
    using std::log;
    r = log(x);
  }
}

/// r = the angle of the point (x, y), in [-π, π]
template <class T>
void set_atan2(T& r, const T& y, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_atan2(r.backend().data(), y.backend().data(), x.backend().data());
  } else {
    using std::atan2;
    r = atan2(y, x);
  }
}

/// r = x^y
template <class T>
void set_pow(T& r, const T& x, const T& y) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_pow(r.backend().data(), x.backend().data(), y.backend().data());
  } else {
    using std::pow;
    r = pow(x, y);
  }
}

}  // namespace plumbline
