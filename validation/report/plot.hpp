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

/// What a curve shows. `first` to `twelfth` are for curves that are not a scheme of the papers. They stay apart in grey and for
/// the colour-blind: the last six have the dash patterns of the first six, in lighter colours and with open markers.
enum class role {
  exact,
  newmark,
  rk4,
  simpson,
  guide,
  first,
  second,
  third,
  fourth,
  fifth,
  sixth,
  seventh,
  eighth,
  ninth,
  tenth,
  eleventh,
  twelfth
};
inline constexpr std::size_t series_roles = 12;
/// The look of the k-th curve, k = 0, 1, …; the thirteenth looks like the first.
role role_of_curve(std::size_t k);

enum class drawn_as { line, markers, line_and_markers };

struct curve {
  std::string title;  ///< in gnuplot's enhanced text: q_1, h^4; empty for none
  role shows = role::first;
  drawn_as how = drawn_as::line;
  std::vector<std::array<double, 2>> points = {};
};

/// A text in the plot, whose left end is at (x, y).
struct text_at {
  double x;
  double y;
  std::string text;
};

struct plot {
  std::string description;  ///< for those who cannot see it
  std::string x_label;      ///< with the unit: "t / s"
  std::string y_label;
  std::vector<curve> curves;
  std::vector<text_at> labels;
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
