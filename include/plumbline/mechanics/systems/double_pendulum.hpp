// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The double pendulum: two point masses on massless rods, angles from the vertical (QL (44)):
//
//   L = ½ (m1+m2) l1² v1² + ½ m2 l2² v2² + m2 l1 l2 v1 v2 cos(q1 − q2)
//       + (m1+m2) g l1 cos q1 + m2 g l2 cos q2
#pragma once

#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
struct double_pendulum {
  T m1{1};
  T m2{1};
  T g{1};
  T l1{1};
  T l2{1};

  static auto parameters() {
    using self = double_pendulum;
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
    return {.name = "double-pendulum",
            .summary = "two point masses on massless rods",
            .formula =
                "L = (m1+m2) l1^2 v1^2/2 + m2 l2^2 v2^2/2 + m2 l1 l2 v1 v2 cos(q1-q2) + "
                "(m1+m2) g l1 cos q1 + m2 g l2 cos q2",
            .source = "QL (44); TOP section 4.2",
            .start = {{"q1", "pi/4"}, {"q2", "pi/3"}, {"p1", "0"}, {"p2", "0"}}};
  }

  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    const S a = l1 * v[0];
    const S b = l2 * v[1];
    return ((m1 + m2) * (a * a) + m2 * (b * b)) / 2 + m2 * (a * b) * cos(S(q[0] - q[1])) +
           ((m1 + m2) * g * l1) * cos(q[0]) + (m2 * g * l2) * cos(q[1]);
  }
};

}  // namespace plumbline
