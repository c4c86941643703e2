// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The words of a command line before they are read: options may stand before the command, and what is wrong with them as
// words (an empty one, a value that is missing, an option given twice) is said in the program's own terms.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

/// The same arguments with the command first. Those of a program option (--help, --version) and those without a command are
/// returned as they are.
std::vector<std::string> command_first(const CLI::App& root,
                                       const std::vector<std::string>& arguments);

/// Throws invalid_input for an empty word, an option without its value, a flag with one, and an option that is given twice
/// and takes one value.
void require_well_formed(const CLI::App& app, const std::vector<std::string>& arguments);

/// The options of a command as they are typed: "--digits", "-o".
std::vector<std::string> option_names(const CLI::App& app);

}  // namespace plumbline::cli
