// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A body that falls, L = m v²/2 − m g q; momentum p = m q̇.
#include "systems/entries.hpp"
#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
struct falling_body {
  T m{1};
  T g{1};

  static auto parameters() {
    using self = falling_body;
    return std::array{parameter<self>{"m", "kg", "1", "mass", &self::m, parameter_domain::positive},
                      parameter<self>{"g", "m/s^2", "1", "gravity", &self::g}};
  }
  static system_info info() {
    return {.name = "falling-body",
            .summary = "a body that falls",
            .formula = "L = m v^2/2 - m g q",
            .source = "Galilei 1638",
            .start = {{"q1", "0"}, {"p1", "1"}}};
  }

  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return m * (v[0] * v[0]) / 2 - m * g * q[0];
  }
};

system_entry falling_body_entry() { return system_entry_of<falling_body>(); }

}  // namespace plumbline
