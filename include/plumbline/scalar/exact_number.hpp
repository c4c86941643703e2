// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A rational number of any size: the constants of a recorded formula (math/graph.hpp). It is rounded once, when the
// formula is run in a scalar.
#pragma once

#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/traits.hpp>

#include <gmp.h>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

class exact_number {
 public:
  exact_number() { mpq_init(value_); }
  template <std::integral I>
  exact_number(I n) : exact_number() {
    if constexpr (std::signed_integral<I>) {
      mpq_set_si(value_, static_cast<long>(n), 1);
    } else {
      mpq_set_ui(value_, static_cast<unsigned long>(n), 1);
    }
  }
  exact_number(const exact_number& other) : exact_number() { mpq_set(value_, other.value_); }
  exact_number(exact_number&& other) noexcept : exact_number() { mpq_swap(value_, other.value_); }
  exact_number& operator=(exact_number other) noexcept {
    mpq_swap(value_, other.value_);
    return *this;
  }
  ~exact_number() { mpq_clear(value_); }

  /// The decimal number `text`, exactly. Throws std::invalid_argument unless the whole text is one decimal number whose
  /// exponent is at most 400000 in magnitude.
  static exact_number decimal(std::string_view text);
  /// The value of a binary floating-point number, exactly. Throws std::invalid_argument unless it is finite.
  static exact_number binary(mpfr_srcptr x);
  /// `x` in lowest terms.
  static exact_number rational(mpq_srcptr x) {
    exact_number r;
    mpq_set(r.value_, x);
    return r;
  }

  friend exact_number operator+(const exact_number& a, const exact_number& b);
  friend exact_number operator-(const exact_number& a, const exact_number& b);
  friend exact_number operator-(const exact_number& a);
  friend exact_number operator*(const exact_number& a, const exact_number& b);
  /// Throws std::invalid_argument for b = 0.
  friend exact_number operator/(const exact_number& a, const exact_number& b);
  friend bool operator==(const exact_number& a, const exact_number& b) {
    return mpq_equal(a.value_, b.value_) != 0;
  }
  friend bool operator<(const exact_number& a, const exact_number& b) {
    return mpq_cmp(a.value_, b.value_) < 0;
  }

  friend exact_number abs(const exact_number& x) { return x.sign() < 0 ? -x : x; }

  int sign() const { return mpq_sgn(value_); }
  bool is_integer() const { return mpz_cmp_ui(mpq_denref(value_), 1) == 0; }
  /// The value where it is a whole number that fits, otherwise nothing.
  std::optional<long> to_integer() const;
  /// True when the denominator and the numerator are powers of two up to sign: products with it are exact.
  bool is_power_of_two() const;
  /// The exact square root where there is one.
  std::optional<exact_number> exact_sqrt() const;
  /// Numerator and denominator together, in bits.
  std::size_t bits() const {
    return mpz_sizeinbase(mpq_numref(value_), 2) + mpz_sizeinbase(mpq_denref(value_), 2);
  }
  std::size_t hash() const;
  /// "n" or "n/d".
  std::string text() const;
  mpq_srcptr data() const { return value_; }

 private:
  mpq_t value_;
};

namespace detail {

/// A whole number in a scalar that knows only `int`.
template <class T>
T from_integer(mpz_srcptr n) {
  constexpr int digit_bits = 30;
  T sum(0);
  const T base(1 << digit_bits);
  const std::size_t bits = mpz_sizeinbase(n, 2);
  for (std::size_t k = bits / digit_bits + 1; k-- > 0;) {
    mpz_t digit;
    mpz_init(digit);
    mpz_abs(digit, n);
    mpz_fdiv_q_2exp(digit, digit, k * digit_bits);
    mpz_fdiv_r_2exp(digit, digit, digit_bits);
    sum = sum * base + T(static_cast<int>(mpz_get_si(digit)));
    mpz_clear(digit);
  }
  return mpz_sgn(n) < 0 ? T(-sum) : sum;
}

}  // namespace detail

/// x rounded once to T. A scalar that Plumbline does not know gets numerator and denominator exactly and divides once.
template <class T>
T from_exact(const exact_number& x) {
  if constexpr (mpfr_scalar<T>) {
    T r;
    mpfr_set_q(r.backend().data(), x.data(), MPFR_RNDN);
    return r;
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    MPFR_DECL_INIT(y, 113);
    mpfr_set_q(y, x.data(), MPFR_RNDN);
    return detail::quad_from_mpfr(y);
#endif
  } else if constexpr (std::same_as<T, double>) {
    MPFR_DECL_INIT(
        y, 2200);  // wide enough that rounding twice does not show, subnormal numbers included
    mpfr_set_q(y, x.data(), MPFR_RNDN);
    return mpfr_get_d(y, MPFR_RNDN);
  } else if constexpr (requires(T y) {
                         y.value;
                         y.tangent;
                       }) {  // a dual number: a constant
    return T(from_exact<decltype(T::value)>(x));
  } else {
    const T numerator = detail::from_integer<T>(mpq_numref(x.data()));
    return x.is_integer() ? numerator
                          : T(numerator / detail::from_integer<T>(mpq_denref(x.data())));
  }
}

}  // namespace plumbline
