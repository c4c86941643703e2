// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A complex number over any scalar: std::complex is unspecified for types other than the built-in
// floating-point ones. Only what the Weierstrass functions and the Lagrange top need.
#pragma once

#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/guard.hpp>

#include <cmath>
#include <utility>

namespace plumbline {

/// re + i im.
template <class T>
struct complex {
  T re{};
  T im{};

  complex() = default;
  complex(T real_part, T imaginary_part)
      : re(std::move(real_part)), im(std::move(imaginary_part)) {}
  explicit complex(T real_part) : re(std::move(real_part)), im(T(0)) {}

  friend complex operator+(const complex& a, const complex& b) {
    return {a.re + b.re, a.im + b.im};
  }
  friend complex operator-(const complex& a, const complex& b) {
    return {a.re - b.re, a.im - b.im};
  }
  friend complex operator-(const complex& a) { return {-a.re, -a.im}; }
  friend complex operator*(const complex& a, const complex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend complex operator*(const T& a, const complex& b) { return {a * b.re, a * b.im}; }
  friend complex operator*(const complex& a, const T& b) { return {a.re * b, a.im * b}; }
  friend complex operator+(const complex& a, const T& b) { return {a.re + b, a.im}; }
  friend bool operator==(const complex& a, const complex& b) {
    return a.re == b.re && a.im == b.im;
  }
};

template <class T>
complex<T> conj(const complex<T>& a) {
  return {a.re, -a.im};
}

/// i a.
template <class T>
complex<T> times_i(const complex<T>& a) {
  return {-a.im, a.re};
}

template <class T>
complex<T> square(const complex<T>& a) {
  return {(a.re - a.im) * (a.re + a.im), a.re * a.im * 2};
}
template <real T>
T square(const T& a) {
  return a * a;
}

/// a / b. |b|² must stay inside the exponent range.
template <class T>
complex<T> operator/(const complex<T>& a, const complex<T>& b) {
  const T norm = b.re * b.re + b.im * b.im;
  return {(a.re * b.re + a.im * b.im) / norm, (a.im * b.re - a.re * b.im) / norm};
}

template <class T>
bool is_finite(const complex<T>& a) {
  return is_finite(a.re) && is_finite(a.im);
}

/// The e with 2^(e-1) <= max(|re|, |im|) < 2^e; a large negative number for 0.
template <class T>
long binary_exponent(const complex<T>& a) {
  const long re = binary_exponent(a.re);
  const long im = binary_exponent(a.im);
  return re < im ? im : re;
}

/// Sine and cosine of a complex number, each component to full relative accuracy where the sine and
/// the cosine of the real part have it.
template <class W>
sin_cos_pair<complex<W>> sin_cos(const complex<W>& v) {
  using std::abs;
  using std::expm1;
  const sin_cos_pair<W> x = sin_cos(v.re);
  const W y = abs(v.im);
  W sinh_y;
  W cosh_y;
  if (binary_exponent(y) < 0) {
    const W s = expm1(y);
    const W r = s / (s + 1);
    sinh_y = (s + r) / 2;
    cosh_y = s * r / 2 + 1;
  } else {
    W s;
    set_exp(s, y);
    const W r = W(1) / s;
    sinh_y = (s - r) / 2;
    cosh_y = (s + r) / 2;
  }
  if (v.im < W(0)) {
    sinh_y = -sinh_y;
  }
  return {{x.sin * cosh_y, x.cos * sinh_y}, {x.cos * cosh_y, W(-(x.sin * sinh_y))}};
}

/// exp(x).
template <class W>
complex<W> exponential(const complex<W>& x) {
  W r;
  set_exp(r, x.re);
  if (x.im == W(0)) {
    return complex<W>(r);
  }
  const sin_cos_pair<W> s = sin_cos(x.im);
  return {r * s.cos, r * s.sin};
}

}  // namespace plumbline
