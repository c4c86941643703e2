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
// For every other scalar they are the plain function, found in std or by argument-dependent lookup, or an exception where
// there is none.
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
#if PLUMBLINE_HAS_QUAD
/// Rounded to nearest for |x| between 2^-16 and 1024, otherwise by libquadmath.
void quad_sin_cos(quad& sine, quad& cosine, const quad& x);
#endif
/// True if the library was built with Arb.
bool uses_arb() noexcept;
/// A scalar of a user's own need not have every function: one that a formula asks for in vain throws domain_error.
[[noreturn]] void no_function(const char* name);
}  // namespace detail

/// s = sin x, c = cos x
template <class T>
void set_sin_cos(T& s, T& c, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_sin_cos(s.backend().data(), c.backend().data(), x.backend().data());
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    detail::quad_sin_cos(s, c, x);
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
    if constexpr (requires { sin(x); }) {
      r = sin(x);
    } else {
      detail::no_function("sin");
    }
  }
}

/// r = cos x
template <class T>
void set_cos(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_cos(r.backend().data(), x.backend().data());
  } else {
    using std::cos;
    if constexpr (requires { cos(x); }) {
      r = cos(x);
    } else {
      detail::no_function("cos");
    }
  }
}

/// r = tan x
template <class T>
void set_tan(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_tan(r.backend().data(), x.backend().data());
  } else {
    using std::tan;
    if constexpr (requires { tan(x); }) {
      r = tan(x);
    } else {
      detail::no_function("tan");
    }
  }
}

/// r = asin x
template <class T>
void set_asin(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_asin(r.backend().data(), x.backend().data());
  } else {
    using std::asin;
    if constexpr (requires { asin(x); }) {
      r = asin(x);
    } else {
      detail::no_function("asin");
    }
  }
}

/// r = acos x
template <class T>
void set_acos(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_acos(r.backend().data(), x.backend().data());
  } else {
    using std::acos;
    if constexpr (requires { acos(x); }) {
      r = acos(x);
    } else {
      detail::no_function("acos");
    }
  }
}

/// r = atan x
template <class T>
void set_atan(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_atan(r.backend().data(), x.backend().data());
  } else {
    using std::atan;
    if constexpr (requires { atan(x); }) {
      r = atan(x);
    } else {
      detail::no_function("atan");
    }
  }
}

/// r = sinh x
template <class T>
void set_sinh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_sinh(r.backend().data(), x.backend().data());
  } else {
    using std::sinh;
    if constexpr (requires { sinh(x); }) {
      r = sinh(x);
    } else {
      detail::no_function("sinh");
    }
  }
}

/// r = cosh x
template <class T>
void set_cosh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_cosh(r.backend().data(), x.backend().data());
  } else {
    using std::cosh;
    if constexpr (requires { cosh(x); }) {
      r = cosh(x);
    } else {
      detail::no_function("cosh");
    }
  }
}

/// r = tanh x
template <class T>
void set_tanh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_tanh(r.backend().data(), x.backend().data());
  } else {
    using std::tanh;
    if constexpr (requires { tanh(x); }) {
      r = tanh(x);
    } else {
      detail::no_function("tanh");
    }
  }
}

/// r = asinh x
template <class T>
void set_asinh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_asinh(r.backend().data(), x.backend().data());
  } else {
    using std::asinh;
    if constexpr (requires { asinh(x); }) {
      r = asinh(x);
    } else {
      detail::no_function("asinh");
    }
  }
}

/// r = acosh x
template <class T>
void set_acosh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_acosh(r.backend().data(), x.backend().data());
  } else {
    using std::acosh;
    if constexpr (requires { acosh(x); }) {
      r = acosh(x);
    } else {
      detail::no_function("acosh");
    }
  }
}

/// r = atanh x
template <class T>
void set_atanh(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_atanh(r.backend().data(), x.backend().data());
  } else {
    using std::atanh;
    if constexpr (requires { atanh(x); }) {
      r = atanh(x);
    } else {
      detail::no_function("atanh");
    }
  }
}

/// r = exp x
template <class T>
void set_exp(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_exp(r.backend().data(), x.backend().data());
  } else {
    using std::exp;
    if constexpr (requires { exp(x); }) {
      r = exp(x);
    } else {
      detail::no_function("exp");
    }
  }
}

/// r = ln x
template <class T>
void set_log(T& r, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_log(r.backend().data(), x.backend().data());
  } else {
    using std::log;
    if constexpr (requires { log(x); }) {
      r = log(x);
    } else {
      detail::no_function("log");
    }
  }
}

/// r = the angle of the point (x, y), in [-π, π]
template <class T>
void set_atan2(T& r, const T& y, const T& x) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_atan2(r.backend().data(), y.backend().data(), x.backend().data());
  } else {
    using std::atan2;
    if constexpr (requires { atan2(y, x); }) {
      r = atan2(y, x);
    } else {
      detail::no_function("atan2");
    }
  }
}

/// r = x^y
template <class T>
void set_pow(T& r, const T& x, const T& y) {
  if constexpr (mpfr_scalar<T>) {
    detail::mpfr_correct_pow(r.backend().data(), x.backend().data(), y.backend().data());
  } else {
    using std::pow;
    if constexpr (requires { pow(x, y); }) {
      r = pow(x, y);
    } else {
      detail::no_function("pow");
    }
  }
}

}  // namespace plumbline
