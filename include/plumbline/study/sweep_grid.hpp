// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The cases of a sweep: texts for each axis, from --over NAME=FIRST:LAST:COUNT, --over NAME=A,B,C or a CSV file.
//
// FIRST:LAST:COUNT is FIRST + i (LAST - FIRST)/(COUNT - 1) for i = 0 ... COUNT - 1. Where both ends are rational numbers,
// each value is a rational number; elsewhere each value is an expression in both ends. Nothing is rounded here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace plumbline {

struct sweep_axis {
  std::string name;
  std::vector<std::string> values;
};

/// "NAME=FIRST:LAST:COUNT" or "NAME=A,B,C". Throws invalid_input for another form.
sweep_axis parse_axis(const std::string& text);
/// The same of several texts. Throws invalid_input also for more than 10^7 combinations, before it computes values.
std::vector<sweep_axis> parse_axes(const std::vector<std::string>& texts, bool side_by_side);

class sweep_grid {
 public:
  /// Every combination, the last axis fastest; `side_by_side`: the i-th case has the i-th value of every axis. Throws
  /// invalid_input for an axis that is given twice, axes of different lengths side by side, and more than 10^7 cases.
  sweep_grid(std::vector<sweep_axis> axes, bool side_by_side);
  /// A header row with the names of the axes, then a row for each case; lines that begin with # and empty lines do not
  /// count. Throws invalid_input with file and line.
  static sweep_grid read(const std::string& file);

  std::size_t size() const { return size_; }
  const std::vector<sweep_axis>& axes() const { return axes_; }
  /// The text of each axis in this case.
  std::vector<std::string> at(std::size_t index) const;

 private:
  std::vector<sweep_axis> axes_;
  bool side_by_side_;
  std::size_t size_ = 0;
};

}  // namespace plumbline
