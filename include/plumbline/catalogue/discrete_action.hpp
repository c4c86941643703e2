// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The discrete action of a symplectic step (Q, P) = Φ_h(q, p): the function S with
//
//   dS = P dQ − p dq
//
// (Hairer, Lubich & Wanner, Geometric Numerical Integration, VI.5). Each family has its own formula:
//
//   Galerkin variational       L_d = h Σ b_i L(Q_i, V_i)
//   splitting                  a drift by a gives a h T(p), a kick by b gives −b h V(q)
//   Runge–Kutta, partitioned   h Σ b_i L(Q_i, V_i), the quadrature variable S′ = L
//   Nyström                    −h Σ b_i V(Q_i) + (h/2) p·v + h² Σ b̄_i v·f_i + (h³/2) Σ b_i (b̄_j − a_ij) f_i·M⁻¹f_j,  v = M⁻¹p
//   composition                the sum over its substeps
//   linear map, about q*       ½ (P·(Q − q*) − p·(q − q*))
//   maps of Suris              h p_1²/(2m) − W(q),  W′ = the kick
//
// S is known up to a constant. Schemes that are not symplectic (rk4, Newmark's) get S′ = L by their own weights, which is
// no generating function. Where formulas contain the time, the energy e that belongs to it has the rate e′ = −∂H/∂t = ∂L/∂t,
// by the same weights.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/mechanics/model.hpp>

#include <memory>
#include <optional>
#include <string>

namespace plumbline {

/// What one step adds to the action, and to the energy that belongs to the time.
template <class T>
struct step_action {
  T action{0};
  T energy{0};
};

/// A one-step map on phase space that says the action of its steps. A value with work space: keep it, step it.
template <class T>
class action_stepper {
 public:
  action_stepper() = default;
  action_stepper(const action_stepper&) = delete;
  action_stepper& operator=(const action_stepper&) = delete;
  virtual ~action_stepper() = default;
  /// z ← Φ_h(z) from the time t. z and `made` are unchanged unless the report is ok.
  virtual solve_report step(phase_point<T>& z, const T& t, const T& h, step_action<T>& made) = 0;
};

/// The stepper of a scheme (`name`, its `chosen` settings, its table where it has one) with its action on a system; null where no
/// formula is known: projections, discrete gradients, extrapolations, series. Throws invalid_input for a system that is not
/// Lagrangian, and for time in its formulas unless T is double or mp.
template <class T>
std::unique_ptr<action_stepper<T>> make_action_stepper(const std::string& name,
                                                       const settings& chosen,
                                                       const std::optional<scheme_table>& table,
                                                       const model<T>& system);

// Compiled once for each scalar, in lib/schemes/discrete_action.cpp.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define PLUMBLINE_SCALAR(T)                                                  \
  extern template std::unique_ptr<action_stepper<T>> make_action_stepper<T>( \
      const std::string&, const settings&, const std::optional<scheme_table>&, const model<T>&);
// NOLINTEND(bugprone-macro-parentheses)
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
