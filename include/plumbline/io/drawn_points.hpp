// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The points of a picture's curves, from the cells of a table. Values that differ by less than a thousandth of their size
// are drawn as differences from the first one: otherwise the labels of the axis would all be the same, and a picture of an
// energy would show the rounding of doubles. The differences are taken from the texts of the cells, with all digits.
// Large and small values are drawn in units of a power of ten, which the label of the axis names.
#pragma once

#include <plumbline/io/plot.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace plumbline {

/// A text of a user for a label: the signs of gnuplot's enhanced text are shown as they are.
std::string plain_label(const std::string& text);

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

/// One curve.
class drawn_points {
 public:
  /// A cell that is not a number becomes a gap.
  void add(double x, const std::string& cell);

  std::vector<std::array<double, 2>> values() const { return values_.take(); }
  std::vector<std::array<double, 2>> differences() const { return differences_.take(); }

 private:
  thinned_points values_;
  thinned_points differences_;
  std::string first_;
};

enum class drawn_values { readable, as_they_are };

/// Puts points[k] on the k-th curve of the plot; as differences or in units of a power of ten where that is better to read,
/// which the y label then says.
void put_points(plot& p, const std::vector<drawn_points>& points,
                drawn_values how = drawn_values::readable);

}  // namespace plumbline
