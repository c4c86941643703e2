// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/run_file.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/study/problem.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <set>

namespace plumbline::cli {

namespace {

constexpr const char* option_name = "--run";
constexpr std::size_t longest_run_file = 1U << 20U;

class reader {
 public:
  reader(CLI::App& app, const std::filesystem::path& path)
      : app_(app),
        folder_(path.parent_path()),
        file_(path, longest_run_file, toml_document::place::line) {}

  void apply() {
    axes_ = given_axes();
    const std::set<std::string> passed_over = replaced();
    for (const toml_value& value : file_.root().items) {
      if (!is_of_system(value.key)) {
        apply(value, passed_over);
      }
    }
    system_ = system_that_is_named();
    for (const toml_value& value : file_.root().items) {
      if (is_of_system(value.key)) {
        apply(value, passed_over);
      }
    }
  }

 private:
  /// Options whose names belong to the system, which is to be known before them.
  static bool is_of_system(std::string_view key) { return key == "set" || key == "start"; }

  void apply(const toml_value& value, const std::set<std::string>& passed_over) {
    const std::string& name = value.key;
    CLI::Option* option = find(name);
    if (option == nullptr) {
      fail(value, unknown_name("option of plumbline " + app_.get_name(), name, names()));
    }
    if (passed_over.count(name) > 0) {
      return;
    }
    if (value.is == toml_value::kind::truth) {
      flag(*option, name, value);
    } else {
      give(*option, name, value);
    }
  }

  /// The system of the command, none where its name is not known: the command says so.
  std::shared_ptr<const system_entry> system_that_is_named() const {
    for (const char* const key : {"system", "function", "name"}) {
      const auto* const option = find(key);
      if (option != nullptr && option->count() > 0) {
        try {
          return system_named(option->results().front());
        } catch (const std::exception&) {
          return nullptr;
        }
      }
    }
    return nullptr;
  }

  /// The same text for all names of one thing: an initial value q1 may also be called x1 or theta, the rate of a coordinate is
  /// given by its momentum or its velocity, and a parameter may be called SYSTEM.NAME.
  std::string meaning_of(const std::string& key, const std::string& name) const {
    if (system_ && key == "start") {
      const bool any_size = system_->takes_matrices || system_->resized;
      const int dimension = any_size ? std::numeric_limits<int>::max() : system_->dimension;
      const auto place = state_names(*system_, dimension).find(name);
      if (place && place->part != state_part::acceleration) {
        return fmt::format("{} {}", place->is_rate() ? "rate" : "coordinate", place->index);
      }
    }
    if (system_ && key == "set" && name.starts_with(system_->name() + ".")) {
      return name.substr(system_->name().size() + 1);
    }
    return name;
  }

  [[noreturn]] void fail(const toml_value& where, const std::string& reason) const {
    file_.fail(where, "", reason);
  }

  /// The names of the axes that the command line gives by --over.
  std::set<std::string> given_axes() const {
    const auto* const option = find("over");
    std::set<std::string> names;
    for (const auto& word : option == nullptr ? std::vector<std::string>{} : option->results()) {
      names.insert(name_of(word));
    }
    return names;
  }

  /// The options in whose place the command line has another one: it wins over `until` by `--steps`, over `step` by `--over
  /// step=...` too.
  std::set<std::string> replaced() const {
    const std::vector<std::set<std::string>> alternatives = {
        {"steps", "until", "times"}, {"over", "cases"}, {"average", "count"}};
    std::set<std::string> names;
    for (const char* const name : {"step", "scheme", "digits"}) {
      if (axes_.contains(name)) {
        names.insert(name);
      }
    }
    for (const auto& group : alternatives) {
      const bool given = std::any_of(group.begin(), group.end(), [this](const std::string& name) {
        const auto* const option = find(name);
        return option != nullptr && option->count() > 0;
      });
      if (given) {
        names.insert(group.begin(), group.end());
      }
    }
    for (auto it = names.begin(); it != names.end();) {
      const auto* const option = find(*it);
      it = option != nullptr && option->count() > 0 ? names.erase(it) : std::next(it);
    }
    return names;
  }

  /// What stands before the = of NAME=VALUE.
  static std::string name_of(const std::string& word) { return word.substr(0, word.find('=')); }

  /// The name in a run's file: the long name, or that of a positional word in small letters.
  static std::string key_of(const CLI::Option& option) {
    if (!option.get_lnames().empty()) {
      return option.get_lnames().front();
    }
    std::string name = option.get_name(true);
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return name == "name=value" ? "arguments" : name;
  }
  static bool may_be_given(const std::string& key) {
    return !key.empty() && key != "help" && key != "run" && key != "resume";
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto* option : app_.get_options()) {
      if (may_be_given(key_of(*option))) {
        list.push_back(key_of(*option));
      }
    }
    return list;
  }
  CLI::Option* find(const std::string& key) const {
    for (auto* option : app_.get_options()) {
      if (may_be_given(key) && key_of(*option) == key) {
        return option;
      }
    }
    return nullptr;
  }

  void flag(CLI::Option& option, const std::string& key, const toml_value& value) const {
    if (option.get_expected_max() != 0) {
      fail(value, fmt::format("{} takes a value, not true or false", key));
    }
    if (option.count() == 0 && value.truth) {
      option.add_result("true");
      option.run_callback();
    }
  }

  void give(CLI::Option& option, const std::string& key, const toml_value& value) const {
    if (option.get_expected_max() == 0) {
      fail(value, fmt::format("{} is true or false", key));
    }
    const bool several = option.get_expected_max() > 1;
    const std::set<std::string> pairs = {"set",  "start", "over",     "map",
                                         "unit", "with",  "arguments"};
    const bool named = pairs.count(key) > 0;
    std::vector<std::string> words = words_of(key, value, named);
    if (!named && option.count() > 0) {
      return;  // the command line wins
    }
    if (!several) {
      words = {joined(words, ",")};
    } else {
      std::vector<std::string> all = option.results();
      std::set<std::string> given;
      for (const auto& word : all) {
        given.insert(meaning_of(key, name_of(word)));
      }
      for (const auto& axis : is_of_system(key) ? axes_ : std::set<std::string>{}) {
        given.insert(meaning_of(key, axis));
      }
      for (const auto& word : words) {
        if (given.count(meaning_of(key, name_of(word))) == 0) {
          all.push_back(word);
        }
      }
      words = all;
      if (words.empty()) {
        return;
      }
      option.clear();
    }
    for (const auto& word : words) {
      option.add_result(word);
    }
    option.run_callback();
  }

  std::vector<std::string> words_of(const std::string& key, const toml_value& value,
                                    bool named) const {
    std::vector<std::string> words;
    if (value.is_table()) {
      if (!named) {
        fail(value, fmt::format("{} takes a value, not a table", key));
      }
      for (const toml_value* each : in_order(value)) {
        if (each->is_table()) {  // v.theta = "1" is a table in a table
          for (const auto& inner : words_of(key, *each, true)) {
            words.push_back(fmt::format("{}.{}", each->key, inner));
          }
        } else {
          words.push_back(
              fmt::format("{}={}", each->key, joined(words_of(key, *each, false), ",")));
        }
      }
      return words;
    }
    if (value.is_list()) {
      for (const toml_value& each : value.items) {
        words.push_back(text_of(key, each));
      }
      if (words.empty()) {
        fail(value, fmt::format("{} is an empty list", key));
      }
      return words;
    }
    return {text_of(key, value)};
  }

  std::string text_of(const std::string& key, const toml_value& value) const {
    if (value.is == toml_value::kind::whole) {
      return value.text;
    }
    if (value.is == toml_value::kind::decimal) {
      fail(value,
           fmt::format("{}: a TOML float is a binary number; write it in quotes, such as \"0.1\"",
                       key));
    }
    if (!value.is_text()) {
      fail(value, fmt::format("{} must be a text in quotes or a whole number", key));
    }
    const std::string& text = value.text;
    const bool file = is_file_name(text) && key != "output";
    std::error_code error;
    if (file && std::filesystem::path(text).is_relative() &&
        !std::filesystem::exists(text, error)) {
      const auto beside = folder_ / text;
      return std::filesystem::exists(beside, error) ? beside.native() : text;
    }
    return text;
  }

  CLI::App& app_;
  std::filesystem::path folder_;
  toml_document file_;
  std::set<std::string> axes_;
  std::shared_ptr<const system_entry> system_;
};

}  // namespace

void add_run_file(CLI::App& app) {
  app.add_option(option_name,
                 "FILE.toml with options of this command by their long names; the "
                 "command line wins");
}

void apply_run_file(CLI::App& app) {
  const auto* const option = app.get_option(option_name);
  if (option->count() > 0) {
    reader(app, option->results().back()).apply();
  }
}

}  // namespace plumbline::cli
