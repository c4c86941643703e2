// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A plot as a plain picture, a file of its own. It is drawn here and not by gnuplot, so that the bytes depend on the numbers
// alone.
#pragma once

#include <plumbline/io/plot.hpp>

#include <string>

namespace plumbline {

/// The curves as lines, with axes and a legend; the title is the description. Titles and labels are plain texts. Points that are
/// not finite, and on logarithmic axes not positive, are left out. Curves beyond the eighth are dashed.
std::string svg_plot(const plot& p);

}  // namespace plumbline
