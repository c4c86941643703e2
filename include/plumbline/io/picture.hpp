// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Pictures that stand alone: a plot in the style of the report, or a map of a value over two axes, as SVG or PNG.
#pragma once

#include <plumbline/io/plot.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace plumbline {

/// What a picture says in the place of values that are not there.
inline constexpr const char* no_values = "no case has a value";

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

/// --plot FILE.svg or FILE.png: the picture of the table that a command makes.
class picture {
 public:
  /// No picture where `file` is empty. Before the work, so that what is wrong is known early: throws invalid_input for
  /// another extension than svg and png, io_error where gnuplot is missing.
  explicit picture(const std::string& file);

  bool wanted() const { return !file_.empty(); }
  /// The file, where one is wanted, is written whole or not at all. Throws io_error when gnuplot refuses the plot.
  void draw(const plot& p) const;
  void draw(const heat_map& m) const;

 private:
  std::string file_;
  bool is_png_ = false;
};

}  // namespace plumbline
