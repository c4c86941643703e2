// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as the file of `--run`: refused in one line, or options that have values. What the command line gave is still there.
// sources: cli/run_file.cpp
#include "cli/run_file.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/study/problem.hpp>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// The program's own stand beside everything that makes a problem of a command line.
namespace plumbline::cli {

bool is_file_name(const std::string& name) {
  return name.size() > 5 && name.compare(name.size() - 5, 5, ".toml") == 0;
}

std::shared_ptr<const system_entry> system_named(const std::string& name) {
  return {std::shared_ptr<const void>(), &find_system(name)};
}

}  // namespace plumbline::cli

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  static const std::string name = "/dev/shm/plumbline-fuzz-" + std::to_string(::getpid()) + ".toml";
  std::ofstream(name, std::ios::binary)
      << std::string_view(reinterpret_cast<const char*>(data), size);
  std::string system;
  std::string scheme;
  std::string digits;
  std::vector<std::string> set;
  std::vector<std::string> start;
  bool quiet = false;
  CLI::App app("fuzz", "integrate");
  app.add_option("SYSTEM", system);
  app.add_option("--scheme", scheme);
  app.add_option("--digits", digits);
  app.add_option("--set", set)->allow_extra_args(false);
  app.add_option("--start", start)->allow_extra_args(false);
  app.add_flag("--quiet", quiet);
  cli::add_run_file(app);
  app.parse(std::vector<std::string>{name, "--run", "17", "--digits", "m=3", "--set", "q1=2",
                                     "--start"});  // reversed
  const auto holds = [](const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  try {
    cli::apply_run_file(app);
    if (digits != "17" || !holds(set, "m=3") || !holds(start, "q1=2")) {
      std::abort();
    }
  } catch (const invalid_input& error) {
    if (std::string_view(error.what()).empty()) {
      std::abort();
    }
  } catch (const CLI::Error&) {
  }
  return 0;
}
