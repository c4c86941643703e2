// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The two integrable maps of Suris (1989) for the pendulum φ″ = −k sin φ, with V = −m k cos φ and momentum p = m φ̇
// (PD (32) to (39), where m = 1):
//
//   p_1 = p_0 + m h F(φ_0),   φ_1 = φ_0 + h p_1/m
//
//   1:  F = −(2/h²) arg(2 + k h² e^{iφ}) = −(2/h²) arctan(k h² sin φ / (2 + k h² cos φ))       (34)
//   2:  F = −(4/h²) arg(4 + k h² e^{iφ}) = −(4/h²) arctan(k h² sin φ / (4 + k h² cos φ))       (35)
//
// with the branch of the arctangent that is continuous in h from h = 0: the argument of the complex number, also where
// the denominator is negative. Symplectic, and each keeps an integral of motion that tends to the energy, with
// u = p/m:
//
//   1:  m ((1 − cos hu)/h² − (k/2)(cos φ + cos(φ − hu)))                                        (37)
//   2:  m ((4/h²)(1 − cos(hu/2)) − k cos(φ − hu/2))                                             (39)
//
// p_1 = m (φ_1 − φ_0)/h is the momentum of half a step earlier: the configurations are of order 2 in the two-step
// form (33), the map of (φ, p) is of order 1.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/step_invariant.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/scalar/elementary.hpp>

#include <string>

namespace plumbline {

enum class suris_map { first = 1, second = 2 };

inline scheme_info suris_info(suris_map map) {
  const bool one = map == suris_map::first;
  return {
      .name = one ? "suris1" : "suris2",
      .summary = std::string("the ") + (one ? "first" : "second") +
                 " integrable map of Suris for the pendulum",
      .order = 1,
      .symmetric = false,
      .symplectic = true,
      .conserves = {.integral = one ? "(1 - cos hp)/h^2 - k (cos q + cos(q - hp))/2, m = 1"
                                    : "4 (1 - cos(hp/2))/h^2 - k cos(q - hp/2), m = 1"},
      .formula = one ? "q_2 - 2 q_1 + q_0 = -2 arg(2 + k h^2 exp(i q_1)), p_1 = m (q_1 - q_0)/h"
                     : "q_2 - 2 q_1 + q_0 = -4 arg(4 + k h^2 exp(i q_1)), p_1 = m (q_1 - q_0)/h",
      .reference = one ? "PD (34)" : "PD (35)"};
}

/// The integral of motion of a Suris map with step h, (37) or (39); its limit, the energy −m k at rest below, for h → 0.
template <class T>
T suris_integral(suris_map map, const T& mass, const T& k, const T& phi, const T& p, const T& h) {
  // (1 − cos x) = 2 sin²(x/2)
  const T turn = h * p / mass;
  if (map == suris_map::first) {
    const T s = sin_cos(T(turn / 2)).sin / h;
    return mass * (s * s * 2 - k * (sin_cos(phi).cos + sin_cos(T(phi - turn)).cos) / 2);
  }
  const T s = sin_cos(T(turn / 4)).sin / h;
  return mass * (s * s * 8 - k * sin_cos(T(phi - turn / 2)).cos);
}

/// One-step map of the pendulum with mass (moment of inertia) m and k = ω².
template <class T>
class suris_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  suris_stepper(suris_map map, T mass, T k)
      : map_(map),
        base_(map == suris_map::first ? 2 : 4),
        mass_(std::move(mass)),
        k_(std::move(k)) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) const {
    const T strength = k_ * (h * h);
    const auto sc = sin_cos(z.q[0]);
    T turn;
    set_atan2(turn, T(strength * sc.sin), T(strength * sc.cos + base_));
    turn *= T(base_);
    const T p = z.p[0] - T(mass_ / h) * turn;
    const T q = z.q[0] + T(h / mass_) * p;
    if (!is_finite(q) || !is_finite(p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    z.q[0] = q;
    z.p[0] = p;
    return {};
  }

  /// The integral of motion of steps of length h.
  step_invariant<T> own_invariant(const T& h) const {
    return {"suris-integral", [map = map_, m = mass_, k = k_, h](const phase_point<T>& z) {
              return suris_integral(map, m, k, z.q[0], z.p[0], h);
            }};
  }

 private:
  suris_map map_;
  int base_;
  T mass_;
  T k_;
};

}  // namespace plumbline
