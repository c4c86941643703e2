// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What stands behind PD's projection columns. They do not belong to leapfrog, c = 1/2 in (12), but to the map with
// c = −1 there, which is of order 1 only:
//
//   φ_1 = φ_0 + ε p_0 + ε² sin φ_0,   p_1 = p_0 + ε sin φ_0 − 2ε sin φ_1
//
// (the sequence φ_n is the standard discretization (11) all the same), and for the symmetric projection to the gradient
// at the unprojected point, x_1 = x̃_1 + λ ∇g(x̃_1), where (31) has ∇g(x_1). Only the tables that show what the paper
// printed use these; the projections of leapfrog are the catalogue's.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/math/scalar_newton.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/projection.hpp>

namespace plumbline::experiments::pd {

/// (12) with c = −1, for k = m = 1.
template <class T>
struct printed_map {
  solve_report step(phase_point<T>& z, const T& h) const {
    const T before = sin_cos(z.q[0]).sin;
    z.q[0] += h * (z.p[0] + h * before);
    z.p[0] += h * (before - sin_cos(z.q[0]).sin * 2);
    return is_finite(z.q[0]) && is_finite(z.p[0]) ? solve_report{}
                                                  : solve_report{solve_outcome::not_finite, 0, 0};
  }
};

/// (28) to (30) over that map.
template <class T>
using printed_standard_projection = standard_projection_stepper<T, pendulum<T>, printed_map<T>>;

/// (31) over that map with both gradients at unprojected points, for a trajectory that begins at (0, p0).
template <class T>
class printed_symmetric_projection {
 public:
  explicit printed_symmetric_projection(T p0) : p0_(std::move(p0)) {}

  /// z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    const T slope = sin_cos(z.q[0]).sin;
    const T p = z.p[0];
    const auto residual = [&](const T& lambda, T& defect) {
      moved_ = z;
      moved_.q[0] += lambda * slope;
      moved_.p[0] += lambda * p;
      const solve_report report = base_.step(moved_, h);
      moved_.q[0] += lambda * sin_cos(moved_.q[0]).sin;
      moved_.p[0] += lambda * moved_.p[0];
      defect = energy_defect(moved_.q[0], moved_.p[0]);
      return report;
    };
    const T steepness = (slope * slope + p * p) * 2;
    T lambda(0);
    const T scale = (p0_ * p0_ + p * p + T(4)) / steepness;
    const solve_report report = solve_scalar_secant(residual, lambda, steepness, scale);
    if (report.ok()) {
      z = moved_;
    }
    return report;
  }

 private:
  /// ½p² − cos φ − ½p0² + 1, from terms that are small where it is small.
  T energy_defect(const T& q, const T& p) const {
    const auto half = sin_cos(T(q / 2));
    const T sine = half.sin * half.sin;
    const T cosine = half.cos * half.cos;
    if (sine < cosine) {
      return (p - p0_) * (p + p0_) / 2 + sine * 2;
    }
    return p * p / 2 - cosine * 2 - (p0_ - T(2)) * (p0_ + T(2)) / 2;
  }

  T p0_;
  printed_map<T> base_;
  phase_point<T> moved_;
};

}  // namespace plumbline::experiments::pd
