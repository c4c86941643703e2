// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Running gnuplot as a program of its own: a script in a temporary folder, the drawing read back.
#pragma once

#include <functional>
#include <string>

namespace plumbline::report {

/// Runs the script that `script(path)` returns for the path of its output; returns what was written there.
/// Throws io_error when gnuplot is missing, fails or writes nothing, with its own words.
std::string run_gnuplot(const std::function<std::string(const std::string&)>& script);

}  // namespace plumbline::report
