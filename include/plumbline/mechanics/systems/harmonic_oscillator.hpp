// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The harmonic oscillator, L = ½ m v² − ½ k q².
#pragma once

#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
struct harmonic_oscillator {
  T m{1};
  T k{16};

  static auto parameters() {
    using self = harmonic_oscillator;
    return std::array{parameter<self>{"m", "kg", "1", "mass", &self::m, parameter_domain::positive},
                      parameter<self>{"k", "N/m", "16", "stiffness", &self::k}};
  }
  static system_info info() {
    return {.name = "harmonic-oscillator",
            .summary = "a mass on a linear spring",
            .formula = "L = m v^2/2 - k q^2/2",
            .source = "textbook; NX section 6 with m = 1, k = 16",
            .coordinate_unit = "m",
            .start = {{"q1", "1"}, {"p1", "0"}}};
  }

  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return (m * (v[0] * v[0]) - k * (q[0] * q[0])) / 2;
  }

  matrix<T> mass_matrix() const { return matrix<T>::Constant(1, 1, m); }
  matrix<T> stiffness_matrix() const { return matrix<T>::Constant(1, 1, k); }
};

}  // namespace plumbline
