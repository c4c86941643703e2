// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Two planar rigid bodies joined by a frictionless hinge, free of outer forces; q are their angles from the x-axis, and
// the centre of mass is at rest (NX (48) to (50), there printed with θ):
//
//   L = ½ J1 v1² + ½ J2 v2² + e d1 d2 cos(q2 − q1) v1 v2,   e = m1 m2/(m1 + m2),   J_i = I_i + e d_i²
//
// It keeps the energy, which is L, and the angular momentum p1 + p2.
#pragma once

#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
struct planar_two_body {
  T m1{1};
  T m2{1};
  T d1{1};
  T d2{1};
  T I1{1};
  T I2{1};

  static auto parameters() {
    using self = planar_two_body;
    return std::array{
        parameter<self>{"m1", "kg", "1", "mass of the first body", &self::m1,
                        parameter_domain::positive},
        parameter<self>{"m2", "kg", "2", "mass of the second body", &self::m2,
                        parameter_domain::positive},
        parameter<self>{"d1", "m", "1",
                        "distance of the first body's centre of mass from the hinge", &self::d1,
                        parameter_domain::non_negative},
        parameter<self>{"d2", "m", "3/2", "the same for the second body", &self::d2,
                        parameter_domain::non_negative},
        parameter<self>{"I1", "kg m^2", "1", "moment of inertia of the first body about its centre",
                        &self::I1, parameter_domain::non_negative},
        parameter<self>{"I2", "kg m^2", "3", "the same for the second body", &self::I2,
                        parameter_domain::non_negative}};
  }
  static system_info info() {
    return {.name = "planar-two-body",
            .summary = "two planar rigid bodies joined by a hinge, without outer forces",
            .formula =
                "L = J1 v1^2/2 + J2 v2^2/2 + e d1 d2 cos(q2-q1) v1 v2, e = m1 m2/(m1+m2), "
                "J1 = I1 + e d1^2, J2 = I2 + e d2^2",
            .source = "NX (48) to (50)",
            .start = {{"q1", "0"}, {"q2", "1"}, {"v1", "0"}, {"v2", "5"}}};
  }

  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    const T e = m1 * m2 / (m1 + m2);
    const S turn = cos(S(q[1] - q[0]));
    return (T(I1 + e * d1 * d1) * (v[0] * v[0]) + T(I2 + e * d2 * d2) * (v[1] * v[1])) / 2 +
           T(e * d1 * d2) * (turn * (v[0] * v[1]));
  }
};

}  // namespace plumbline
