// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/input_files.hpp"

#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace plumbline::cli {

namespace {

struct named_file {
  std::string option;
  std::string name;
};

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return std::filesystem::is_regular_file(a, none) && std::filesystem::is_regular_file(b, none) &&
         std::filesystem::equivalent(a, b, none);
}

/// The names that a word may have as names of files: FILE, @FILE, FILE,FILE, NAME=FILE, FILE:NAME=VALUE.
std::vector<std::string> names_in(const std::string& word) {
  std::vector<std::string> names = {word};
  for (std::size_t begin = word.rfind('@', 0) == 0 ? 1 : 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    const std::string part = word.substr(begin, end - begin);
    const std::string value = part.substr(part.find('=') + 1);  // all of it without one
    for (const std::string& name : {part, part.substr(0, part.find(':')), value}) {
      names.push_back(name);
    }
    begin = end + 1;
  }
  return names;
}

/// Whether the option names a file, whatever the name looks like. Others may name a thing of the catalogue, and the result of an earlier
/// run may be called so.
bool names_files(const CLI::Option& option) {
  constexpr std::array<std::string_view, 3> always = {"run", "cases", "matrices"};
  const auto is_one_of_these = [&](const std::string& name) {
    return std::ranges::find(always, name) != always.end();
  };
  return std::ranges::any_of(option.get_lnames(), is_one_of_these) ||
         (option.get_positional() && option.get_name(true).rfind("FILE", 0) == 0);
}

}  // namespace

void require_output_is_no_input(const CLI::App& app) {
  constexpr std::array<std::string_view, 5> written = {"output", "plot", "page", "certificate",
                                                       "badge"};
  constexpr std::array<std::string_view, 2> kept = {"checkpoint", "resume"};
  std::vector<named_file> targets;
  std::vector<std::string> read;
  std::vector<std::string> checkpoints;
  for (const CLI::Option* option : app.get_options()) {
    const auto is_one_of = [&](const auto& names) {
      return std::ranges::any_of(option->get_lnames(), [&](const std::string& name) {
        return std::ranges::find(names, name) != names.end();
      });
    };
    for (const std::string& word : option->results()) {
      if (is_one_of(written)) {
        targets.push_back({is_one_of(std::array<std::string_view, 1>{"output"})
                               ? "-o"
                               : "--" + option->get_lnames().front(),
                           word});
      } else if (!is_one_of(kept)) {
        const bool always = names_files(*option) || word.rfind('@', 0) == 0;
        for (const std::string& name : names_in(word)) {
          if (always || name.find_first_of("./") != std::string::npos) {
            read.push_back(name);
          }
        }
      } else {
        checkpoints.push_back(word);
      }
    }
  }
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const named_file& target = targets[k];
    const auto is_target = [&](const std::string& name) {
      return is_same_file(name, target.name) ||
             std::filesystem::path(name).lexically_normal() ==
                 std::filesystem::path(target.name).lexically_normal();
    };
    if (target.option != "-o" && std::ranges::any_of(checkpoints, is_target)) {
      throw invalid_input(
          fmt::format("{} and the checkpoint name the same file '{}'; give each its own",
                      target.option, target.name));
    }
    if (std::ranges::any_of(
            read, [&](const std::string& name) { return is_same_file(name, target.name); })) {
      throw invalid_input(fmt::format(
          "{} names the file '{}', which the command reads; give the output another name",
          target.option, target.name));
    }
    for (std::size_t j = 0; j < k; ++j) {
      const auto path = [](const std::string& name) {
        return std::filesystem::path(name).lexically_normal();
      };
      std::error_code none;
      if (targets[j].option != target.option && !target.name.empty() && target.name != "-" &&
          !std::filesystem::is_other(target.name, none) &&
          (path(targets[j].name) == path(target.name) ||
           is_same_file(targets[j].name, target.name))) {
        throw invalid_input(fmt::format("{} and {} name the same file '{}'; give each its own",
                                        targets[j].option, target.option, target.name));
      }
    }
  }
}

}  // namespace plumbline::cli
