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
  bool energy = false;                   ///< the first of the list is the energy
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

/// Whether two functions of the state are one.
bool is_same(const state_function& a, const state_function& b);

/// Whether an entry of the state is the momentum that is the sum.
bool is_momentum(const state_function& entry, const state_function& sum, const orbit_flow& flow);

}  // namespace plumbline
