// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The question that the equations of an orbit answer.
#pragma once

#include "study/orbit_maps.hpp"
#include <plumbline/study/section.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// What is asked for, as exact texts and names.
struct orbit_question {
  problem p;
  std::optional<expression> period;
  struct held {
    std::string name;
    bool is_period = false;
    state_function of;
    expression value{"0"};
  };
  std::vector<held> holds;
  /// What a conserved quantity has where nothing holds it, in the place of the guess's value: a branch of orbits has one guess.
  struct level {
    state_function of;
    mp value;
  };
  std::vector<level> levels;
  map_texts reversor;
  map_texts symmetry;
  int parts = 1;  ///< K of the symmetry
  std::vector<std::string> relative;
  std::optional<state_function> section;  ///< where the orbit starts
  crossing_direction direction =
      crossing_direction::both;         ///< in which it crosses the section there
  std::optional<orbit_steps> by_steps;  ///< of a scheme in the place of the flow
  int digits = 64;
  /// To which its maps, and the period of equations that depend on t, have to be theirs.
  int digits_of_closing = 64;
};

}  // namespace plumbline
