// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a subcommand is: a function that declares its options and hands back what runs when they are read.
// Each command NAME has a file that defines `runner define_NAME(CLI::App&)`, and a line in commands.def, which only
// main.cpp reads: a new command recompiles no other.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

/// What a command knows about the call besides its options.
struct call {
  /// As one could type it again, without where the result goes and how the run is kept and shown.
  std::string command_line;
  /// All of them, from the command's name on.
  std::vector<std::string> arguments;
};

/// Runs the command and returns the exit code; failures are exceptions (main.cpp turns them into one line).
using runner = std::function<int(const call&)>;

}  // namespace plumbline::cli
