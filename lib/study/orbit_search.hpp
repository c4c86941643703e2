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
  matrix<mp> derivative;  ///< of the equations in units of their own, near the orbit,
  orbit_equations::slope derivative_is = orbit_equations::slope::coarse;
  double log10_loss = 0;  ///< digits that the condition costs
};

/// Throws invalid_input unless the equations have the maps, and where they depend on t the period, that close the orbit, to the
/// question's digits of closing.
void require_closing(const orbit_question& question, const vector<mp>& guess, const mp& period);

/// Newton's method: with few digits first, then with those that the condition of the equations asks for. Throws orbit_failure, also
/// where the orbit crosses its section in another direction, or touches it.
/// `from` are unknowns to begin with in the place of those of the guess.
found_orbit find_orbit(const orbit_question& question, const vector<mp>& guess, const mp& period,
                       const vector<mp>* from = nullptr);

/// How an orbit crosses the section of its question where it starts.
struct section_crossing {
  bool is_touched = false;  ///< its rate is 0 to half of the digits of the scope
  int direction = 1;
};
section_crossing crossing_of(const orbit_question& question, orbit_equations& equations,
                             const vector<mp>& u);

/// How many times the orbit is run through in its period, seen to 18 digits. The `returns` to a section are a multiple of that number; 0
/// where they are not known.
int passages_of(const orbit_question& question, const vector<mp>& guess, const mp& period,
                const vector<mp>& unknowns, int returns = 0);

/// The orbit near a guess that may run through it several times.
struct orbit_once {
  mp period;  ///< of the guess: that of once where the period is free
  found_orbit found;
  int passages = 1;           ///< in the period of the guess
  bool is_shortened = false;  ///< the orbit found is run through once
};
/// Where the period is free, the orbit with its own period; where it is held, or the equations or a symmetry fix it, the orbit as
/// it is asked for, with the number of times that it is run through. `returns` are those of passages_of().
orbit_once find_orbit_once(const orbit_question& question, const vector<mp>& guess,
                           const mp& period, int returns);
/// In words, where it is run through more than once.
std::string said_of(const orbit_once& once);

/// The same orbit with so many further digits.
found_orbit with_further_digits(const orbit_question& question, const vector<mp>& guess,
                                const mp& period, const found_orbit& found, int further);

}  // namespace plumbline
