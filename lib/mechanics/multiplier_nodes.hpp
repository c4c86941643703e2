// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The multipliers λ of a system with constraints as formulas of its state, for what follows them along a motion (a section
// λ = 0 is where a rope goes slack). With the equations of mechanics/form.hpp,
//
//   M a − Aᵀλ = r,   A a = s;
//
// adding w Aᵀ(A a − s) = 0 to the first gives a matrix N = M + w AᵀA that is positive definite wherever the motion is determined,
// also where M alone is singular, and
//
//   (A N⁻¹ Aᵀ) λ = s − A N⁻¹ (r + w Aᵀ s).
//
// Both matrices are positive definite, so that elimination needs no pivots and can be done once, in formulas. The weight w makes the
// two parts of N alike; otherwise its pivots vanish at complex times near the real ones, and Taylor series of λ would be short.
// Where M is constant and regular, w = 0: fewer operations, and enclosures on boxes stay narrow.
#pragma once

#include <plumbline/mechanics/form.hpp>

#include <vector>

namespace plumbline {

/// A node of `g` for each multiplier, in their order. `inputs[k]` is the node of the form's input k.
std::vector<node_id> multiplier_nodes(graph& g, const form& formulas,
                                      const std::vector<node_id>& inputs,
                                      const exact_number& weight);

}  // namespace plumbline
