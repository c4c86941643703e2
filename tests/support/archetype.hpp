// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The least that a scalar may be: just the operations of the concept `real`, no implicit conversion from or to
// double. Whatever compiles with it assumes nothing more. (Inside it is a double.)
#pragma once

#include <plumbline/scalar/traits.hpp>

#include <Eigen/Core>

#include <cmath>

namespace plumbline::test {

class archetype {
 public:
  archetype() = default;
  archetype(int x) : x_(x) {}
  static archetype of(double x) {
    archetype a;
    a.x_ = x;
    return a;
  }
  double inside() const { return x_; }

  archetype& operator+=(const archetype& b) { return *this = *this + b; }
  archetype& operator-=(const archetype& b) { return *this = *this - b; }
  archetype& operator*=(const archetype& b) { return *this = *this * b; }
  archetype& operator/=(const archetype& b) { return *this = *this / b; }
  friend archetype operator+(const archetype& a, const archetype& b) { return of(a.x_ + b.x_); }
  friend archetype operator-(const archetype& a, const archetype& b) { return of(a.x_ - b.x_); }
  friend archetype operator*(const archetype& a, const archetype& b) { return of(a.x_ * b.x_); }
  friend archetype operator/(const archetype& a, const archetype& b) { return of(a.x_ / b.x_); }
  friend archetype operator-(const archetype& a) { return of(-a.x_); }
  friend bool operator<(const archetype& a, const archetype& b) { return a.x_ < b.x_; }
  friend bool operator==(const archetype& a, const archetype& b) { return a.x_ == b.x_; }
  friend archetype abs(const archetype& a) { return of(std::abs(a.x_)); }
  friend archetype sqrt(const archetype& a) { return of(std::sqrt(a.x_)); }
  friend archetype sin(const archetype& a) { return of(std::sin(a.x_)); }
  friend archetype cos(const archetype& a) { return of(std::cos(a.x_)); }

 private:
  double x_ = 0;
};

}  // namespace plumbline::test

template <>
struct plumbline::scalar_traits<plumbline::test::archetype> {
  using A = plumbline::test::archetype;
  static int bits() { return 53; }
  static A epsilon() { return A::of(0x1p-52); }
  static bool finite(const A& x) { return std::isfinite(x.inside()); }
  static double to_double(const A& x) { return x.inside(); }
  static A magnitude(const A& x) { return abs(x); }
};

template <>
struct Eigen::NumTraits<plumbline::test::archetype> : Eigen::NumTraits<double> {
  using Real = plumbline::test::archetype;
  using NonInteger = plumbline::test::archetype;
  using Nested = plumbline::test::archetype;
  enum { RequireInitialization = 1 };
};
