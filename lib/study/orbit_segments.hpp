// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Several shootings: the part of the orbit that is integrated is cut into m equal times τ, with a state x_i at each cut. Unknowns are
// those of orbit_equations.hpp, of which x_1 is the start, and x_2 … x_m; equations
//
//   φ_τ(x_i) − x_{i+1} = 0   (i < m),        those of the orbit with φ_τ(x_m) as its end.
//
// An error of the start grows over τ alone, so Newton's method converges from guesses from which the motion leaves the orbit long
// before it ends (Stoer & Bulirsch, Introduction to Numerical Analysis, 7.3.5). The states of the guess lie on its own motion. Far from an orbit the
// corrections are those of least squares with a damping (Levenberg & Marquardt).
#pragma once

#include "study/orbit_units.hpp"

namespace plumbline {

/// Of so many segments, from the growth of the motion: at most a factor of 10 each, as far as the matrix stays small.
int segments_for(const orbit_equations& equations, double log10_growth);

/// u from the guess u, both in units, in the digits of the scope; false, and u stays, where it is not found.
bool approach_by_segments(const equations_in_units& scaled, vector<mp>& u, int segments,
                          double log2_small, int& iterations);

}  // namespace plumbline
