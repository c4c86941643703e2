// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// From the texts of a request to the question that the equations of an orbit answer, and where the search begins.
#pragma once

#include "study/orbit_search.hpp"
#include <plumbline/study/orbit_table.hpp>

namespace plumbline {

/// Throws invalid_input where the texts do not fit the system.
orbit_question read_question(const orbit_request& request);
/// A condition NAME=VALUE of --hold. Throws invalid_input for an unknown name.
orbit_question::held read_hold(const problem& p, const named_text& text);

/// How many returns to --section close the orbit; 0 where --period does. Throws invalid_input unless one of them is said.
int returns_asked(const orbit_request& request, const orbit_question& question);

/// Where the search begins.
struct orbit_guess {
  vector<mp> start;
  mp period;
  int returns = 0;  ///< to the section, which close it; 0 without a section
};
/// From --period, or from the crossings of --section, which the question then has.
orbit_guess guess_of(const orbit_request& request, orbit_question& question);

}  // namespace plumbline
