// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Plots as inline SVG, drawn by gnuplot.
//
// The colours of the SVG are CSS variables of the page (style.cpp), so that one drawing serves light, dark
// and paper. The look of a curve follows from its role (io/plot.hpp).
#pragma once

#include <plumbline/io/plot.hpp>

#include <string>
#include <string_view>

namespace plumbline::report {

/// The drawing as an <svg> element whose ids begin with `prefix`.
/// Throws io_error when gnuplot is missing or refuses the plot.
std::string draw(const plot& p, std::string_view prefix);

}  // namespace plumbline::report
