// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Pictures that stand alone: a plot in the style of the report, or a map of a value over two axes, as SVG or PNG.
#pragma once

#include "report/plot.hpp"

#include <string>
#include <vector>

namespace plumbline::report {

enum class picture_format { svg, png };

/// A value for each pair (x, y) as a colour. A value that is not finite leaves its place empty.
struct heat_map {
  std::string x_label;
  std::string y_label;
  std::string value_label;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::vector<double>> values;  ///< values[i][j] at (x[i], y[j])
  bool log_values = false;
};

/// The bytes of the picture. Throws io_error when gnuplot is missing or refuses the plot.
std::string draw_picture(const plot& p, picture_format format);
std::string draw_picture(const heat_map& m, picture_format format);

/// A text of a user for a label: the signs of gnuplot's enhanced text are shown as they are.
std::string plain_label(const std::string& text);

}  // namespace plumbline::report
