// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newton's method on the equations of a periodic orbit.
#pragma once

#include "study/orbit_equations.hpp"

namespace plumbline {

struct found_orbit {
  vector<mp> u;
  int iterations = 0;
  int working_digits = 0;
  int shootings = 1;  ///< into which the search had to cut the orbit
  mp condition;
  mp residual;
  mp correction;
  matrix<mp> derivative;  ///< of the equations, near the orbit,
  orbit_equations::slope derivative_is = orbit_equations::slope::coarse;
  double log10_loss = 0;  ///< digits that the condition costs
};

/// Newton's method: with few digits first, then with those that the condition of the equations asks for. Throws orbit_failure.
found_orbit find_orbit(const orbit_question& question, const vector<mp>& guess, const mp& period);

/// The same orbit with so many further digits.
found_orbit with_further_digits(const orbit_question& question, const vector<mp>& guess,
                                const mp& period, const found_orbit& found, int further);

}  // namespace plumbline
