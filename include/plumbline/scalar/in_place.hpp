// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Arithmetic into an existing number. `r = a * b` on the MPFR scalars makes a temporary and copies it
// (1.6 times the cost at 64 digits); these write the result where it belongs. In quad they have the bits of the compiler's
// functions for less (lib/scalar/quad_arithmetic.hpp). For every other scalar they are the plain operation. The result may be one
// of the operands.
#pragma once

#include <plumbline/scalar/traits.hpp>

#include <cstring>

namespace plumbline {

namespace detail {
// The bits of mpfr_mul, mpfr_add and mpfr_sub (r, a, b, MPFR_RNDN) for numbers of mp64 (lib/scalar/product.cpp, sum.cpp).
void multiply_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b);
void add_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b);
void subtract_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b);

// The bits of mpfr_mul, mpfr_add and mpfr_sub (r, a, b, MPFR_RNDN) for numbers of any precision, the precision of r for all of
// them (same files).
void multiply_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b);
void add_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b);
void subtract_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b);

#if PLUMBLINE_HAS_QUAD
// a + b, a − b, a b
quad sum_of(const quad& a, const quad& b);
quad difference_of(const quad& a, const quad& b);
quad product_of(const quad& a, const quad& b);
#endif

/// r = a for numbers of mp64, whatever a is.
inline void copy_mp64(mpfr_ptr r, mpfr_srcptr a) {
  constexpr std::size_t limbs =
      (std::numeric_limits<mp64>::digits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
  if (r != a) {
    std::memcpy(r->_mpfr_d, a->_mpfr_d, limbs * sizeof(mp_limb_t));
    r->_mpfr_exp = a->_mpfr_exp;
    r->_mpfr_sign = a->_mpfr_sign;
  }
}
/// r = a, whatever a is, rounded to nearest where r has a lower precision.
inline void copy_mpfr(mpfr_ptr r, mpfr_srcptr a) {
  if (r->_mpfr_prec != a->_mpfr_prec) {
    mpfr_set(r, a, MPFR_RNDN);
  } else if (r != a) {
    const auto limbs = static_cast<std::size_t>((r->_mpfr_prec - 1) / GMP_NUMB_BITS + 1);
    std::memcpy(r->_mpfr_d, a->_mpfr_d, limbs * sizeof(mp_limb_t));
    r->_mpfr_exp = a->_mpfr_exp;
    r->_mpfr_sign = a->_mpfr_sign;
  }
}
}  // namespace detail

/// r = a
template <class T>
void set_copy(T& r, const T& a) {
  if constexpr (std::is_same_v<T, mp64>) {
    detail::copy_mp64(r.backend().data(), a.backend().data());
  } else if constexpr (mpfr_scalar<T>) {
    detail::copy_mpfr(r.backend().data(), a.backend().data());
  } else {
    r = a;
  }
}

/// r = -a
template <class T>
void set_negative(T& r, const T& a) {
  if constexpr (std::is_same_v<T, mp64>) {
    detail::copy_mp64(r.backend().data(), a.backend().data());
    r.backend().data()->_mpfr_sign = -r.backend().data()->_mpfr_sign;
  } else if constexpr (mpfr_scalar<T>) {
    mpfr_neg(r.backend().data(), a.backend().data(), MPFR_RNDN);
  } else {
    r = -a;
  }
}

/// r = a + b
template <class T>
void set_sum(T& r, const T& a, const T& b) {
  if constexpr (std::is_same_v<T, mp64>) {
    detail::add_mp64(r.backend().data(), a.backend().data(), b.backend().data());
  } else if constexpr (mpfr_scalar<T>) {
    detail::add_mpfr(r.backend().data(), a.backend().data(), b.backend().data());
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    r = detail::sum_of(a, b);
#endif
  } else {
    r = a + b;
  }
}

/// r = a - b
template <class T>
void set_difference(T& r, const T& a, const T& b) {
  if constexpr (std::is_same_v<T, mp64>) {
    detail::subtract_mp64(r.backend().data(), a.backend().data(), b.backend().data());
  } else if constexpr (mpfr_scalar<T>) {
    detail::subtract_mpfr(r.backend().data(), a.backend().data(), b.backend().data());
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    r = detail::difference_of(a, b);
#endif
  } else {
    r = a - b;
  }
}

/// r = a * b
template <class T>
void set_product(T& r, const T& a, const T& b) {
  if constexpr (std::is_same_v<T, mp64>) {
    detail::multiply_mp64(r.backend().data(), a.backend().data(), b.backend().data());
  } else if constexpr (mpfr_scalar<T>) {
    detail::multiply_mpfr(r.backend().data(), a.backend().data(), b.backend().data());
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    r = detail::product_of(a, b);
#endif
  } else {
    r = a * b;
  }
}

/// r = a²
template <class T>
void set_square(T& r, const T& a) {
  if constexpr (std::is_same_v<T, mp64>) {
    detail::multiply_mp64(r.backend().data(), a.backend().data(), a.backend().data());
  } else if constexpr (mpfr_scalar<T>) {
    mpfr_sqr(r.backend().data(), a.backend().data(), MPFR_RNDN);
  } else {
    r = a * a;
  }
}

/// r = a / b
template <class T>
void set_quotient(T& r, const T& a, const T& b) {
  if constexpr (mpfr_scalar<T>) {
    mpfr_div(r.backend().data(), a.backend().data(), b.backend().data(), MPFR_RNDN);
  } else {
    r = a / b;
  }
}

/// r = √a
template <class T>
void set_sqrt(T& r, const T& a) {
  if constexpr (mpfr_scalar<T>) {
    mpfr_sqrt(r.backend().data(), a.backend().data(), MPFR_RNDN);
  } else {
    using std::sqrt;
    r = sqrt(a);
  }
}

/// r = a 2^n: exact
template <class T>
void set_scaled(T& r, const T& a, int n) {
  if constexpr (mpfr_scalar<T>) {
    mpfr_mul_2si(r.backend().data(), a.backend().data(), n, MPFR_RNDN);
  } else {
    r = a;
    if constexpr (requires { ldexp(a, n); }) {
      constexpr int few = 4;  // a product each costs less
      if (n < -few || few < n) {
        r = ldexp(a, n);
        return;
      }
    }
    for (; n > 0; --n) {
      r = r * 2;
    }
    for (; n < 0; ++n) {
      r = r / 2;
    }
  }
}

}  // namespace plumbline
