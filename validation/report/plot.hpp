// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Plots as inline SVG, drawn by gnuplot.
//
// The colours of the SVG are CSS variables of the page (style.cpp), so that one drawing serves light, dark
// and paper. The look of a curve follows from its role (io/plot.hpp).
#pragma once

#include <plumbline/io/plot.hpp>

#include <array>
#include <string>
#include <string_view>

namespace plumbline::report {

/// gnuplot's commands for the plot, with placeholders for colours (placeholder_colours()). `terminal` is the line
/// `set terminal ...`; the drawing goes to the file `output`; `layout` are the commands for key, margins, ranges and ticks.
std::string script_of(const plot& p, std::string_view terminal, std::string_view output,
                      std::string_view layout);

/// A colour in a script, and the CSS variable of the page (style.cpp) that it stands for.
struct placeholder {
  int code;  ///< written rgb "#0102xx" in gnuplot's commands
  std::string_view variable;
};
const std::array<placeholder, 19>& placeholder_colours();
/// The colour as gnuplot reads it.
std::string placeholder_text(int code);

/// gnuplot's own name and version. Throws io_error with what to install where there is none.
std::string gnuplot_version();

/// The drawing as an <svg> element whose ids begin with `prefix`.
/// Throws io_error when gnuplot is missing or refuses the plot.
std::string draw(const plot& p, std::string_view prefix);

}  // namespace plumbline::report
