// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a flow keeps, and the symmetries that belong to it: the energy and the time, a sum of momenta and the shift of its coordinates,
// a quantity I of a Hamiltonian system and ξ = J∇I (Noether).
#pragma once

#include "study/orbit_question.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// What the flow keeps, as far as the form and the claims of the file say, checked by its rate at states around the start.
struct kept_quantities {
  std::vector<state_function> list;      ///< independent at the start
  std::vector<state_function> to_print;  ///< the energy and the claimed ones
  bool energy = false;                   ///< the energy is kept
  /// Sums of momenta that are kept though a shift of their coordinates is no symmetry: constraints break it.
  std::vector<std::string> without_symmetry;
};
/// What is independent is judged in the units of the flow.
kept_quantities kept_by_flow(const orbit_question& question, orbit_flow& flow);

/// A conserved quantity whose symmetry exp(g ξ) is affine, with its generator in homogeneous coordinates.
struct drift_symmetry {
  state_function of;
  matrix<mp> generator;
};

/// Whether the flow keeps the symplectic form, of the surface of its constraints where it has some.
bool is_hamiltonian(const orbit_flow& flow);
/// Whether a symmetry belongs to what is kept, and its direction ξ at x.
bool has_direction(const state_function& f, const kept_quantities& kept, const orbit_flow& flow);
vector<mp> direction_of(const state_function& f, orbit_flow& flow, const vector<mp>& x);
/// Those that --relative names. Throws invalid_input.
std::vector<drift_symmetry> relative_symmetries(const orbit_question& question,
                                                const kept_quantities& kept, orbit_flow& flow);

/// exp(A) with A = Σ g_j ξ_j of these amounts, in homogeneous coordinates.
matrix<mp> drifted(const std::vector<drift_symmetry>& drifts, const vector<mp>& amounts);
/// Ξ_j with ∂/∂g_j exp(A) = Ξ_j exp(A): Σ_k ad_A^k ξ_j/(k + 1)!, which is ξ_j where the symmetries commute.
matrix<mp> direction_of_drift(const std::vector<drift_symmetry>& drifts, const vector<mp>& amounts,
                              std::size_t which);
/// Leaves out what a drift of these amounts clearly changes at one of the places, as a rotation does the components of a linear momentum.
/// It is kept by the flow, but not by the flow and the drift back: the motion returns only where the drift leaves it as it is.
void leave_out_moved(kept_quantities& kept, const std::vector<drift_symmetry>& drifts,
                     const vector<mp>& amounts, orbit_flow& flow,
                     const std::vector<vector<mp>>& places);

/// Whether two functions of the state are one.
bool is_same(const state_function& a, const state_function& b);

/// Whether an entry of the state is the momentum that is the sum.
bool is_momentum(const state_function& entry, const state_function& sum, const orbit_flow& flow);

}  // namespace plumbline
