// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Thin lines beside the curves of a convergence plot, one for each whole order p that a curve shows: error = C h^p. Over the work N
// of a run the same line is C N^(−p).
#pragma once

#include <plumbline/io/plot.hpp>

#include <string_view>

namespace plumbline {

/// Adds the lines and their names, `variable`^p. A curve shows the order p where its least-squares slope is within 0.3 of p; the
/// line lies below the first such curve. A name that would touch another one is left out together with its line. Both axes of
/// the plot are logarithmic.
void add_slope_guides(plot& p, std::string_view variable);

}  // namespace plumbline
