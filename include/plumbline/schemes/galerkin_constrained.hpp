// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Galerkin variational integrators (galerkin.hpp) of systems with constraints (mechanics/form.hpp).
//
// Holonomic constraints hold at the s + 1 Lobatto nodes d_a of the step, whatever the quadrature of L is, and the action has
// h Σ_a w_a λ_a·g(q_a, t_a) with the Lobatto weights w_a (Leyendecker, Marsden & Ortiz 2008, 3; Wenger, Ober-Blöbaum &
// Leyendecker 2017, 3, have the same for end points alone). With ψ = A v + a0 of all constraints, A = ∂g/∂q for these:
//
//   p_0 + ∂L_d/∂q_0 + h w_0 A(q_0)ᵀ λ_0 = 0
//         ∂L_d/∂q_a + h w_a A(q_a)ᵀ λ_a = 0        0 < a < s
//   g(q_a, t_a) = 0                                1 ≤ a ≤ s
//   ∂L/∂v (q_s, v_s) = ∂L_d/∂q_s + h w_s A(q_s)ᵀ λ_s,   ψ(q_s, v_s) = 0,   p_s = ∂L/∂v (q_s, v_s)
//
// In the place of conditions at nodes, the path polynomial obeys the nonholonomic constraints at the s Gauss points:
// discrete Lagrange–d'Alembert. The order is 2s in q, p and in the λ of the state; without nonholonomic constraints and
// forces the map is symplectic on the cotangent bundle of the constraint manifold. Degree 1 with constant M is RATTLE.
//
// The unknowns are u_a = q_a − q_0 and λ_0 … λ_{s−1}; the matrix of Newton's iteration is made of recorded derivatives.
#pragma once

#include <plumbline/schemes/galerkin.hpp>

#include <memory>

namespace plumbline {

/// One-step map of a Galerkin method for one system with constraints. A value with work space: keep it, step it.
template <class T>
class constrained_galerkin_stepper {
 public:
  /// Throws invalid_input for a system without constraints.
  constrained_galerkin_stepper(galerkin_tableau<T> tableau, const model<T>& system);
  constrained_galerkin_stepper(constrained_galerkin_stepper&&) noexcept;
  ~constrained_galerkin_stepper();

  /// z ← Φ_h(z) from the time t; h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& t, const T& h);

 private:
  class equations;
  std::unique_ptr<equations> equations_;
};

}  // namespace plumbline
