// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A damped mass on a linear spring under a decaying load (NX (46)):
//
//   m x″ + c x′ + k x = amplitude exp(−decay t) sin(frequency t + phase)
//
// The energy is ½ m v² + ½ k x², which neither damping nor load leave alone.
#pragma once

#include <plumbline/mechanics/second_order.hpp>
#include <plumbline/mechanics/system_info.hpp>
#include <plumbline/scalar/functions.hpp>

namespace plumbline {

template <class T>
struct damped_forced_oscillator {
  T m{1};
  T c{0};
  T k{1};
  T amplitude{0};
  T decay{0};
  T frequency{0};
  T phase{0};

  static auto parameters() {
    using self = damped_forced_oscillator;
    return std::array{
        parameter<self>{"m", "kg", "1", "mass", &self::m, parameter_domain::positive},
        parameter<self>{"c", "kg/s", "4", "damping", &self::c},
        parameter<self>{"k", "N/m", "13", "stiffness", &self::k},
        parameter<self>{"amplitude", "N", "1/3", "amplitude of the load", &self::amplitude},
        parameter<self>{"decay", "1/s", "2", "rate at which the load decays", &self::decay},
        parameter<self>{"frequency", "rad/s", "3", "frequency of the load", &self::frequency},
        parameter<self>{"phase", "rad", "0", "phase of the load", &self::phase}};
  }
  static system_info info() {
    return {.name = "damped-forced-oscillator",
            .summary = "a damped mass on a linear spring under a decaying sinusoidal load",
            .formula = "m x'' + c x' + k x = amplitude exp(-decay t) sin(frequency t + phase)",
            .source = "NX (46)",
            .coordinate_unit = "m",
            .start = {{"x1", "1"}, {"v1", "-2"}}};
  }

  static constexpr int dimension() { return 1; }
  template <class S>
  void inertia(std::span<const S>, std::span<const S>, std::span<const S> a, std::span<S> r) const {
    r[0] = m * a[0];
  }
  template <class S>
  void force(std::span<const S> x, std::span<const S> v, std::span<S> f) const {
    f[0] = c * v[0] + k * x[0];
  }
  template <class S>
  S energy(std::span<const S> x, std::span<const S> v) const {
    return (m * (v[0] * v[0]) + k * (x[0] * x[0])) / 2;
  }
  void load(const T& t, std::span<T> p) const {
    using std::exp;
    p[0] = amplitude * exp(T(-(decay * t))) * sin_cos(T(frequency * t + phase)).sin;
  }

  matrix<T> mass_matrix() const { return matrix<T>::Constant(1, 1, m); }
  matrix<T> damping_matrix() const { return matrix<T>::Constant(1, 1, c); }
  matrix<T> stiffness_matrix() const { return matrix<T>::Constant(1, 1, k); }
};

}  // namespace plumbline
