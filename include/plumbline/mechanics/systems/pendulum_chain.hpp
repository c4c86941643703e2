// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A chain of n equal point masses on n equal massless rods, angles from the vertical: the double pendulum continued. The
// mass k is at l times the sums of sin q_j and of −cos q_j over j <= k, so
//
//   L = Σ_k ½ m l² ((Σ_{j<=k} v_j cos q_j)² + (Σ_{j<=k} v_j sin q_j)²) + m g l Σ_k Σ_{j<=k} cos q_j
//
// (e.g. V. I. Arnold, Mathematical Methods of Classical Mechanics, 1989, section 23 for small angles). The sums over j are
// continued from k to k + 1, so that the formula has about 10 n operations; M(q) is full.
#pragma once

#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
struct pendulum_chain {
  T m{1};
  T g{1};
  T l{1};
  int bodies = 2;  ///< n

  static auto parameters() {
    using self = pendulum_chain;
    return std::array{
        parameter<self>{"m", "kg", "1", "each mass", &self::m, parameter_domain::positive},
        parameter<self>{"g", "m/s^2", "9.81", "gravity", &self::g},
        parameter<self>{"l", "m", "g/(2*pi)^2", "length of each rod", &self::l,
                        parameter_domain::positive}};
  }
  static system_info info() {
    return {.name = "pendulum-chain",
            .summary = "n equal point masses on equal massless rods",
            .formula =
                "L = sum_k m l^2 ((sum_{j<=k} vj cos qj)^2 + (sum_{j<=k} vj sin qj)^2)/2 + "
                "m g l sum_k sum_{j<=k} cos qj",
            .source = "Arnold 1989, section 23",
            .start = {{"q1", "pi/4"}}};
  }

  int dimension() const { return bodies; }
  /// Of as many bodies as q has.
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    using std::sin;
    S along(0);
    S across(0);
    S height(0);
    S squares(0);
    S heights(0);
    for (std::size_t k = 0; k < q.size(); ++k) {
      const S c = cos(q[k]);
      along += v[k] * c;
      across += v[k] * sin(q[k]);
      height += c;
      squares += along * along + across * across;
      heights += height;
    }
    return m * l * (l * squares / 2 + g * heights);
  }
};

}  // namespace plumbline
