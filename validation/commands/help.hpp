// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline help [COMMAND | TOPIC]`, and `plumbline help manual FOLDER`, which writes the manual pages: plumbline.1,
// plumbline-COMMAND.1 and plumbline-TOPIC.7. Help and pages are made from the declared options and from
// cli/topics.hpp, so that they say the same.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

/// `arguments` are those of the program, "help" first. Returns the exit code. Throws invalid_input for a word that is
/// neither a command nor a topic, io_error where a page cannot be written.
int help(const CLI::App& root, const std::vector<std::string>& arguments);

/// What stands at the end of `plumbline --help`.
std::string help_footer();

}  // namespace plumbline::cli
