// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A user's own scalar about which neither a sheet nor std::numeric_limits says how many digits it has.
// must say: this scalar has no sheet of facts: specialise plumbline::scalar_traits for it, with the static functions bits, epsilon, finite, to_double and magnitude
// at most: 6 lines
#include <plumbline/scalar/traits.hpp>

#include <Eigen/Core>

namespace mine {

struct number {
  number() = default;
  number(int n) : x(n) {}
  number& operator+=(const number& b) { return x += b.x, *this; }
  number& operator-=(const number& b) { return x -= b.x, *this; }
  number& operator*=(const number& b) { return x *= b.x, *this; }
  number& operator/=(const number& b) { return x /= b.x, *this; }
  friend number operator+(number a, const number& b) { return a += b; }
  friend number operator-(number a, const number& b) { return a -= b; }
  friend number operator*(number a, const number& b) { return a *= b; }
  friend number operator/(number a, const number& b) { return a /= b; }
  friend number operator-(const number& a) { return number(0) - a; }
  friend bool operator<(const number& a, const number& b) { return a.x < b.x; }
  friend bool operator==(const number& a, const number& b) { return a.x == b.x; }
  friend number abs(const number& a) { return a.x < 0 ? -a : a; }
  friend number sqrt(number a) { return a.x = std::sqrt(a.x), a; }
  friend number sin(number a) { return a.x = std::sin(a.x), a; }
  friend number cos(number a) { return a.x = std::cos(a.x), a; }
  double x = 0;
};

}  // namespace mine

#ifdef CORRECT
template <>
struct plumbline::scalar_traits<mine::number> {
  static int bits() { return 53; }
  static mine::number epsilon() { return mine::number(1) / (1 << 26) / (1 << 26); }
  static bool finite(const mine::number& x) { return std::isfinite(x.x); }
  static double to_double(const mine::number& x) { return x.x; }
  static mine::number magnitude(const mine::number& x) { return abs(x); }
};
#endif

template <>
struct Eigen::NumTraits<mine::number> : Eigen::GenericNumTraits<double> {
  using Real = mine::number;
  using NonInteger = mine::number;
  using Nested = mine::number;
};

mine::number step_of_differences() { return sqrt(plumbline::epsilon<mine::number>()); }
