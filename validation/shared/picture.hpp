// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// --plot FILE.svg or FILE.png: the picture of the table that a command makes.
#pragma once

#include "report/picture.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

void add_plot(CLI::App& app, std::string& file);

class picture {
 public:
  /// No picture where `file` is empty. Before the work, so that what is wrong is known early: throws invalid_input for
  /// another extension than svg and png, io_error where gnuplot is missing.
  explicit picture(const std::string& file);

  bool wanted() const { return !file_.empty(); }
  /// The file is written whole or not at all.
  void draw(const report::plot& p) const;
  void draw(const report::heat_map& m) const;

 private:
  std::string file_;
  report::picture_format format_ = report::picture_format::svg;
};

/// A number that a table has as text; NaN for other texts.
double drawn_value(const std::string& cell);

/// Points of a curve that may be long: at most some thousands are kept, equally spaced in number.
class thinned_points {
 public:
  void add(double x, double y);
  std::vector<std::array<double, 2>> take() const { return points_; }

 private:
  std::vector<std::array<double, 2>> points_;
  std::size_t stride_ = 1;
  std::size_t seen_ = 0;
};

}  // namespace plumbline::cli
