// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Lagrange top after its conserved momenta p_φ and p_ψ have been put in: a first-order system in (φ, θ, ξ)
// (TOP (18ad), (18af); with the values of its Table 6 it is (18aq)):
//
//   φ′ = (p_φ − p_ψ cos θ)/(I sin²θ),   θ′ = ξ,   ξ′ = (A + φ′² cos θ − (p_ψ/I) φ′) sin θ,   A = mass g l/I
//
// It keeps the energy of the nutation, E = ½ I ξ² + (p_φ − p_ψ cos θ)²/(2 I sin²θ) + I A cos θ. On the axis,
// sin θ = 0, the field is singular.
#pragma once

#include <plumbline/mechanics/first_order.hpp>
#include <plumbline/mechanics/parameters.hpp>
#include <plumbline/mechanics/system_info.hpp>
#include <plumbline/scalar/functions.hpp>

#include <array>

namespace plumbline {

template <class T>
struct reduced_lagrange_top {
  T I{1};
  T A{1};
  T pphi{0};
  T ppsi{0};

  static auto parameters() {
    using self = reduced_lagrange_top;
    return std::array{
        parameter<self>{"I", "kg m^2", "1",
                        "moment of inertia about the fixed point, across the symmetry axis",
                        &self::I, parameter_domain::positive},
        parameter<self>{"A", "1/s^2", "4*pi^2", "mass g l/I, the strength of gravity", &self::A},
        parameter<self>{"pphi", "kg m^2/s", "2*pi*sqrt(3)", "momentum about the vertical",
                        &self::pphi},
        parameter<self>{"ppsi", "kg m^2/s", "4*pi", "momentum about the symmetry axis",
                        &self::ppsi}};
  }
  static system_info info() {
    return {.name = "reduced-lagrange-top",
            .summary = "the Lagrange top with its conserved momenta put in, first-order form",
            .formula =
                "phi' = (pphi - ppsi cos theta)/(I sin^2 theta), theta' = xi, "
                "xi' = (A + phi'^2 cos theta - ppsi phi'/I) sin theta",
            .source = "TOP section 4.3, Table 6",
            .start = {{"phi", "0"}, {"theta", "pi/6"}, {"xi", "0"}},
            .aliases = {"phi", "theta", "xi"},
            .singular = "Euler angles are singular on the axis, sin theta = 0"};
  }

  static constexpr int dimension() { return 3; }

  template <class S>
  void field(std::span<const S> y, std::span<S> dy) const {
    const auto theta = sin_cos(y[1]);
    const S precession = (pphi - ppsi * theta.cos) / (I * (theta.sin * theta.sin));
    dy[0] = precession;
    dy[1] = y[2];
    dy[2] = (A + precession * precession * theta.cos - ppsi / I * precession) * theta.sin;
  }
  template <class S>
  S energy(std::span<const S> y) const {
    const auto theta = sin_cos(y[1]);
    const S swing = (pphi - ppsi * theta.cos) / theta.sin;
    return (I * (y[2] * y[2]) + swing * swing / I) / 2 + I * A * theta.cos;
  }
};

}  // namespace plumbline
