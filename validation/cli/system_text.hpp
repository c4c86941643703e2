// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What `show` and `evaluate` say about a system: its formulas as text, what follows from their form, whether the claimed
// invariants are constant, and the values of the formulas at the start.
#pragma once

#include <plumbline/study/mass_matrix.hpp>
#include <plumbline/study/problem.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace plumbline::cli {

/// The system with the parameters and the start that it has by itself.
problem default_problem(const system_entry& system);

/// coordinates, facts, momenta, energy, equations; for a system from a file also definitions and invariants, judged at the
/// default start. Nothing for a system without one formula (zones, matrices from a file).
nlohmann::ordered_json formulas_of(const system_entry& system, const mass_verdict& mass);

/// The Lagrangian, the momenta, the energy and the equations of motion for a paper. Throws invalid_input for a system
/// without one formula.
std::string latex_of(const system_entry& system);

}  // namespace plumbline::cli
