// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The labelled places of an axis. A linear axis has multiples of 1, 2 or 5 times a power of ten. A logarithmic axis has powers of
// ten, or 1, 2 and 5 times these where it spans less than two decades.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace plumbline {

struct tick {
  double at;
  std::string label;  ///< in gnuplot's enhanced text: 10^{-3}
};

enum class axis_scale { linear, logarithmic };

/// The ticks of the axis from range[0] to range[1] (range[0] < range[1], positive for a logarithmic axis): as many as there are
/// with at most `most` labels; `most` is at least 2.
std::vector<tick> ticks_of(const std::array<double, 2>& range, axis_scale scale, int most);

}  // namespace plumbline
