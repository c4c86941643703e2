// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a number is: the concept `real`, the sheet of facts about each scalar, and the conversion between scalars.
//
// Each scalar T has one sheet, the specialisation scalar_traits<T>. It must say
//
//   int bits()                      bits of the significand
//   T epsilon()                     distance from 1 to the next number, 2^(1 - bits)
//   bool finite(const T&)           neither infinite nor NaN
//   double to_double(const T&)      the nearest double, for reports and for coarse work only
//   T magnitude(const T&)           the size that stopping rules look at, |x|
//
// (static functions). It may say more; where it does not, what stands on the right holds:
//
//   exact_number exact(const T&)    the value of a number, for text and constants of formulas      it is read in parts of
//                                                                                                  53 bits; see recorded.hpp
//   using coarser = C               implicit schemes solve in C first (math/newton.hpp)            they solve in T alone
//   using wider = W                 the exact solutions are computed in W (scalar/guard.hpp)       in T
//   bool run_time_digits            T has the digits of the innermost precision_scope              false
//   bool wide_exponents             there are numbers beyond the range of double                   false
//   bool moves_functions            sin, cos, exp and log at an argument that moved a little
//                                   cost less than new ones (scalar/rotation.hpp, math/runner.hpp) false
//   bool runs_in_lanes              several are computed side by side (math/lanes.hpp)             false
//   bool serves(int digits)         a scalar of for_each_scalar.def: it is chosen for so many digits
//
// A user's own type joins by meeting `real` and having a sheet. std::numeric_limits<T> serves as a sheet where it is
// specialised; a type that has neither does not compile. The type also needs an Eigen::NumTraits, as every Eigen scalar does.
#pragma once

#include <plumbline/scalar/binary128.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/types.hpp>

#include <cmath>
#include <concepts>
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

class double_double;  // double_double.hpp

/// The digits for which double and quad are chosen at most, and those for which mp64 is.
inline constexpr int most_digits_of_double = 16;
inline constexpr int most_digits_of_quad = 34;
inline constexpr int digits_of_mp64 = 64;

namespace detail {
/// std::numeric_limits<T> says how many digits T has. (That of a number with digits chosen at run time does not.)
template <class T>
inline constexpr bool described_by_limits = std::numeric_limits<T>::is_specialized &&
                                            (std::numeric_limits<T>::is_exact ||
                                             (std::numeric_limits<T>::digits > 0 &&
                                              std::numeric_limits<T>::digits <
                                                  std::numeric_limits<int>::max()));

/// What the compiler meets behind the message that there is no sheet.
template <class T>
struct no_sheet {
  static int bits();
  static T epsilon();
  static bool finite(const T& x);
  static double to_double(const T& x);
  static T magnitude(const T& x);
};

/// The sheet of such a type.
template <class T>
struct sheet_of_limits {
  using limits = std::numeric_limits<T>;
  static constexpr int bits() {
    if constexpr (limits::radix == 10) {
      return static_cast<int>(limits::digits * log2_of_10);
    } else {
      return limits::digits;
    }
  }
  static T epsilon() { return limits::epsilon(); }
  static bool finite(const T& x) {
    using std::isfinite;
    return isfinite(x);
  }
  static double to_double(const T& x) { return static_cast<double>(x); }
  static T magnitude(const T& x) {
    using std::abs;
    return abs(x);
  }
};

/// What holds for each number of MPFR.
template <class T>
struct sheet_of_mpfr {
  static constexpr bool wide_exponents = true;
  static constexpr bool moves_functions = true;
  static bool finite(const T& x) {  // without the call that mpfr_number_p is
    return mpfr_regular_p(x.backend().data()) != 0 || mpfr_zero_p(x.backend().data()) != 0;
  }
  static double to_double(const T& x) { return mpfr_get_d(x.backend().data(), MPFR_RNDN); }
  static T magnitude(const T& x) { return abs(x); }
};

template <class T>
struct sheet_of_static_mpfr : sheet_of_mpfr<T> {
  static constexpr int bits() { return std::numeric_limits<T>::digits; }
  static T epsilon() { return ldexp(T(1), 1 - bits()); }
};
}  // namespace detail

/// The sheet of facts about a scalar: see above.
template <class T>
struct scalar_traits : std::conditional_t<detail::described_by_limits<T>,
                                          detail::sheet_of_limits<T>, detail::no_sheet<T>> {
  static_assert(
      detail::described_by_limits<T>,
      "this scalar has no sheet of facts: specialise plumbline::scalar_traits for it, with the "
      "static "
      "functions bits, epsilon, finite, to_double and magnitude (see plumbline/scalar/traits.hpp)");
};

template <>
struct scalar_traits<double> : detail::sheet_of_limits<double> {
#if PLUMBLINE_HAS_QUAD
  using wider = quad;
#else
  using wider = static_mp<38>;
#endif
  static constexpr bool runs_in_lanes = true;
  static constexpr bool serves(int digits) { return digits <= most_digits_of_double; }
};

#if PLUMBLINE_HAS_QUAD
template <>
struct scalar_traits<quad> : detail::sheet_of_limits<quad> {
  using coarser = double_double;
  using wider = static_mp<57>;
  static constexpr bool wide_exponents = true;
  static constexpr bool moves_functions = true;
  static constexpr bool serves(int digits) { return digits <= most_digits_of_quad; }
  static bool finite(
      const quad& x) {  // by its bits: the compiler's functions cost 200 instructions
    return detail::exponent_in(detail::bits_of(x)) != detail::quad_last_exponent;
  }
};
#endif

template <mpfr_scalar T>
struct scalar_traits<T> : detail::sheet_of_static_mpfr<T> {};

template <>
struct scalar_traits<mp64> : detail::sheet_of_static_mpfr<mp64> {
  using coarser = double_double;
  using wider = static_mp<76>;
  static constexpr bool serves(int digits) { return digits == digits_of_mp64; }
};

template <>
struct scalar_traits<mp> : detail::sheet_of_mpfr<mp> {
  using coarser = mp64;
  static constexpr bool run_time_digits = true;
  static constexpr bool serves(int /*digits*/) { return true; }
  static int bits() {
    return static_cast<int>(
        boost::multiprecision::detail::digits10_2_2(mp::thread_default_precision()));
  }
  static mp epsilon() { return ldexp(mp(1), 1 - bits()); }
};

namespace detail {
template <class T>
struct coarser_of {
  using type = void;
};
template <class T>
requires requires { typename scalar_traits<T>::coarser; }
struct coarser_of<T> {
  using type = typename scalar_traits<T>::coarser;
};
template <class T>
struct wider_of {
  using type = T;
};
template <class T>
requires requires { typename scalar_traits<T>::wider; }
struct wider_of<T> {
  using type = typename scalar_traits<T>::wider;
};
}  // namespace detail

/// The scalar one rung below T on the precision ladder; void at the bottom.
template <class T>
using coarser_t = typename detail::coarser_of<T>::type;
/// The static scalar with guard digits beyond T; T where there is none.
template <class T>
using wider = typename detail::wider_of<T>::type;
/// T has as many digits as the innermost precision_scope says. (A dual of such a number says false: its parts do.)
template <class T>
inline constexpr bool has_run_time_digits = requires {
  requires scalar_traits<T>::run_time_digits;
};
template <class T>
inline constexpr bool has_wide_exponents = requires {
  requires scalar_traits<T>::wide_exponents;
};
template <class T>
inline constexpr bool moves_functions = requires {
  requires scalar_traits<T>::moves_functions;
};
template <class T>
inline constexpr bool runs_in_lanes = requires {
  requires scalar_traits<T>::runs_in_lanes;
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
