// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The discrete gradient method for one degree of freedom, L = ½ m v² − V(q) (PD (45); Gonzalez 1996), and its
// modification that is exact for small oscillations (PD (55), (56)):
//
//   (q_1 − q_0)/δ = (p_0 + p_1)/(2m),   (p_1 − p_0)/δ = −Q(q_0, q_1),   Q(a, b) = (V(b) − V(a))/(b − a)
//
//   plain: δ = h      modified: δ = (2/ω0) tan(ω0 h/2),  ω0² = V″(q*)/m at the stable equilibrium q*
//
// Order 2, symmetric; the energy is kept exactly. Not symplectic, but on a linear system: there the plain scheme is the
// midpoint rule and the modified one the exact flow, for every h.
//
// The unknown is the increment u = q_1 − q_0, F(u) = u − (δ/m) p_0 + (δ²/2m) Q(q_0, q_0 + u) = 0. With |V″| ≤ m ω²,
// F′ ≥ 1 − ω²δ²/4: the root is unique while |ωδ| < 2, which for the modified scheme on the pendulum is |ωh| < π/2.
// Beyond, the step takes the root that is joined to u = δ p_0/m by a branch with F′ > 0, and says `singular` where
// that branch ends before the root.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/math/scalar_newton.hpp>
#include <plumbline/mechanics/separable.hpp>

namespace plumbline {

enum class gradient_step { plain, modified };

inline scheme_info discrete_gradient_info(gradient_step kind) {
  const bool plain = kind == gradient_step::plain;
  return {.name = plain ? "discrete-gradient" : "modified-discrete-gradient",
          .summary = plain ? "the discrete gradient method: keeps the energy"
                           : "the discrete gradient method, exact for small oscillations",
          .order = 2,
          .symmetric = true,
          .symplectic = false,
          .conserves = "energy",
          .formula = std::string("(q_1 - q_0)/d = (p_0 + p_1)/(2 m), ") +
                     "(p_1 - p_0)/d = -(V(q_1) - V(q_0))/(q_1 - q_0), " +
                     (plain ? "d = h" : "d = (2/w) tan(w h/2), w^2 = V''(q*)/m"),
          .reference = plain ? "PD (45)" : "PD (55), (56)",
          .on_linear = {.symmetric = true, .symplectic = true, .exact = !plain}};
}

namespace detail {

/// The step of length δ with quotient(q_0, q_1 − q_0) → {Q, ∂Q/∂q_1}.
template <class T, class Quotient>
solve_report gradient_step_by(separable<T>& system, Quotient&& quotient, phase_point<T>& z,
                              const T& delta) {
  using std::abs;
  const T& q0 = z.q[0];
  const T& p0 = z.p[0];
  const T weight = delta * delta / (system.mass() * 2);
  const T path = delta / system.mass() * p0;
  T u = path;
  T at(0);
  difference_quotient_value<T> slope{T(0), T(0)};
  const solve_report report = solve_scalar_newton(
      [&](const T& x) {
        at = x;
        slope = quotient(q0, x);
        return value_and_slope<T>{(x - path) + weight * slope.value, T(1) + weight * slope.slope};
      },
      u, T(abs(path)));
  if (!report.ok()) {
    return report;
  }
  // Of the two equations for p_1 the one that multiplies rounding errors less. The last correction of u has not been
  // evaluated: Q to first order in it is Q to rounding.
  const bool gentle = weight * slope.slope < T(1);
  const T p = gentle ? T(p0 - delta * (slope.value + slope.slope * (u - at)))
                     : T(system.mass() * 2 / delta * u - p0);
  const T q = q0 + u;
  if (!is_finite(q) || !is_finite(p)) {
    return {solve_outcome::not_finite, report.iterations, report.residual};
  }
  z.q[0] = q;
  z.p[0] = p;
  return report;
}

}  // namespace detail

/// One-step map for one system of one degree of freedom. The constructor of the modified scheme throws domain_error for
/// a system without a stable equilibrium.
template <class T, class System>
class discrete_gradient_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  discrete_gradient_stepper(gradient_step kind, System system)
      : kind_(kind), system_(std::move(system)) {
    if (kind_ == gradient_step::modified) {
      frequency_ = find_stable_equilibrium(system_).frequency;
    }
  }

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    return detail::gradient_step_by(
        system_, [this](const T& a, const T& length) { return system_.quotient_along(a, length); },
        z, effective_step(h));
  }

 private:
  T effective_step(const T& h) const {
    if (kind_ == gradient_step::plain) {
      return h;
    }
    const auto half = sin_cos(T(frequency_ * h / 2));
    return half.sin / half.cos * 2 / frequency_;
  }

  gradient_step kind_;
  separable<T> system_;
  T frequency_{0};
};

/// The midpoint rule for constant mass (PD (23)): V′ at the midpoint takes the place of Q. The same map as the variational
/// `midpoint`, at the cost of a loop written by hand.
template <class T, class System>
class separable_midpoint_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  explicit separable_midpoint_stepper(System system) : system_(std::move(system)) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    return detail::gradient_step_by(
        system_,
        [this](const T& a, const T& length) {
          const auto middle = system_.potential_slope(T(a + length / 2));
          return difference_quotient_value<T>{middle.value, T(middle.slope / 2)};
        },
        z, h);
  }

 private:
  separable<T> system_;
};

}  // namespace plumbline
