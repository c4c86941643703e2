// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact discretization of the harmonic oscillator (PD (48), (49); Agarwal 1992), about the stable equilibrium q*
// of a system of one degree of freedom, with ω0² = V″(q*)/m and x = q − q*:
//
//   x_1 = x_0 cos ω0h + (p_0/(m ω0)) sin ω0h,   p_1 = p_0 cos ω0h − m ω0 x_0 sin ω0h
//
//   two-step form  x_2 − 2 x_1 cos ω0h + x_0 = 0,   p_n = m ω0 (x_{n+1} − x_n cos ω0h)/sin ω0h
//
// This rotation is made of three shears (Paeth, A fast algorithm for general raster rotation, Graphics Interface 1986), with
// y = p/(m ω0) and θ = ω0h. Where the cosine is negative, θ ∓ π stands for θ, and the opposite of the result is taken.
//
//   x ← x + tan(θ/2) y,   y ← y − sin θ x,   x ← x + tan(θ/2) y
//
// Each shear keeps the area whatever its factor is. A rotation by a rounded sine and cosine does not keep it, because their
// squares do not add up to one: the energy would drift by that in every step.
//
// The flow of the linearised equation: exact for every h where V is quadratic. Of a nonlinear potential it sees the
// linear part alone, so there its order is 0: small oscillations are what it is for. Symmetric, symplectic, and it
// keeps p²/(2m) + m ω0² x²/2.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/mechanics/separable.hpp>

namespace plumbline {

inline scheme_info exact_oscillator_info() {
  return {.name = "exact-oscillator",
          .summary =
              "the exact flow of small oscillations: exact for an oscillator, of order 0 elsewhere",
          .order = 0,
          .symmetric = true,
          .symplectic = true,
          .conserves = {.integral = "p^2/(2 m) + m w^2 x^2/2"},
          .formula =
              "x_2 - 2 x_1 cos wh + x_0 = 0, p_0 = m w (x_1 - x_0 cos wh)/sin wh, "
              "x = q - q*, w^2 = V''(q*)/m",
          .reference = "PD (48), (49)",
          .on_linear = {.symmetric = true, .symplectic = true, .exact = true}};
}

/// One-step map for one system. The constructor throws domain_error for a system without a stable equilibrium.
template <class T, class System>
class exact_oscillator_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  explicit exact_oscillator_stepper(System system) {
    separable<T> s(system);
    const auto rest = find_stable_equilibrium(s);
    position_ = rest.position;
    frequency_ = rest.frequency;
    scale_ = s.mass() * rest.frequency;
  }

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) const {
    const auto turn = sin_cos(T(frequency_ * h));
    const bool turns_over = turn.cos < T(0);
    const T sine = turns_over ? T(-turn.sin) : turn.sin;
    const T half = sine / (T(1) + (turns_over ? T(-turn.cos) : turn.cos));
    const T by_momentum = half / scale_;
    const T before = z.q[0] - position_;
    const T middle = before + by_momentum * z.p[0];
    T p = z.p[0] - sine * scale_ * middle;
    T x = middle + by_momentum * p;
    if (turns_over) {
      x = -x;
      p = -p;
    }
    const T q = position_ + x;
    if (!is_finite(q) || !is_finite(p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    z.q[0] = q;
    z.p[0] = p;
    return {};
  }

 private:
  T position_;
  T frequency_;
  T scale_;
};

}  // namespace plumbline
