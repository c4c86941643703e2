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

struct written_file {
  std::string option;
  std::string name;
};

/// The file that word i or the next one names to be written; i moves to the last word that was used.
std::optional<written_file> written_by(const std::vector<std::string>& words, std::size_t& i) {
  if (auto name = value_of(words, i, "--output", "-o")) {
    return written_file{"-o", *std::move(name)};
  }
  for (const char* const option : {"--plot", "--page", "--certificate", "--badge"}) {
    if (auto name = value_of(words, i, option)) {
      return written_file{option, *std::move(name)};
    }
  }
  return std::nullopt;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return std::filesystem::is_regular_file(a, none) && std::filesystem::is_regular_file(b, none) &&
         std::filesystem::equivalent(a, b, none);
}

/// Throws invalid_input where a word names the file: FILE, @FILE, FILE,FILE, FILE:NAME=VALUE.
void require_not_named(const written_file& target, const std::string& word) {
  std::istringstream parts(word.substr(word.rfind('@', 0) == 0 ? 1 : 0));
  for (std::string part; std::getline(parts, part, ',');) {
    for (const std::string& name : {part, part.substr(0, part.find(':'))}) {
      // the result of an earlier run may have the name of a system or a scheme
      if (name.find_first_of("./") != std::string::npos && is_same_file(name, target.name)) {
        throw invalid_input(fmt::format(
            "{} names the file '{}', which the command reads; give the output another name",
            target.option, target.name));
      }
    }
  }
}

}  // namespace

void require_output_is_no_input(const std::vector<std::string>& arguments) {
  std::vector<written_file> targets;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (auto target = written_by(arguments, i)) {
      targets.push_back(*std::move(target));
    } else if (!value_of(arguments, i, "--checkpoint") && !value_of(arguments, i, "--resume")) {
      const auto equals =
          arguments[i].rfind("--", 0) == 0 ? arguments[i].find('=') : std::string::npos;
      others.push_back(equals == std::string::npos ? arguments[i]
                                                   : arguments[i].substr(equals + 1));
    }
  }
  for (std::size_t k = 0; k < targets.size(); ++k) {
    for (const std::string& word : others) {
      require_not_named(targets[k], word);
    }
    for (std::size_t j = 0; j < k; ++j) {
      const auto path = [](const std::string& name) {
        return std::filesystem::path(name).lexically_normal();
      };
      if (targets[j].option != targets[k].option && !targets[k].name.empty() &&
          targets[k].name != "-" && !std::filesystem::is_other(targets[k].name) &&
          (path(targets[j].name) == path(targets[k].name) ||
           is_same_file(targets[j].name, targets[k].name))) {
        throw invalid_input(fmt::format("{} and {} name the same file '{}'; give each its own",
                                        targets[j].option, targets[k].option, targets[k].name));
      }
    }
  }
}

}  // namespace plumbline::cli
