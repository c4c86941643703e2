// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/raised_digits.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/sha256.hpp>
#include <plumbline/study/file_keeper.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace plumbline {

namespace {

constexpr const char* default_seconds = "60";

/// The fact that a file of the user's, a system or a scheme say, has these contents: its key begins so, and its name follows.
constexpr const char* file_fact = "sha256 of ";

/// A fact for each file that the arguments name: a word, its end from '=', ':', ',' or '@' on, or a part of it between these.
std::map<std::string, std::string> facts_of_files(const std::vector<std::string>& arguments) {
  std::map<std::string, std::string> facts;
  for (const std::string& argument : arguments) {
    for (std::size_t from = 0; from <= argument.size();) {
      const std::size_t to = std::min(argument.find_first_of(" =:,@", from), argument.size());
      for (const std::string& name : {argument.substr(from), argument.substr(from, to - from)}) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(name, ignored)) {
          std::ifstream file(name, std::ios::binary);
          const std::string contents{std::istreambuf_iterator<char>(file), {}};
          facts[file_fact + name] = sha256(contents);
        }
      }
      from = to + 1;
    }
  }
  return facts;
}

double parse_seconds(const std::string& text) {
  constexpr double most = 1e9;
  const double seconds = evaluate<double>(expression(text), {});
  if (!(0 <= seconds && seconds <= most)) {
    throw invalid_input(
        fmt::format("--checkpoint-every is a number of seconds from 0 to 1e9, got '{}'", text));
  }
  return seconds;
}

std::string stored_text(const metadata_entry& fact) {
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

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) {
    return true;
  }
  const auto real_a = std::filesystem::weakly_canonical(std::filesystem::absolute(a), error);
  const auto real_b = std::filesystem::weakly_canonical(std::filesystem::absolute(b), error);
  return real_a == real_b;
}

/// Throws invalid_input where the result would go to the file of the checkpoint, or to its rows.
void refuse_output_in(const std::string& checkpoint_file, const std::string& target) {
  if (target.empty() || target == "-") {
    return;
  }
  for (const auto& file :
       {std::filesystem::path(checkpoint_file), journal::beside(checkpoint_file)}) {
    if (is_same_file(target, file)) {
      throw invalid_input(fmt::format(
          "-o and the checkpoint name the same file '{}'; give each its own", file.native()));
    }
  }
}

}  // namespace

file_keeper::file_keeper(const kept_call& how, const metadata& facts)
    : file_(how.file.empty() ? how.resume : how.file), resumed_(how.resume) {
  if (!wanted()) {
    if (!how.every.empty()) {
      throw invalid_input("--checkpoint-every needs --checkpoint FILE or --resume FILE");
    }
    return;
  }
  every_ =
      std::chrono::duration<double>(parse_seconds(how.every.empty() ? default_seconds : how.every));
  refuse_output_in(file_, how.output);
  contents_.arguments = how.arguments;
  for (const auto& fact : facts) {
    if (fact.key != "command") {
      contents_.facts[fact.key] = stored_text(fact);
    }
  }
  contents_.facts["version"] = version_with_commit();
  contents_.facts.merge(facts_of_files(how.words));
  if (file_ != resumed_) {
    checkpoint::require_replaceable(file_);
  }
  if (resumed_.empty()) {
    contents_.write(file_);  // that it can be written is known before the work
    return;
  }
  refuse_output_in(resumed_, how.output);
  checkpoint from = checkpoint::read(resumed_);
  const auto refuse = [&](const std::string& key, const std::string& kept,
                          const std::string& value) {
    throw invalid_input(fmt::format("the checkpoint '{}' is of another run: its {} is {}, not {}",
                                    resumed_, key, kept, value));
  };
  const int before = digits_of(from);
  const std::string earlier = raise_digits(from, how.digits, resumed_);
  const bool raised = digits_of(from) != before;
  if (!earlier.empty()) {
    contents_.facts[earlier_digits_fact] = earlier;
  }
  const auto of_file = [](const std::string& key) { return key.starts_with(file_fact); };
  for (const auto& [key, value] : contents_.facts) {
    if (of_file(key)) {
      continue;
    }
    const auto other = from.facts.find(key);
    const std::string kept = other == from.facts.end() ? "not given" : other->second;
    if (kept != value && key != "steps" && !(raised && is_same_fact(key, kept, value, before))) {
      refuse(key, kept, value);
    }
  }
  for (const auto& [key, kept] : from.facts) {
    if (of_file(key) && contents_.facts[key] != kept) {
      throw invalid_input(fmt::format(
          "the checkpoint '{}' is of another run: the file '{}' has changed since, or is gone",
          resumed_, key.substr(std::string_view(file_fact).size())));
    }
    if (!contents_.facts.contains(key)) {
      refuse(key, kept, "without it");
    }
  }
  contents_.parts = std::move(from.parts);
}

metadata file_keeper::facts() const {
  const auto earlier = contents_.facts.find(earlier_digits_fact);
  return earlier == contents_.facts.end() ? metadata{}
                                          : metadata{{earlier->first, earlier->second}};
}

bool file_keeper::due(const std::string& key) const {
  const std::lock_guard lock(guard_);
  const auto last = last_.find(key);
  return wanted() && clock::now() - (last == last_.end() ? begin_ : last->second) >= every_;
}

std::optional<std::vector<std::string>> file_keeper::find(const std::string& key) const {
  const std::lock_guard lock(guard_);
  const auto kept = contents_.parts.find(key);
  if (resumed_.empty() || kept == contents_.parts.end()) {
    return std::nullopt;
  }
  return kept->second;
}

void file_keeper::write(const std::string& key, std::vector<std::string> values) {
  const std::lock_guard lock(guard_);
  contents_.parts[key] = std::move(values);
  contents_.write(file_);
  last_[key] = clock::now();
}

void file_keeper::warn(const std::string& key, const io_error& error) {
  const std::lock_guard lock(guard_);
  last_[key] = clock::now();
  if (!std::exchange(warned_, true)) {
    say(fmt::format("plumbline: warning: no checkpoint is kept, the run goes on: {}\n",
                    error.what()));
  }
}

}  // namespace plumbline
