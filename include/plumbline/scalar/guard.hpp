// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Guard digits: evaluate with more bits than the scalar T has, round once at the end.
//
//   with_guard<T>(extra_bits, [&](auto tag) {
//     using W = typename decltype(tag)::type;   // the working type
//     const W x = widen<W>(argument);           // exact; never scalar_cast, see widen()
//     ...
//     return result;                            // W, std::array<W, N> or guarded{that, lost_bits}
//   })                                          // is T or std::array<T, N>
//
// The working type for ordinary arguments is static and costs little more than T itself:
//
//   T        working type       bits          guard bits
//   double   quad               113           60     (without quad: 128 bits of MPFR)
//   quad     static_mp<57>      191, 3 limbs  78
//   mp64     static_mp<76>      254, 4 limbs  40     (as many limbs as mp64 has)
//   mp       mp                 bits(T) + 48 and whatever is asked for
//   other    T itself           a user's own type has no wider one: it is evaluated once, as it is
//
// Two ways to ask for more, both served by `mp` with as many digits as it takes:
//  - in advance, extra_bits: what the arguments are known to eat (log2 of a large argument that is
//    reduced by a period, log2 of the distance to a singular point);
//  - afterwards, guarded{value, lost_bits}: the function measured how many bits the worst component
//    lost to cancellation; if fewer than `guard_margin` bits beyond T remain, it is evaluated again with
//    lost_bits more (Ziv's strategy; at most guard_rounds times, then std::invalid_argument).
//
// A trap of the run-time scalar: an `mp` is rounded to the digits of the current scope whenever it is
// copied or moved. Numbers with guard digits that outlive their scope belong behind a pointer.
#pragma once

#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/traits.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace plumbline {

/// The type that with_guard hands to its function.
template <class W>
struct working {
  using type = W;
};

/// Bits beyond T that must be left after all losses, so that the last rounding dominates.
inline constexpr int guard_margin = 8;
/// Evaluations before with_guard gives up.
inline constexpr int guard_rounds = 6;

/// A value together with the number of bits that its worst component has lost to cancellation: the
/// relative error is at most about 2^(lost_bits - bits of the working type).
template <class V>
struct guarded {
  V value;
  long lost_bits;
};
template <class V>
guarded(V, long) -> guarded<V>;

/// The e with 2^(e-1) <= |x| < 2^e; a large negative number for x = 0.
template <class T>
long binary_exponent(const T& x) {
  constexpr long of_zero = -1'000'000'000'000L;
  if constexpr (mpfr_scalar<T>) {  // without a temporary number
    mpfr_srcptr y = x.backend().data();
    return mpfr_zero_p(y) != 0 ? of_zero : static_cast<long>(mpfr_get_exp(y));
  } else if (x == T(0)) {
    return of_zero;
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    int e = 0;
    frexpq(x.backend().value(), &e);
    return e;
#endif
  } else {
    int e = 0;
    (void)std::frexp(to_double(x), &e);
    return e;
  }
}

namespace detail {

#if PLUMBLINE_HAS_QUAD
inline void mpfr_from_quad(mpfr_ptr r, const quad& x) {
  const auto coarse = static_cast<double>(x);
  if (x == 0 || !is_finite(x)) {
    mpfr_set_d(r, coarse, MPFR_RNDN);
    return;
  }
  // 113 bits in three doubles: every part is exact
  int exponent = 0;
  __float128 rest = frexpq(x.backend().value(), &exponent);
  mpfr_set_zero(r, 1);
  for (int part = 0; part < 3; ++part) {
    const auto head = static_cast<double>(rest);
    mpfr_add_d(r, r, head, MPFR_RNDN);
    rest -= head;
  }
  mpfr_mul_2si(r, r, exponent, MPFR_RNDN);
}

inline quad quad_from_mpfr(mpfr_srcptr x) {
  if (mpfr_regular_p(x) == 0) {
    return quad(mpfr_get_d(x, MPFR_RNDN));
  }
  constexpr long limit = 40000;  // beyond the exponent range of binary128 in either direction
  MPFR_DECL_INIT(y, 113);
  mpfr_set(y, x, MPFR_RNDN);
  const long exponent = static_cast<long>(mpfr_get_exp(y));
  mpfr_mul_2si(y, y, -exponent, MPFR_RNDN);
  __float128 sum = 0;
  for (int part = 0; part < 3; ++part) {
    const double head = mpfr_get_d(y, MPFR_RNDN);
    sum += head;
    mpfr_sub_d(y, y, head, MPFR_RNDN);
  }
  return quad(ldexpq(sum, static_cast<int>(exponent < -limit  ? -limit
                                           : exponent > limit ? limit
                                                              : exponent)));
}
#endif

/// A double in a scalar that need not know more than `int`: exact where that has 53 bits.
template <class T>
T from_double(double x) {
  if constexpr (std::floating_point<T>) {
    return static_cast<T>(x);
  } else {
    constexpr int part_bits = 18;
    int exponent = 0;
    double rest = std::frexp(x, &exponent);
    T sum(0);
    for (int part = 0; part < 3; ++part) {
      rest = std::ldexp(rest, part_bits);
      const int head = static_cast<int>(rest);
      sum = sum * T(1 << part_bits) + T(head);
      rest -= head;
      exponent -= part_bits;
    }
    for (; exponent > 0; --exponent) {
      sum = sum * 2;
    }
    for (; exponent < 0; ++exponent) {
      sum = sum / 2;
    }
    return sum;
  }
}

/// r ← x for a scalar that is not one of MPFR: rounded once, and exact where r has the bits. A scalar whose sheet does not
/// say `exact` is read in parts of 53 bits.
template <class T>
void mpfr_from_scalar(mpfr_ptr r, const T& x) {
#if PLUMBLINE_HAS_QUAD
  if constexpr (std::is_same_v<T, quad>) {
    mpfr_from_quad(r, x);
    return;
  } else
#endif
      if constexpr (requires { scalar_traits<T>::exact(x).data(); }) {
    if (is_finite(x)) {
      mpfr_set_q(r, scalar_traits<T>::exact(x).data(), MPFR_RNDN);
      return;
    }
  }
  constexpr int bits_of_double = std::numeric_limits<double>::digits;
  constexpr int most_bits = 1 << 16;  // of a scalar without rounding errors
  const int bits = std::min(scalar_traits<T>::bits(), most_bits);
  if (bits <= bits_of_double || !is_finite(x)) {
    mpfr_set_d(r, to_double(x), MPFR_RNDN);
    return;
  }
  // into the range of double, where all parts are
  constexpr int exponent_step = 400;
  const T factor = from_double<T>(0x1p400);
  T rest = x;
  long exponent = 0;
  for (; !std::isfinite(to_double(rest)); exponent += exponent_step) {
    rest = rest / factor;
  }
  for (; std::abs(to_double(rest)) < 0x1p-400 && !(rest == T(0)); exponent -= exponent_step) {
    rest = rest * factor;
  }
  mpfr_t sum;
  mpfr_init2(sum, bits + 2 * bits_of_double);
  mpfr_set_zero(sum, 1);
  for (int known = 0; known <= bits; known += bits_of_double) {
    const double part = to_double(rest);
    if (part == 0) {
      break;
    }
    mpfr_add_d(sum, sum, part, MPFR_RNDN);
    rest = rest - from_double<T>(part);
  }
  mpfr_mul_2si(r, sum, exponent, MPFR_RNDN);
  mpfr_clear(sum);
}

/// x in the precision of `To`: exact where that is wider, rounded once where it is shorter.
template <class To, class From>
To convert_precision(const From& x) {
  if constexpr (mpfr_scalar<To>) {
    To r;
    mpfr_ptr y = r.backend().data();
    if constexpr (mpfr_scalar<From>) {
      mpfr_set(y, x.backend().data(), MPFR_RNDN);
    } else {
      mpfr_from_scalar(y, x);
    }
    return r;
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<To, quad> && mpfr_scalar<From>) {
    return quad_from_mpfr(x.backend().data());
#endif
  } else if constexpr (std::is_same_v<To, double> && mpfr_scalar<From>) {
    return mpfr_get_d(x.backend().data(), MPFR_RNDN);
  } else {
    return scalar_cast<To>(x);
  }
}

template <class T, class V>
struct narrowed {
  using type = T;
  static T from(const V& x) { return convert_precision<T>(x); }
};
template <class T, class W, std::size_t N>
struct narrowed<T, std::array<W, N>> {
  using type = std::array<T, N>;
  static type from(const std::array<W, N>& x) {
    type r;
    for (std::size_t i = 0; i < N; ++i) {
      r[i] = convert_precision<T>(x[i]);
    }
    return r;
  }
};
template <class T, class V>
struct narrowed<T, guarded<V>> : narrowed<T, V> {
  static typename narrowed<T, V>::type from(const guarded<V>& x) {
    return narrowed<T, V>::from(x.value);
  }
};

template <class V>
long lost_bits(const V&) {
  return 0;
}
template <class V>
long lost_bits(const guarded<V>& x) {
  return x.lost_bits;
}

/// Decimal digits of `mp` that hold `bits` bits.
inline int digits_for_bits(long bits) {
  constexpr long most = precision_scope::max_digits;
  const long digits = digits_held_by(bits) + 1;
  if (digits > most) {
    throw std::invalid_argument("the argument needs " + std::to_string(digits) +
                                " digits of working precision; at most " + std::to_string(most) +
                                " are offered");
  }
  return static_cast<int>(digits);
}

/// What to ask for when a working type of `bits` bits lost `lost` of them: as many, but where all were
/// lost nothing is known except that more are needed.
inline long next_extra_bits(long lost, long bits) { return lost < 2 * bits ? lost : 2 * bits; }

template <class V, class F>
V evaluate_in(long bits, F& f) {
  const precision_scope scope(digits_for_bits(bits));
  return f(working<mp>{});
}

}  // namespace detail

/// The argument x of with_guard's function in its working type W, exactly. (A copy of an `mp` keeps the
/// precision it was made in, so arguments must pass through here.)
template <class W, class T>
W widen(const T& x) {
  return detail::convert_precision<W>(x);
}

/// True for scalars that have a wider working type; others are evaluated in themselves.
template <class T>
constexpr bool has_guard_digits = mpfr_scalar<T> || !std::is_same_v<T, wider<T>>;

/// Calls f(working<W>{}) with a working type W that has guard digits beyond T and at least
/// `extra_bits` more, again if f reports that it lost too many, and rounds the result to T.
/// Throws std::invalid_argument when more than precision_scope::max_digits digits would be needed or
/// the losses do not settle.
template <class T, class F>
auto with_guard(long extra_bits, F&& f) {
  if constexpr (!has_guard_digits<T>) {
    using V = std::remove_cvref_t<decltype(f(working<T>{}))>;
    return detail::narrowed<T, V>::from(f(working<T>{}));
  } else {
    constexpr long own_guard = 48;  // of the run-time path
    const long bits = scalar_traits<T>::bits();
    long needed = extra_bits < 0 ? 0 : extra_bits;
    if constexpr (!has_run_time_digits<T>) {
      using W = wider<T>;
      using V = std::remove_cvref_t<decltype(f(working<W>{}))>;
      const long available = scalar_traits<W>::bits() - bits - guard_margin;
      if (needed <= available) {
        const V result = f(working<W>{});
        const long lost = detail::lost_bits(result);
        if (lost <= available) {
          return detail::narrowed<T, V>::from(result);
        }
        needed = detail::next_extra_bits(lost, scalar_traits<W>::bits());
      }
    }
    using V = std::remove_cvref_t<decltype(f(working<mp>{}))>;
    for (int round = 0; round < guard_rounds; ++round) {
      const V result = detail::evaluate_in<V>(bits + own_guard + needed, f);
      const long lost = detail::lost_bits(result);
      if (lost <= needed + own_guard - guard_margin) {
        return detail::narrowed<T, V>::from(result);
      }
      needed = detail::next_extra_bits(lost, bits + own_guard + needed);
    }
    throw std::invalid_argument("no digits are left of the result after " +
                                std::to_string(guard_rounds) + " attempts with up to " +
                                std::to_string(needed) + " extra bits");
  }
}

}  // namespace plumbline
