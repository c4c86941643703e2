// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Lagrange top: a symmetric top with one fixed point in uniform gravity, Euler angles q = (φ, θ, ψ) (TOP section 3):
//
//   L = ½ I (θ̇² + φ̇² sin²θ) + ½ I3 (ψ̇ + φ̇ cos θ)² − mass g l cos θ
//
// φ and ψ do not occur: p_φ and p_ψ are constant. On the axis sin θ = 0 the mass matrix is singular.
#pragma once

#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
struct lagrange_top {
  T mass{1};
  T I{1};
  T I3{1};
  T l{1};
  T g{1};

  static auto parameters() {
    using self = lagrange_top;
    return std::array{
        parameter<self>{"mass", "kg", "0.1", "mass", &self::mass, parameter_domain::positive},
        parameter<self>{"I", "kg m^2", "0.002329969592394382",
                        "moment of inertia about the fixed point, across the symmetry axis",
                        &self::I, parameter_domain::positive},
        parameter<self>{"I3", "kg m^2", "0.000125", "moment of inertia about the symmetry axis",
                        &self::I3, parameter_domain::positive},
        parameter<self>{"l", "m", "0.15", "distance from the fixed point to the centre of mass",
                        &self::l},
        parameter<self>{"g", "m/s^2", "9.81", "gravity", &self::g}};
  }
  static system_info info() {
    return {
        .name = "lagrange-top",
        .summary = "a symmetric top with one fixed point, Euler angles (phi, theta, psi)",
        .formula = "L = I (v2^2 + v1^2 sin^2 q2)/2 + I3 (v3 + v1 cos q2)^2/2 - mass g l cos q2",
        .source = "TOP section 3, Table 3",
        .start =
            {{"q1", "0"}, {"q2", "pi/3"}, {"q3", "0"}, {"v1", "9.2"}, {"v2", "0"}, {"v3", "252"}},
        .aliases = {"phi", "theta", "psi"},
        .singular = "Euler angles are singular on the axis, sin theta = 0"};
  }

  static constexpr int dimension() { return 3; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    const sin_cos_pair<S> theta = sin_cos(q[1]);
    const S across = v[0] * theta.sin;
    const S spin = v[2] + v[0] * theta.cos;
    return (I * (v[1] * v[1] + across * across) + I3 * (spin * spin)) / 2 -
           (mass * g * l) * theta.cos;
  }
};

}  // namespace plumbline
