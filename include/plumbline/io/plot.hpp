// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a plot shows: curves with their names, axes, texts. How it is drawn is another matter: io/svg_plot.hpp draws it as a file
// of its own, and the program's report with gnuplot.
//
// A curve has a role, and a role looks the same in every figure: colour, dash pattern and marker together, so that the curves can
// be told apart without colour.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// What a curve shows. `first` to `twelfth` are for curves that are not a scheme of the papers. They stay apart in grey and for
/// the colour-blind: the last six have the dash patterns of the first six, in lighter colours and with open markers.
enum class curve_role {
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
constexpr curve_role role_of_curve(std::size_t k) {
  return static_cast<curve_role>(static_cast<std::size_t>(curve_role::first) + k % series_roles);
}

enum class drawn_as { line, markers, line_and_markers };

struct curve {
  std::string title;  ///< in gnuplot's enhanced text: q_1, h^4; empty for none
  curve_role shows = curve_role::first;
  drawn_as how = drawn_as::line;
  std::vector<std::array<double, 2>> points = {};

  /// A line of one point is drawn as its marker.
  drawn_as drawn() const {
    return how == drawn_as::line && points.size() == 1 ? drawn_as::markers : how;
  }
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

/// Whether a point has a place on the axes: its numbers are finite, and positive where the axis is logarithmic.
inline bool is_drawable(const plot& p, double x, double y) {
  return std::isfinite(x) && std::isfinite(y) && !(p.log_x && x <= 0) && !(p.log_y && y <= 0);
}

}  // namespace plumbline
