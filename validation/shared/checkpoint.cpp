// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/checkpoint.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace plumbline::cli {

namespace {

constexpr const char* default_seconds = "60";

double parse_seconds(const std::string& text) {
  double seconds = -1;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seconds);
  constexpr double most = 1e9;
  if (error != std::errc() || rest != end || !(0 <= seconds && seconds <= most)) {
    throw invalid_input(
        fmt::format("--checkpoint-every must be a number of seconds, 0 or more, got '{}'", text));
  }
  return seconds;
}

std::string text_of(const metadata_entry& fact) {
  if (const auto* count = std::get_if<std::int64_t>(&fact.value)) {
    return std::to_string(*count);
  }
  if (const auto* text = std::get_if<std::string>(&fact.value)) {
    return *text;
  }
  std::string list;
  for (const auto& [name, value] : std::get<metadata_entry::named_values>(fact.value)) {
    list += fmt::format("{}={};", name, value);
  }
  return list;
}

const std::vector<std::string>& keeping_options() {
  static const std::vector<std::string> list = {"--checkpoint", "--checkpoint-every", "--resume"};
  return list;
}
const std::vector<std::string>& showing_flags() {
  static const std::vector<std::string> list = {"--quiet", "--progress"};
  return list;
}
/// Where and how fast, but not what.
const std::vector<std::string>& placing_options() {
  static const std::vector<std::string> list = {"-o", "--output", "--jobs", "--plot"};
  return list;
}

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Splits words at an option of the list: the option's name, where the word is one, and how many words it takes.
struct option_at {
  std::string name;
  std::size_t words;
};
std::optional<option_at> option_in(const std::vector<std::string>& words, std::size_t i,
                                   const std::vector<std::string>& with_value) {
  const std::string name = words[i].substr(0, words[i].find('='));
  if (contains(with_value, name)) {
    const bool inside = name.size() < words[i].size();
    return option_at{name, inside || i + 1 == words.size() ? std::size_t{1} : std::size_t{2}};
  }
  const bool joined = words[i].size() > 2 && words[i][0] == '-' && words[i][1] != '-';
  if (joined && contains(with_value, words[i].substr(0, 2))) {
    return option_at{words[i].substr(0, 2), 1};
  }
  if (contains(showing_flags(), words[i])) {
    return option_at{words[i], 1};
  }
  return std::nullopt;
}

}  // namespace

void add_checkpoint(CLI::App& app, checkpoint_options& o) {
  app.add_option("--checkpoint", o.file, "file in which a long run leaves what it needs to go on");
  app.add_option("--checkpoint-every", o.every,
                 fmt::format("how often, in seconds ({})", default_seconds));
  app.add_option("--resume", o.resume,
                 "the checkpoint to go on from, with the same arguments or with none");
}

std::vector<std::string> defining_arguments(const std::vector<std::string>& arguments,
                                            const std::vector<std::string>& more) {
  std::vector<std::string> dropped = keeping_options();
  dropped.insert(dropped.end(), more.begin(), more.end());
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size();) {
    if (const auto option = option_in(arguments, i, dropped)) {
      i += option->words;
    } else {
      kept.push_back(arguments[i++]);
    }
  }
  return kept;
}

std::vector<std::string> resumed_arguments(const std::vector<std::string>& arguments) {
  std::vector<std::string> optional = keeping_options();
  optional.insert(optional.end(), placing_options().begin(), placing_options().end());
  std::string file;
  std::vector<std::string> given;
  for (std::size_t i = 1; i < arguments.size();) {
    const auto option = option_in(arguments, i, optional);
    if (!option) {
      return arguments;
    }
    given.push_back(option->name);
    if (option->name == "--resume") {
      const std::string& last = arguments[i + option->words - 1];
      file = option->words == 2 ? last : last.substr(std::min(last.size(), last.find('=') + 1));
    }
    i += option->words;
  }
  if (file.empty()) {
    return arguments;
  }
  const checkpoint kept = checkpoint::read(file);
  if (kept.arguments.empty() || kept.arguments.front() != arguments.front()) {
    throw invalid_input(fmt::format("the checkpoint '{}' belongs to `plumbline {}`", file,
                                    kept.arguments.empty() ? "" : kept.arguments.front()));
  }
  std::vector<std::string> replaced;
  for (const auto& name : given) {
    replaced.push_back(name);
    if (name == "-o" || name == "--output") {
      replaced.emplace_back(name == "-o" ? "--output" : "-o");
    }
  }
  std::vector<std::string> all = defining_arguments(kept.arguments, replaced);
  all.insert(all.end(), arguments.begin() + 1, arguments.end());
  return all;
}

checkpoint_keeper::checkpoint_keeper(const checkpoint_options& o, const call& how,
                                     const metadata& facts)
    : file_(o.file.empty() ? o.resume : o.file), resumed_(o.resume) {
  if (!wanted()) {
    if (!o.every.empty()) {
      throw invalid_input("--checkpoint-every needs --checkpoint FILE or --resume FILE");
    }
    return;
  }
  every_ =
      std::chrono::duration<double>(parse_seconds(o.every.empty() ? default_seconds : o.every));
  contents_.arguments = defining_arguments(how.arguments);
  contents_.facts["version"] = version();
  for (const auto& fact : facts) {
    if (fact.key != "command") {
      contents_.facts[fact.key] = text_of(fact);
    }
  }
  if (resumed_.empty()) {
    contents_.write(file_);  // that it can be written is known before the work
    return;
  }
  checkpoint from = checkpoint::read(resumed_);
  for (const auto& [key, value] : contents_.facts) {
    const auto other = from.facts.find(key);
    const std::string kept = other == from.facts.end() ? "nothing" : other->second;
    if (kept != value) {
      throw invalid_input(fmt::format("the checkpoint '{}' is of another run: its {} is {}, not {}",
                                      resumed_, key, kept, value));
    }
  }
  contents_.parts = std::move(from.parts);
}

bool checkpoint_keeper::due(const std::string& key) const {
  const std::lock_guard lock(guard_);
  const auto last = last_.find(key);
  return wanted() && clock::now() - (last == last_.end() ? begin_ : last->second) >= every_;
}

std::optional<std::vector<std::string>> checkpoint_keeper::find(const std::string& key) const {
  const std::lock_guard lock(guard_);
  const auto kept = contents_.parts.find(key);
  if (resumed_.empty() || kept == contents_.parts.end()) {
    return std::nullopt;
  }
  return kept->second;
}

void checkpoint_keeper::write(const std::string& key, std::vector<std::string> values) {
  const std::lock_guard lock(guard_);
  contents_.parts[key] = std::move(values);
  contents_.write(file_);
  last_[key] = clock::now();
}

}  // namespace plumbline::cli
