// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/input_files.hpp"

#include <plumbline/core/errors.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>

namespace plumbline::cli {

namespace {

/// The value of the option `name` or `short_name` where word i has it; i moves to the last word that was used.
std::optional<std::string> value_of(const std::vector<std::string>& words, std::size_t& i,
                                    const std::string& name, const std::string& short_name = "") {
  const std::string& word = words[i];
  if (word.rfind(name + "=", 0) == 0) {
    return word.substr(name.size() + 1);
  }
  const bool is_short = !short_name.empty() && word.rfind(short_name, 0) == 0;
  if (is_short && word.size() > short_name.size()) {
    return word.substr(short_name.size());
  }
  if ((is_short || word == name) && i + 1 < words.size()) {
    return words[++i];
  }
  return std::nullopt;
}

}  // namespace

void require_output_is_no_input(const std::vector<std::string>& arguments) {
  std::string target;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (const auto written = value_of(arguments, i, "--output", "-o")) {
      target = *written;
    } else if (!value_of(arguments, i, "--checkpoint") && !value_of(arguments, i, "--resume")) {
      const auto equals =
          arguments[i].rfind("--", 0) == 0 ? arguments[i].find('=') : std::string::npos;
      others.push_back(equals == std::string::npos ? arguments[i]
                                                   : arguments[i].substr(equals + 1));
    }
  }
  std::error_code none;
  if (target.empty() || !std::filesystem::is_regular_file(target, none)) {
    return;
  }
  for (const std::string& word : others) {
    // FILE, @FILE, FILE,FILE, FILE:NAME=VALUE
    std::istringstream parts(word.substr(word.rfind('@', 0) == 0 ? 1 : 0));
    for (std::string part; std::getline(parts, part, ',');) {
      for (const std::string& name : {part, part.substr(0, part.find(':'))}) {
        // the result of an earlier run may have the name of a system or a scheme
        if (name.find_first_of("./") != std::string::npos &&
            std::filesystem::is_regular_file(name, none) &&
            std::filesystem::equivalent(name, target, none)) {
          throw invalid_input(fmt::format(
              "-o names the file '{}', which the command reads; give the output another name",
              target));
        }
      }
    }
  }
}

}  // namespace plumbline::cli
