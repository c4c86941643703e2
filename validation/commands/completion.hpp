// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

/// What may stand in the place of the last word, which may be empty, of a command line without the program's name.
std::vector<std::string> completions(const CLI::App& root, const std::vector<std::string>& line);

}  // namespace plumbline::cli
