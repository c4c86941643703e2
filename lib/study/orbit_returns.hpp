// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The guess of an orbit from returns to a section g(x) = 0: the start is on the section, or where the motion first crosses it,
// and the period is the time to the N-th crossing after that (study/crossings_by_series.hpp).
#pragma once

#include "study/orbit_flow.hpp"
#include <plumbline/study/section.hpp>

namespace plumbline {

struct return_to_section {
  vector<mp> start;
  mp period;
};

/// In the digits of the scope. Throws orbit_failure where the motion does not come back so often, undecided_crossing where it touches
/// the section.
return_to_section find_return(orbit_flow& flow, const state_function& section,
                              crossing_direction direction, int returns);

}  // namespace plumbline
