// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The simple pendulum, L = ½ m v² − m ω² (1 − cos q); momentum p = m q̇.     (SL, PD with m = ω = 1)
#pragma once

#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
struct pendulum {
  T m{1};
  T omega{1};

  static auto parameters() {
    using self = pendulum;
    return std::array{parameter<self>{"m", "kg m^2", "1", "moment of inertia", &self::m,
                                      parameter_domain::positive},
                      parameter<self>{"omega", "rad/s", "2*pi", "frequency of small oscillations",
                                      &self::omega, parameter_domain::positive}};
  }
  static system_info info() {
    return {.name = "pendulum",
            .summary = "the simple pendulum",
            .formula = "L = m v^2/2 - m omega^2 (1 - cos q)",
            .source = "SL section 4; PD (9)",
            .start = {{"q1", "pi/2"}, {"p1", "0"}}};
  }

  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    return m * (v[0] * v[0]) / 2 - (m * omega * omega) * (S(1) - cos(q[0]));
  }
};

}  // namespace plumbline
