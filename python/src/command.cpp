// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A command of the program, run inside of the process: options and results are those of the command line by construction.
// Its standard output goes to a file in memory.
#include "cli/command.hpp"

#include "call.hpp"
#include "cli/arguments.hpp"
#include "runs.hpp"
#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace plumbline::cli {
#define PLUMBLINE_COMMAND(name) runner define_##name(CLI::App& app);
#include "commands.def"
#undef PLUMBLINE_COMMAND
}  // namespace plumbline::cli

namespace plumbline::python {

namespace {

/// A file that exists in memory only.
class memory_file {
 public:
  memory_file() : descriptor_(::memfd_create("plumbline", MFD_CLOEXEC)) {
    if (descriptor_ < 0) {
      throw io_error(fmt::format("cannot make a file in memory: {}", std::strerror(errno)));
    }
  }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;
  ~memory_file() { ::close(descriptor_); }

  std::string path() const { return fmt::format("/dev/fd/{}", descriptor_); }
  std::string contents() const {
    const auto size = ::lseek(descriptor_, 0, SEEK_END);
    std::string text(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
    std::size_t at = 0;
    while (at < text.size()) {
      const auto got =
          ::pread(descriptor_, text.data() + at, text.size() - at, static_cast<off_t>(at));
      if (got <= 0 && errno != EINTR) {
        throw io_error(fmt::format("cannot read a file in memory: {}", std::strerror(errno)));
      }
      at += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return text;
  }

 private:
  int descriptor_;
};

bool is_given(const std::vector<std::string>& arguments, const std::string& option) {
  return std::any_of(arguments.begin(), arguments.end(), [&](const std::string& word) {
    return word == option || word.starts_with(option + "=");
  });
}

}  // namespace

command_found run_command(const std::vector<std::string>& arguments,
                          const std::string& command_line) {
  CLI::App root("plumbline");
  root.allow_extras();
  root.require_subcommand(0, 1);
  CLI::App* app = nullptr;
  cli::runner runner;
#define PLUMBLINE_COMMAND(name)              \
  if (arguments.front() == #name) {          \
    app = root.add_subcommand(#name, #name); \
    runner = cli::define_##name(*app);       \
  }
#include "commands.def"
#undef PLUMBLINE_COMMAND
  if (app == nullptr) {
    throw invalid_input(fmt::format("there is no command '{}'", arguments.front()));
  }
  std::vector<std::string> words = arguments;
  std::optional<memory_file> memory;
  if (!is_given(arguments, "--output")) {
    memory.emplace();
    words.push_back("--output=" + memory->path());
  }
  // a thread of oneTBB does not exist in a child of fork; the result does not depend on the number of threads
  if (lost_workers()) {
    std::erase_if(words, [](const std::string& word) { return word.starts_with("--jobs="); });
  } else if (is_given(words, "--jobs")) {
    note_parallel_work();
  }
  cli::require_well_formed(*app, words);
  root.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  for (const auto& rest : {app->remaining(), root.remaining()}) {
    if (!rest.empty()) {
      throw invalid_input(fmt::format("'{}' has no place in {}", rest.front(), arguments.front()));
    }
  }
  command_found found{runner({command_line, words}), ""};
  if (memory) {
    found.text = memory->contents();
  }
  return found;
}

}  // namespace plumbline::python
