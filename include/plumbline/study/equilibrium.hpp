// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Where a system rests: q with v = 0 and no acceleration, or y with f(y) = 0 for a system of first order.
//
// Newton's iteration looks for it from 0, from the system's start and from near the start. In the modes of M and K,
// K x = λ M x, it goes by −x'F/|λ| in each: to a minimum of the potential and away from its other stationary points
// (Dauphin et al. 2014, "saddle-free"). A minimum has λ > 0 in all modes; where a λ vanishes at the rest itself, K is positive on both
// sides of it, which an inflection such as that of x³ does not have. Where no minimum is found, Newton's iteration looks for a rest
// that a magnetic force or a rotating frame makes stable: the linear motion M ẍ + D ẋ + K x = 0 has no rate on the right of the
// imaginary axis, as at the triangular points of the restricted three-body problem (Routh 1875). A stable equilibrium of a system
// of first order has no eigenvalue of ∂f/∂y on the right of the imaginary axis.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/study/problem.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

struct equilibrium {
  vector<double> position;  ///< q, or y of a system of first order
  double fastest;           ///< the largest frequency, or the largest |eigenvalue| of ∂f/∂y
  bool is_minimum = false;  ///< of the potential
};

/// The matrix of ẋ = v, v̇ = −M⁻¹ (K x + D v). Throws domain_error where M is singular.
matrix<double> linear_motion(const matrix<double>& mass, const matrix<double>& stiffness,
                             const matrix<double>& damping);

/// None where the iteration finds no stable equilibrium, and for systems that depend on the time or change their law.
std::optional<equilibrium> find_equilibrium(const problem& p);

/// The state of rest in the scalar T, to its rounding: (q, ∂L/∂v), (x, 0), or (y) alone.
template <class T>
phase_point<T> state_of_rest(const problem& p, const equilibrium& e);

/// The state without velocities at q = 0.
template <class T>
phase_point<T> rest_at_zero(const problem& p);

/// The coordinates of the equilibrium, rounded to the scalar of `digits` digits.
std::vector<std::string> position_texts(const problem& p, const equilibrium& at, int digits);

}  // namespace plumbline
