// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Rest, f(x) = 0, and uniform motion along symmetries, f(x) = Σ ω_j ξ_j(x): relative equilibria, whose rates ω_j are unknown
// against the held values of the I_j. Symmetries make the equations depend on each other, so that Newton's corrections are the
// shortest ones; planes through the guess say where along a symmetry the state is.
//
// The exponents are the eigenvalues of Df − Σ ω_j Dξ_j without those that are 0 for a known reason.
#pragma once

#include "study/orbit_equations.hpp"
#include <plumbline/math/complex.hpp>

#include <string>
#include <vector>

namespace plumbline {

struct found_rest {
  vector<mp> x;
  std::vector<std::string> names;  ///< of the rates
  vector<mp> rates;
  std::vector<complex<mp>> exponents;  ///< by falling real part, then falling imaginary part
  int trivial = 0;
  std::string stability;
  mp residual;
  int iterations = 0;
  int unknowns = 0;
  mp condition;
};

/// In the digits of the scope. Throws orbit_failure where none is found.
found_rest find_rest(const orbit_question& question);

}  // namespace plumbline
