// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A number as the unevaluated sum of two doubles, |low| <= ulp(high)/2: about 106 bits for twenty operations of double.
// (T. J. Dekker, Numer. Math. 18 (1971) 224; D. E. Knuth, TAOCP 2, 4.2.2; Y. Hida, X. S. Li & D. H. Bailey, ARITH 15 (2001).)
//
// It is a rung of the ladder of math/newton.hpp between double and higher precisions, not a scalar for users: its results
// are not correctly rounded, and its exponents are those of double, so that digits are lost below 1e-290. The results of a
// step do not depend on it to more than rounding, because the next rung checks what it gets.
//
// Products are split by std::fma, called by name: the bits are the same with and without the instruction.
#pragma once

#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/traits.hpp>

#include <cmath>
#include <concepts>
#include <limits>

namespace plumbline {

class double_double {
 public:
  double_double() = default;
  template <std::integral I>
  double_double(I n) : high_(static_cast<double>(n)) {
    if constexpr (sizeof(I) > 4) {
      low_ = static_cast<double>(n - static_cast<I>(high_));
    }
  }
  double_double(double x) : high_(x) {}
  /// high + low, where |low| is at most about |high|.
  static double_double sum(double high, double low) {
    const double s = high + low;
    return {s, low - (s - high)};
  }

  double high() const { return high_; }
  double low() const { return low_; }

  friend double_double operator-(const double_double& a) { return {-a.high_, -a.low_}; }
  friend double_double operator+(const double_double& a) { return a; }
  friend double_double operator+(const double_double& a, const double_double& b) {
    const double_double s = exact_sum(a.high_, b.high_);
    const double_double t = exact_sum(a.low_, b.low_);
    const double_double u = sum(s.high_, s.low_ + t.high_);
    return sum(u.high_, u.low_ + t.low_);
  }
  friend double_double operator-(const double_double& a, const double_double& b) { return a + -b; }
  friend double_double operator*(const double_double& a, const double_double& b) {
    const double p = a.high_ * b.high_;
    const double rest = std::fma(a.high_, b.high_, -p);
    return sum(p, rest + (a.high_ * b.low_ + a.low_ * b.high_));
  }
  friend double_double operator/(const double_double& a, const double_double& b) {
    const double q = a.high_ / b.high_;
    if (!std::isfinite(q) || std::isinf(b.high_)) {
      return q;
    }
    const double rest = (std::fma(-q, b.high_, a.high_) + a.low_) - q * b.low_;
    return sum(q, rest / b.high_);
  }
  double_double& operator+=(const double_double& b) { return *this = *this + b; }
  double_double& operator-=(const double_double& b) { return *this = *this - b; }
  double_double& operator*=(const double_double& b) { return *this = *this * b; }
  double_double& operator/=(const double_double& b) { return *this = *this / b; }

  friend bool operator==(const double_double& a, const double_double& b) {
    return a.high_ == b.high_ && a.low_ == b.low_;
  }
  friend bool operator<(const double_double& a, const double_double& b) {
    return a.high_ < b.high_ || (a.high_ == b.high_ && a.low_ < b.low_);
  }
  friend bool operator>(const double_double& a, const double_double& b) { return b < a; }
  friend bool operator<=(const double_double& a, const double_double& b) {
    return a.high_ < b.high_ || (a.high_ == b.high_ && a.low_ <= b.low_);
  }
  friend bool operator>=(const double_double& a, const double_double& b) { return b <= a; }

  friend double_double abs(const double_double& x) { return x.high_ < 0 ? -x : x; }
  friend double_double sqrt(const double_double& x) {
    const double r = std::sqrt(x.high_);
    if (!(r > 0) || !std::isfinite(r)) {
      return r;
    }
    const double p = r * r;
    const double_double rest = x - double_double(p, std::fma(r, r, -p));
    return sum(r, rest.high_ / (2 * r));
  }

 private:
  double_double(double high, double low) : high_(high), low_(low) {}
  /// a + b exactly.
  static double_double exact_sum(double a, double b) {
    const double s = a + b;
    const double t = s - a;
    return {s, (a - (s - t)) + (b - t)};
  }

  double high_ = 0;
  double low_ = 0;
};

// Not in line: lib/scalar/double_double.cpp. Errors of a few 2^-106, relative to 1 for sine and cosine.
double_double sin(const double_double& x);
double_double cos(const double_double& x);
double_double tan(const double_double& x);
double_double asin(const double_double& x);
double_double acos(const double_double& x);
double_double atan(const double_double& x);
double_double sinh(const double_double& x);
double_double cosh(const double_double& x);
double_double tanh(const double_double& x);
double_double asinh(const double_double& x);
double_double acosh(const double_double& x);
double_double atanh(const double_double& x);
double_double exp(const double_double& x);
double_double log(const double_double& x);
double_double atan2(const double_double& y, const double_double& x);
double_double pow(const double_double& x, const double_double& y);

/// s = sin x, c = cos x
void set_sin_cos(double_double& s, double_double& c, const double_double& x);
/// π
template <std::same_as<double_double> T>
T pi() {
  return double_double::sum(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);
}

template <>
struct scalar_traits<double_double> {
  using coarser = double;
  static constexpr int bits() { return 106; }
  static double_double epsilon() { return 0x1p-105; }
  static bool finite(const double_double& x) { return std::isfinite(x.high()); }
  static double to_double(const double_double& x) { return x.high(); }
  static double_double magnitude(const double_double& x) { return abs(x); }
};

namespace detail {
/// x 2^-exponent, from the upper 128 bits.
double_double double_double_from_mpfr(mpfr_srcptr x, long exponent = 0);
/// r ← x 2^exponent, rounded to the precision of r.
void mpfr_from_double_double(mpfr_ptr r, const double_double& x, long exponent = 0);
#if PLUMBLINE_HAS_QUAD
double_double double_double_from_quad(const quad& x);
quad quad_from_double_double(const double_double& x);
#endif
}  // namespace detail

template <class From>
struct scalar_cast_to<double_double, From> {
  static double_double cast(const From& x) {
    if constexpr (mpfr_scalar<From>) {
      return detail::double_double_from_mpfr(x.backend().data());
    } else if constexpr (std::same_as<From, double>) {
      return x;
#if PLUMBLINE_HAS_QUAD
    } else if constexpr (std::same_as<From, quad>) {
      return detail::double_double_from_quad(x);
#endif
    } else {
      const auto high = static_cast<double>(x);
      return std::isfinite(high) ? double_double::sum(high, static_cast<double>(x - From(high)))
                                 : double_double(high);
    }
  }
};
template <class To>
struct scalar_cast_to<To, double_double> {
  static To cast(const double_double& x) {
    if constexpr (mpfr_scalar<To>) {
      To r;
      detail::mpfr_from_double_double(r.backend().data(), x);
      return r;
    } else if constexpr (std::same_as<To, double>) {
      return x.high();
#if PLUMBLINE_HAS_QUAD
    } else if constexpr (std::same_as<To, quad>) {
      return detail::quad_from_double_double(x);
#endif
    } else {
      return To(x.high()) + To(x.low());
    }
  }
};

}  // namespace plumbline

namespace std {
template <>
class numeric_limits<plumbline::double_double> : public numeric_limits<double> {
 public:
  static constexpr int digits = 106;
  static plumbline::double_double epsilon() { return 0x1p-105; }
};
}  // namespace std

namespace Eigen {
template <>
struct NumTraits<plumbline::double_double> : GenericNumTraits<double> {
  using Real = plumbline::double_double;
  using NonInteger = plumbline::double_double;
  using Nested = plumbline::double_double;
  using Literal = plumbline::double_double;
  enum { RequireInitialization = 0, ReadCost = 2, AddCost = 20, MulCost = 10 };
};
}  // namespace Eigen
