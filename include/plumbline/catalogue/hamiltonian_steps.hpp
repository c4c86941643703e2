// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The symplectic schemes of the catalogue on any Hamiltonian, not only one that comes from a Lagrangian or is T(p) + V(q): steps of
// dq/dτ = ∂K/∂p, dp/dτ = −∂K/∂q for a system of first order y = (q, p).
//
//   Runge–Kutta, and pairs with b = b̄     as they are
//   galerkin-gauss, midpoint               Gauss: the same map, by which they are defined on Lagrangian systems
//   lobatto, simpson                       the pair Lobatto IIIA–IIIB, which they are where the mass matrix is constant
//   splittings                             symplectic Euler maps in turn: the drifts a_i and kicks b_i are those of q first with
//                                          α_i h, then of p first with β_i h; α_i + β_i = b_i, β_i + α_{i+1} = a_{i+1}, α_1 = a_1.
//                                          Order p on H = T + V is order p here (Hairer, Lubich & Wanner, III.3.4; McLachlan 1995)
//   compositions                           substeps of any of these
//
// Each substep is a partitioned table with b = b̄ and b_i ā_ij + b_j a_ji = b_i b_j, so its map is symplectic (VI, theorem 4.6).
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <optional>
#include <string>

namespace plumbline {

/// Why a scheme with this table has no steps on a Hamiltonian that is not T(p) + V(q), in words that go on after its name; empty
/// where it has them.
std::string lacks_hamiltonian_steps(const std::optional<scheme_table>& table);

/// The steps of the table on y = (q, p). Throws invalid_input where it has none.
template <class T>
any_stepper<T> hamiltonian_stepper(const scheme_info& info, const scheme_table& table,
                                   const model<T>& system);

}  // namespace plumbline
