// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A mass on a bilinear elastic spring (NX, counter example 4; the printed law jumps at x = −1, this one is odd):
//
//   m x″ + F(x) = 0,   F = k x                                               for |x| ≤ yield
//                      F = sign(x) k (yield + hardening (|x| − yield))       beyond
//
// It keeps E = ½ m v² + V(x), V = ½ k x² inside, ½ k yield² + k yield d + ½ k hardening d² with d = |x| − yield beyond. F is
// continuous, its slope is not: the third derivative of the motion jumps where |x| = yield, and a step of high
// order across that point loses its order. The zones are −1, 0, 1, each with a linear law of its own.
#pragma once

#include <plumbline/mechanics/second_order.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

/// m x″ + k x = p with constant p: the law of one zone of a piecewise linear oscillator.
template <class T>
struct linear_law {
  T m{1};
  T k{0};
  T p{0};
  T rest{0};  ///< energy at x = v = 0

  static constexpr int dimension() { return 1; }
  template <class S>
  void inertia(std::span<const S>, std::span<const S>, std::span<const S> a, std::span<S> r) const {
    r[0] = m * a[0];
  }
  template <class S>
  void force(std::span<const S> x, std::span<const S>, std::span<S> f) const {
    f[0] = k * x[0];
  }
  template <class S>
  S energy(std::span<const S> x, std::span<const S> v) const {
    return (m * (v[0] * v[0]) + k * (x[0] * x[0])) / 2 - p * x[0] + rest;
  }
  template <class S>
  void load(const S& /*t*/, std::span<S> load) const {
    load[0] = p;
  }

  matrix<T> mass_matrix() const { return matrix<T>::Constant(1, 1, m); }
  matrix<T> damping_matrix() const { return matrix<T>::Constant(1, 1, T(0)); }
  matrix<T> stiffness_matrix() const { return matrix<T>::Constant(1, 1, k); }
};

template <class T>
struct bilinear_oscillator {
  T m{1};
  T k{1};
  T yield{1};
  T hardening{1};

  static auto parameters() {
    using self = bilinear_oscillator;
    return std::array{
        parameter<self>{"m", "kg", "1", "mass", &self::m, parameter_domain::positive},
        parameter<self>{"k", "N/m", "10", "stiffness within the yield displacement", &self::k,
                        parameter_domain::positive},
        parameter<self>{"yield", "m", "1", "displacement beyond which the stiffness is another",
                        &self::yield, parameter_domain::positive},
        parameter<self>{"hardening", "", "1/2", "stiffness beyond, as a fraction of k",
                        &self::hardening}};
  }
  static system_info info() {
    return {.name = "bilinear-oscillator",
            .summary = "a mass on a spring that is linear piece by piece",
            .formula =
                "m x'' + F(x) = 0, F = k x for |x| <= yield, "
                "F = sign(x) k (yield + hardening (|x| - yield)) beyond",
            .source = "NX section 7.4",
            .coordinate_unit = "m",
            .start = {{"x1", "2"}, {"v1", "0"}}};
  }

  static constexpr int dimension() { return 1; }
  T energy(std::span<const T> x, std::span<const T> v) const {
    const int z = side(x[0]);
    const T kinetic = m * (v[0] * v[0]) / 2;
    if (z == 0) {
      return kinetic + k * (x[0] * x[0]) / 2;
    }
    const T beyond = x[0] * z - yield;
    return kinetic +
           k * (T(yield * yield) / 2 + yield * beyond + hardening * (beyond * beyond) / 2);
  }

  /// Within a few units of rounding of a boundary the velocity decides: it is there that a cut step ends.
  int zone(std::span<const T> x, std::span<const T> v) const {
    const int sign = x[0] < T(0) ? -1 : 1;
    const T beyond = x[0] * sign - yield;
    if (yield * epsilon<T>() * 16 < scalar_traits<T>::magnitude(T(beyond))) {
      return side(x[0]);
    }
    return T(0) < v[0] * sign ? sign : 0;
  }
  int next_zone(int z, std::span<const T> x) const { return z != 0 ? 0 : x[0] < T(0) ? -1 : 1; }
  T outside(int z, std::span<const T> x) const {
    return z == 0 ? T((x[0] < T(0) ? T(-x[0]) : x[0]) - yield) : T(yield - x[0] * z);
  }
  linear_law<T> law(int z) const {
    if (z == 0) {
      return {m, k, T(0), T(0)};
    }
    const T step = k * (yield - hardening * yield);
    return {m, k * hardening, -step * z, -step * yield / 2};
  }

 private:
  int side(const T& x) const { return x < -yield ? -1 : yield < x ? 1 : 0; }
};

}  // namespace plumbline
