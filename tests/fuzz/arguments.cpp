// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any words as a command line, a line of input for each: put in order, checked and parsed, or refused in one line. A word that
// was accepted is still there.
// sources: cli/arguments.cpp cli/topics.cpp cli/usage.cpp
#include "cli/arguments.hpp"

#include "cli/usage.hpp"
#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

struct options {
  std::string system;
  std::string digits;
  std::string output;
  std::vector<std::string> set;
  bool quiet = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < size; ++i) {
    const char c = static_cast<char>(data[i]);
    if (c == '\n') {
      words.emplace_back();
    } else if (c != '\0') {  // which no argument contains
      words.back() += c;
    }
  }
  options o;
  CLI::App root("fuzz");
  root.add_flag("-V,--version");
  root.allow_extras();
  root.require_subcommand(0, 1);
  root.formatter(cli::help_formatter());
  CLI::App* app = root.add_subcommand("integrate", "a trajectory");
  app->allow_extras();
  app->add_option("SYSTEM", o.system);
  app->add_option("--digits", o.digits);
  app->add_option("-o,--output", o.output);
  app->add_option("--set", o.set)->allow_extra_args(false);
  app->add_flag("--quiet", o.quiet);
  try {
    auto ordered = cli::command_first(root, words);
    if (!std::is_permutation(ordered.begin(), ordered.end(), words.begin(), words.end())) {
      std::abort();
    }
    if (!ordered.empty() && ordered.front() == "integrate") {
      cli::require_well_formed(*app, ordered);
      std::vector<std::string> reversed(ordered.rbegin(), ordered.rend());
      root.parse(reversed);
    }
    (void)cli::usage_of(*app);
    (void)cli::option_names(*app);
  } catch (const CLI::Error&) {
  } catch (const invalid_input&) {
  }
  return 0;
}
