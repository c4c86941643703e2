// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "commands/help.hpp"

#include "cli/manual.hpp"
#include "cli/topics.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/output.hpp>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>

namespace plumbline::cli {

namespace {

int print_help(const std::string& text) {
  auto out = output::standard();
  out.write(text);
  out.commit();
  return 0;
}

/// The date of the pages: that of SOURCE_DATE_EPOCH (reproducible-builds.org) where it is set, else today.
std::string date_of_pages() {
  const char* const text = std::getenv("SOURCE_DATE_EPOCH");  // NOLINT(concurrency-mt-unsafe)
  std::time_t seconds = std::time(nullptr);
  if (text != nullptr && *text != '\0') {
    char* end = nullptr;
    const long long given = std::strtoll(text, &end, 10);
    if (*end != '\0' || given < 0 || given > 253402300799) {  // the year 9999
      throw invalid_input(
          fmt::format("SOURCE_DATE_EPOCH is a number of seconds since 1970, got '{}'", text));
    }
    seconds = static_cast<std::time_t>(given);
  }
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(seconds));
}

int write_manual(const CLI::App& root, const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (const auto& page : manual_pages(root, date_of_pages())) {
    write_file(std::filesystem::path(folder) / page.file, page.text);
  }
  return 0;
}

[[noreturn]] void one_too_many(const std::string& word, const char* form) {
  throw invalid_input(fmt::format("'{}' is one word too many; say plumbline help {}", word, form));
}

}  // namespace

int help(const CLI::App& root, const std::vector<std::string>& arguments) {
  if (arguments.size() == 1) {
    return print_help(root.help());
  }
  const std::string& name = arguments[1];
  if (name == "manual") {
    if (arguments.size() < 3) {
      throw invalid_input("help manual needs the folder that the manual pages are written to");
    }
    return arguments.size() > 3 ? (one_too_many(arguments[3], "manual FOLDER"), 2)
                                : write_manual(root, arguments[2]);
  }
  if (arguments.size() > 2) {
    one_too_many(arguments[2], "COMMAND or plumbline help TOPIC");
  }
  if (name == "help") {
    return print_help(root.help());
  }
  std::vector<std::string> names;
  for (const auto* app : root.get_subcommands([](const CLI::App*) { return true; })) {
    if (app->get_name() == name) {
      return print_help(app->help());
    }
    names.push_back(app->get_name());
  }
  for (const auto& each : topics()) {
    if (each.name == name) {
      return print_help(fmt::format("{}: {}\n\n{}", each.name, each.summary, each.text));
    }
    names.push_back(each.name);
  }
  throw invalid_input(unknown_name("command or topic", name, names));
}

std::string help_footer() {
  std::string text =
      "`plumbline help COMMAND` says more of a command, `plumbline help TOPIC` of:\n";
  std::size_t width = 0;
  for (const auto& each : topics()) {
    width = std::max(width, each.name.size());
  }
  for (const auto& each : topics()) {
    text += fmt::format("  {:<{}}  {}\n", each.name, width, each.summary);
  }
  return text +
         "\nExit codes: 0 done, 1 a verdict is not the recorded one, 2 bad usage or input, 3 the "
         "numerics failed,\n4 input or output failed, 130 or 143 interrupted.";
}

}  // namespace plumbline::cli
