// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/arguments.hpp"

#include "cli/usage.hpp"
#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace plumbline::cli {

namespace {

/// An option as it stands in the arguments: "--steps 10", "--steps=10", "-oFILE".
struct option_word {
  std::string name;
  bool has_value = false;  ///< in the same word
  std::string value;
};

std::optional<option_word> option_in(const std::string& word) {
  if (word.size() < 2 || word[0] != '-' || (word[1] >= '0' && word[1] <= '9') || word[1] == '.') {
    return std::nullopt;
  }
  if (word[1] != '-') {
    return option_word{word.substr(0, 2), word.size() > 2, word.substr(2)};
  }
  const auto equals = word.find('=');
  if (equals == std::string::npos) {
    return option_word{word, false, {}};
  }
  return option_word{word.substr(0, equals), true, word.substr(equals + 1)};
}

const CLI::Option* find_option(const CLI::App& app, const std::string& name) {
  for (const auto* option : app.get_options()) {
    if (option->nonpositional() && option->check_name(name)) {
      return option;
    }
  }
  return nullptr;
}

std::vector<const CLI::App*> commands_of(const CLI::App& root) {
  return root.get_subcommands([](const CLI::App*) { return true; });
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_min() > 0; }

}  // namespace

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
    for (const auto& name : option->get_snames()) {
      names.push_back("-" + name);
    }
  }
  return names;
}

std::vector<std::string> command_first(const CLI::App& root,
                                       const std::vector<std::string>& arguments) {
  const auto commands = commands_of(root);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto option = option_in(arguments[i]);
    if (!option) {
      const bool known = std::any_of(commands.begin(), commands.end(), [&](const CLI::App* app) {
        return app->get_name() == arguments[i];
      });
      std::vector<std::string> ordered = arguments;
      if (known) {
        std::rotate(ordered.begin(), ordered.begin() + static_cast<std::ptrdiff_t>(i),
                    ordered.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
      return ordered;
    }
    if (find_option(root, option->name) != nullptr) {
      return arguments;
    }
    if (!option->has_value &&
        std::any_of(commands.begin(), commands.end(), [&](const CLI::App* app) {
          const auto* declared = find_option(*app, option->name);
          return declared != nullptr && takes_value(*declared);
        })) {
      ++i;
    }
  }
  return arguments;
}

void require_well_formed(const CLI::App& app, const std::vector<std::string>& arguments) {
  std::map<const CLI::Option*, std::string> seen;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].empty()) {
      throw invalid_input("an argument is empty: '' stands for nothing here");
    }
    const auto option = option_in(arguments[i]);
    const auto* declared = option ? find_option(app, option->name) : nullptr;
    if (declared == nullptr) {
      continue;
    }
    const auto& long_names = declared->get_lnames();
    const std::string long_name = long_names.empty() ? option->name : "--" + long_names.front();
    if (!takes_value(*declared)) {
      if (option->has_value) {
        throw invalid_input(fmt::format("{} takes no value, got '{}'", option->name, arguments[i]));
      }
      continue;
    }
    std::string value = option->value;
    if (!option->has_value) {
      if (i + 1 == arguments.size()) {
        throw invalid_input(fmt::format("{} needs a value: {} {}", option->name, option->name,
                                        value_kind(long_name)));
      }
      value = arguments[++i];
    }
    if (value.empty()) {
      throw invalid_input(fmt::format("{} needs a value, got an empty one{}", option->name,
                                      long_name == "--output" ? "; - is standard output" : ""));
    }
    const bool repeats = declared->get_expected_max() > 1;
    if (const auto before = seen.find(declared); !repeats && before != seen.end()) {
      throw invalid_input(
          fmt::format("{} is given twice: '{}' and '{}'", option->name, before->second, value));
    }
    seen[declared] = value;
  }
}

}  // namespace plumbline::cli
