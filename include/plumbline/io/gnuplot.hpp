// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Running gnuplot as a program of its own: a script in a temporary folder, the drawing read back.
#pragma once

#include <plumbline/io/plot.hpp>

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace plumbline {

/// gnuplot's commands for the plot, with placeholders for colours (placeholder_colours()). `terminal` is the line
/// `set terminal ...`; the drawing goes to the file `output`; `layout` are the commands for key, margins, ranges and ticks.
std::string script_of(const plot& p, std::string_view terminal, std::string_view output,
                      std::string_view layout);

/// A colour in a script, and the CSS variable of the page (style.cpp) that it stands for.
struct placeholder {
  int code;  ///< written rgb "#0102xx" in gnuplot's commands
  std::string_view variable;
};
const std::array<placeholder, 19>& placeholder_colours();
/// The colour as gnuplot reads it.
std::string placeholder_text(int code);

/// gnuplot's own name and version. Throws io_error with what to install where there is none.
std::string gnuplot_version();

/// Runs the script that `script(path)` returns for the path of its output; returns what was written there.
/// Throws io_error when gnuplot is missing, fails or writes nothing, with its own words.
std::string run_gnuplot(const std::function<std::string(const std::string&)>& script);

}  // namespace plumbline
