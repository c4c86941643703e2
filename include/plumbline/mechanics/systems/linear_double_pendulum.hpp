// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The double pendulum linearised about its rest position (QL (46) to (48)):
//
//   L = ½ v'M v − ½ q'K q,   M = [[(m1+m2) l1², m2 l1 l2], [m2 l1 l2, m2 l2²]],
//                            K = diag((m1+m2) g l1, m2 g l2)
//
// with the angles of both rods from the vertical as coordinates.
#pragma once

#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
struct linear_double_pendulum {
  T m1{1};
  T m2{1};
  T g{1};
  T l1{1};
  T l2{1};

  static auto parameters() {
    using self = linear_double_pendulum;
    return std::array{
        parameter<self>{"m1", "kg", "1", "upper mass", &self::m1, parameter_domain::positive},
        parameter<self>{"m2", "kg", "1", "lower mass", &self::m2, parameter_domain::positive},
        parameter<self>{"g", "m/s^2", "9.81", "gravity", &self::g},
        parameter<self>{"l1", "m", "g/(2*pi)^2", "length of the upper rod", &self::l1,
                        parameter_domain::positive},
        parameter<self>{"l2", "m", "g/(2*pi)^2", "length of the lower rod", &self::l2,
                        parameter_domain::positive}};
  }
  static system_info info() {
    return {.name = "linear-double-pendulum",
            .summary = "the double pendulum, linearised about its rest position",
            .formula =
                "L = v'M v/2 - q'K q/2, M = [[(m1+m2) l1^2, m2 l1 l2], [m2 l1 l2, m2 l2^2]], "
                "K = diag((m1+m2) g l1, m2 g l2)",
            .source = "QL (46) to (48)",
            .start = {{"q1", "0"}, {"q2", "pi/6"}, {"p1", "0"}, {"p2", "0"}}};
  }

  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    const S a = l1 * v[0];
    const S b = l2 * v[1];
    return ((m1 + m2) * (a * a) + m2 * (b * b) - ((m1 + m2) * g * l1) * (q[0] * q[0]) -
            (m2 * g * l2) * (q[1] * q[1])) /
               2 +
           m2 * (a * b);
  }

  matrix<T> mass_matrix() const {
    matrix<T> m(2, 2);
    m << (m1 + m2) * l1 * l1, m2 * l1 * l2, m2 * l1 * l2, m2 * l2 * l2;
    return m;
  }
  matrix<T> stiffness_matrix() const {
    matrix<T> k(2, 2);
    k << (m1 + m2) * g * l1, T(0), T(0), m2 * g * l2;
    return k;
  }
};

}  // namespace plumbline
