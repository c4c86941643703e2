// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The first term of the modified Lagrangian of a variational scheme, as a formula. The steps of a scheme of order p lie on
// the exact motion of
//
//   L + h^p L_p + O(h^(p+1)),   L_p = lim (L_d/h − (1/h) ∫ L dt)/h^p along an exact motion of L,
//
// because the discrete action is stationary: how far the path inside a step lies beside the motion counts twice in the order
// only. The modified energy is H + h^p H_p with H_p = −L_p at the same state (Marsden & West, Discrete mechanics and
// variational integrators, 2001, 2.3; Vermeeren, Modified equations for variational integrators, 2017). The path is
// the polynomial through the motion at Lobatto's nodes, whatever the nodes of the scheme, for its steps do not depend on them.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/catalogue/systems.hpp>

#include <string>

namespace plumbline {

struct modified_lagrangian {
  int power = 0;        ///< p, the order of the scheme
  std::string formula;  ///< L_p of coordinates, velocities dot(x) and parameters
};

/// Throws invalid_input for a scheme that is not of Galerkin's kind, or whose degree is above 2, or whose quadrature has nodes or
/// weights that are not rational; and for a system without a Lagrangian, with time, forces or zones, or with a mass matrix that
/// is not diagonal.
modified_lagrangian first_modified_term(const system_entry& system, const scheme_table& scheme);

}  // namespace plumbline
