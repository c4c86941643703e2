// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Plots as inline SVG, drawn by gnuplot.
//
// The colours of the SVG are CSS variables of the page (style.cpp), so that one drawing serves light, dark
// and paper. A curve has a role, and a role looks the same in every figure: colour, dash pattern and marker
// together, so that the curves can be told apart without colour.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::report {

/// What a curve shows. `first` to `fourth` are for curves that are not a scheme.
enum class role { exact, newmark, rk4, simpson, first, second, third, fourth, guide };

enum class drawn_as { line, markers, line_and_markers };

struct curve {
  std::string title;  ///< in gnuplot's enhanced text: q_1, h^4; empty for none
  role shows = role::first;
  drawn_as how = drawn_as::line;
  std::vector<std::array<double, 2>> points;
};

struct plot {
  std::string description;  ///< for those who cannot see it
  std::string x_label;      ///< with the unit: "t / s"
  std::string y_label;
  std::vector<curve> curves;
  bool log_x = false;
  bool log_y = false;
  bool same_scale = false;  ///< one unit is as long on both axes
  bool bare = false;        ///< without axes: a picture and not a diagram
  std::optional<std::array<double, 2>> x_range;
  std::optional<std::array<double, 2>> y_range;
  int width = 520;
  int height = 340;
};

/// gnuplot's commands for the plot, with placeholders for colours (placeholder_colours()). `terminal` is the line
/// `set terminal ...`; the drawing goes to the file `output`.
std::string script_of(const plot& p, std::string_view terminal, std::string_view output);

/// A colour in a script, and the CSS variable of the page (style.cpp) that it stands for.
struct placeholder {
  int code;  ///< written rgb "#0102xx" in gnuplot's commands
  std::string_view variable;
};
const std::array<placeholder, 11>& placeholder_colours();
/// The colour as gnuplot reads it.
std::string placeholder_text(int code);

/// gnuplot's own name and version. Throws io_error with what to install where there is none.
std::string gnuplot_version();

/// The drawing as an <svg> element whose ids begin with `prefix`.
/// Throws io_error when gnuplot is missing or refuses the plot.
std::string draw(const plot& p, std::string_view prefix);

}  // namespace plumbline::report
