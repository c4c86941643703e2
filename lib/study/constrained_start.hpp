// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The start of a system with constraints: it satisfies them, or is refused with the amount by which it does not, or moves to
// the nearest start that does where that is asked for.
//
//   refused:   |g_k| or |ψ_k| > 10^(6 − D) Σ_i |∂/∂x_i| max(1, |x_i|), with D the decimal digits of the arithmetic
//   nearest:   q with M(q̂)(q − q̂) = G(q)ᵀμ, g(q) = 0;  then v with ∂L/∂v (q, v) = p̂ + Aᵀκ, ψ(q, v) = 0,
//              where p̂ is the momentum that is given, or that of the given velocity at q
//
// Before that, the constraints are independent of one another, and M is regular on what they leave (mechanics/constrained).
#pragma once

#include <plumbline/study/certified.hpp>
#include <plumbline/study/problem.hpp>

namespace plumbline {

/// Throws invalid_input for constraints that depend on one another, domain_error for a start that does not satisfy them.
/// `q`: as given; `rate`: velocities or momenta as given.
template <class T>
phase_point<T> constrained_start(const problem& p, const model<T>& system, const T& t0, vector<T> q,
                                 vector<T> rate, bool rate_is_velocity);

/// The velocities of the quaternions of bodies with an angular velocity Ω in body axes: q̇ = q (0, Ω)/2. What has none keeps
/// its entries.
template <class T>
void put_spins(const problem& p, const std::vector<std::optional<expression>>& spins,
               const vector<T>& q, vector<T>& rate);
/// The same for the start of a proof. Throws invalid_input where the start is to be projected.
void put_spins_of(const problem& p, certified_input& in);

/// True where the matrix ((M, −Aᵀ), (A, 0)) cannot be inverted with digits to spare, though A has full rank.
template <class T>
bool is_singular_on_constraints(const matrix<T>& mass, const matrix<T>& rows);

/// ψ and A at a state, and g where there is one.
template <class T>
struct constraint_values {
  vector<T> holonomic;  ///< g
  vector<T> hidden;     ///< ψ of all
  matrix<T> rows;       ///< A
  matrix<T> slopes;     ///< ∂ψ/∂q
};
template <class T>
constraint_values<T> constraints_at(evaluation<T>& at, const vector<T>& q, const vector<T>& v);

}  // namespace plumbline
