// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A plain picture of curves as a file of its own. It is drawn here and not by gnuplot, so that the bytes depend on the
// numbers alone.
#pragma once

#include <string>
#include <vector>

namespace plumbline::cli {

struct svg_curve {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
};

enum class svg_axes { linear, logarithmic };

/// The given curves with axes and a legend. Points that are not finite, and on logarithmic axes not positive, are left out.
/// Curves beyond the eighth are dashed.
std::string svg_plot(const std::string& title, const std::string& x_label,
                     const std::vector<svg_curve>& given, svg_axes axes = svg_axes::linear);

}  // namespace plumbline::cli
