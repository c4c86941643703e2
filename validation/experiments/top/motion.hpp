// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The three motions of TOP: the double pendulum of its Table 1, the top with loops of Table 3 and the top with cusps
// of Table 6. Systems, parameters and starts are those of the catalogue, or of Table 6.
//
// Energy and Hamilton's equations stand here in closed form, so that a million steps of RK4 at 64 digits are cheap:
//
//   double pendulum   M = ((m1+m2) l1², m2 l1 l2 cos(q1−q2); ·, m2 l2²),  q̇ = M⁻¹p,  H = ½ p·q̇ + V        TOP (15)
//                     ṗ1 = −s q̇1 q̇2 − (m1+m2) g l1 sin q1,  ṗ2 = s q̇1 q̇2 − m2 g l2 sin q2,  s = m2 l1 l2 sin(q1−q2)
//   top               φ̇ = (p_φ − p_ψ cos θ)/(I sin²θ),  θ̇ = p_θ/I,  ψ̇ = p_ψ/I3 − φ̇ cos θ,  ṗ_φ = ṗ_ψ = 0
//                     ṗ_θ = (I φ̇² cos θ − p_ψ φ̇ + I m) sin θ                                              TOP (18ac)
//                     H = ½ p_θ θ̇ + ½ I φ̇² sin²θ + p_ψ²/(2 I3) + I m cos θ,  I m = mass g l
#pragma once

#include "experiments/workbench.hpp"
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/exact/lagrange_top.hpp>

#include <functional>

namespace plumbline::experiments::top {

enum class motion { pendulum, loops, cusps };

template <class T>
struct problem {
  model<T> system;
  phase_point<T> start;  ///< momenta
};

template <class T>
problem<T> make_problem(motion m);

/// Energy and Hamilton's equations.
template <class T>
struct equations {
  std::function<T(const phase_point<T>&)> energy;
  std::function<void(const vector<T>& y, vector<T>& dy)> field;  ///< y = (q, p)
};

template <class T>
equations<T> make_equations(motion m);

/// RK4 on these equations.
template <class T>
any_stepper<T> make_rk4(motion m);

/// The start of one of the tops; `I` takes the place of the table's moment of inertia.
template <class T>
lagrange_top_start<T> exact_start(motion m, const std::string& I = "");

/// Its exact motion.
template <class T>
lagrange_top_solution<T> exact_motion(motion m, const std::string& I = "") {
  return lagrange_top_solution<T>(exact_start<T>(m, I));
}

}  // namespace plumbline::experiments::top
