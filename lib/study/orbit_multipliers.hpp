// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Floquet multipliers of a periodic orbit without those that are 1 for a known reason.
//
// The monodromy M leaves the field f and the symmetries ξ_j as they are and keeps the gradients of what is conserved. Let V be
// the directions in which nothing conserved changes, W those of span(f, ξ_j) in V. The multipliers are the eigenvalues of M on
// V/W: of Q₂ᵀ M Q₂ with an orthonormal basis Q₂ of V ⊖ W. The others are 1; M itself has Jordan blocks there, whose eigenvalues
// lose half of the digits.
#pragma once

#include "study/orbit_search.hpp"
#include <plumbline/math/complex.hpp>

#include <string>
#include <vector>

namespace plumbline {

struct reduced_directions {
  matrix<mp> basis;  ///< Q₂
  int trivial = 0;
};
reduced_directions reduce_directions(orbit_equations& equations, const vector<mp>& x);

struct reduced_monodromy {
  matrix<mp> basis;  ///< Q₂
  matrix<mp> reduced;
  std::vector<complex<mp>> multipliers;  ///< by falling modulus, then falling imaginary part
  int trivial = 0;
};

reduced_monodromy reduce_monodromy(orbit_equations& equations, const vector<mp>& u);

/// By falling modulus, then falling imaginary part; moduli that differ by rounding are equal.
void sort_multipliers(std::vector<complex<mp>>& list);

/// stable: all on the unit circle and different; asymptotically-stable: all inside; unstable: one outside; otherwise undecided.
std::string stability_of(const std::vector<complex<mp>>& multipliers);

}  // namespace plumbline
