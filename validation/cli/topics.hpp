// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the program says about itself beyond its options: the topics of `plumbline help TOPIC`, what the exit codes mean, and
// what a command does and prints. `--help`, the manual pages (commands/help.cpp) and the documentation site are made from
// these texts.
//
// The form of a text: paragraphs with empty lines between them. A paragraph whose lines begin with two blanks is shown
// letter by letter. A word between backquotes is what one types.
#pragma once

#include <string>
#include <vector>

namespace plumbline::cli {

struct topic {
  std::string name;
  std::string summary;  ///< one line, without a full stop
  std::string text;     ///< lines of at most 80 letters; ends with a line end
};

/// In the order in which they are listed.
const std::vector<topic>& topics();

/// The names of topics(), in their order.
std::vector<std::string> topic_names();

/// What a command does and prints, in the form of a topic's text; empty for a name that is not a command's.
std::string command_details(const std::string& command);

}  // namespace plumbline::cli
