// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The points of a picture's curves, from the cells of a table. Values that differ by less than a thousandth of their size
// are drawn as differences from the first one: otherwise the labels of the axis would all be the same, and a picture of an
// energy would show the rounding of doubles. The differences are taken from the texts of the cells, with all digits.
// Large and small values are drawn in units of a power of ten, which the label of the axis names.
#pragma once

#include "report/picture.hpp"

#include <string>
#include <vector>

namespace plumbline::cli {

/// One curve.
class drawn_points {
 public:
  /// A cell that is not a number becomes a gap.
  void add(double x, const std::string& cell);

  std::vector<std::array<double, 2>> values() const { return values_.take(); }
  std::vector<std::array<double, 2>> differences() const { return differences_.take(); }

 private:
  report::thinned_points values_;
  report::thinned_points differences_;
  std::string first_;
};

enum class drawn_values { readable, as_they_are };

/// Puts points[k] on the k-th curve of the plot; as differences or in units of a power of ten where that is better to read,
/// which the y label then says.
void put_points(plot& p, const std::vector<drawn_points>& points,
                drawn_values how = drawn_values::readable);

}  // namespace plumbline::cli
