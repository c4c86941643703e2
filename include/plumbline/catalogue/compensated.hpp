// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steps in double whose additions to the state lose nothing (Kahan 1965; Hairer, Lubich & Wanner VIII.5): what an addition y + δ rounds
// off is kept and added to the next δ,
//
//   δ ← δ + e,   y_1 = y + δ,   e ← (y − y_1) + δ
//
// so that the rounding errors of a long run are those of the increments, h times smaller than those of the state. The increments
// are those of the scheme's own equations: drifts and kicks of a splitting, h Σ b_i k_i of a Runge–Kutta table, the displacement and the
// impulse that the Galerkin equations solve for.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <optional>

namespace plumbline {

/// The stepper of a scheme with this table on a Lagrangian system, on (q, p); nothing for tables of Nyström's kind, and for
/// compositions over a base that is none of leapfrog, the symplectic Euler maps, and tables of the other kinds. What is kept
/// belongs to one trajectory: it is dropped where a step begins elsewhere than the last one ended.
std::optional<any_stepper<double>> compensated_stepper(const scheme_info& info,
                                                       const scheme_table& table,
                                                       const model<double>& system);

}  // namespace plumbline
