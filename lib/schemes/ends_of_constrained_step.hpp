// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Both ends of a step that keeps holonomic constraints (schemes/galerkin_constrained.hpp): the motion from which the unknowns
// are guessed, and the momentum that obeys the hidden constraints,
//
//   ∂L/∂v (q_1, v_1) = p + Aᵀκ,   ψ(q_1, v_1) = 0,   p_1 = ∂L/∂v (q_1, v_1)
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/mechanics/model.hpp>

#include <utility>

namespace plumbline::detail {

/// v and a of the state; the multipliers stay in at.constrained().
template <class T>
solve_report motion_at_start(evaluation<T>& at, const vector<T>& q, const vector<T>& p, const T& t,
                             vector<T>& v, vector<T>& a) {
  v.resize(q.size());
  a.resize(q.size());
  at.set_time(t);
  const solve_report moving = at.constrained()->velocity(view(q), view(p), t, view(v));
  return moving.ok() ? at.constrained()->acceleration(view(q), view(std::as_const(v)), t, view(a))
                     : moving;
}

/// z ← (q, p_1) at the time t, and p ← p_1, v ← v_1. `solved`, or why there is none; z is unchanged then.
template <class T>
solve_report end_on_constraints(evaluation<T>& at, const vector<T>& q, vector<T>& p, vector<T>& v,
                                const T& t, const solve_report& solved, phase_point<T>& z) {
  at.set_time(t);
  v.resize(q.size());
  const solve_report moving =
      at.constrained()->velocity(view(q), view(std::as_const(p)), t, view(v));
  if (!moving.ok()) {
    return moving;
  }
  at.momentum(view(q), view(std::as_const(v)), view(p));
  if (!all_finite(q) || !all_finite(p)) {
    return {solve_outcome::not_finite, solved.iterations, solved.residual};
  }
  for (Eigen::Index k = 0; k < q.size(); ++k) {
    set_copy(z.q[k], q[k]);
    set_copy(z.p[k], p[k]);
  }
  return solved;
}

}  // namespace plumbline::detail
