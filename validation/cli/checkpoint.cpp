// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/checkpoint.hpp"

#include "cli/raised_digits.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/sha256.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace plumbline::cli {

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
/// How precise: `integrate` may go on with more.
constexpr const char* digits_option = "--digits";
/// How long: what a run that goes on may have another value of.
const std::vector<std::string>& ending_options() {
  static const std::vector<std::string> list = {"--steps", "--until"};
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

/// The last value of an option among the arguments, under any of its names.
std::optional<std::string> value_of(const std::vector<std::string>& arguments,
                                    const std::vector<std::string>& names) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < arguments.size();) {
    const auto option = option_in(arguments, i, names);
    if (option && contains(names, option->name)) {
      const std::string& last = arguments[i + option->words - 1];
      const bool is_long = option->name.size() > 2;
      value = option->words == 2 ? last
              : !is_long         ? last.substr(2)
                                 : last.substr(std::min(last.size(), last.find('=') + 1));
    }
    i += option ? option->words : 1;
  }
  return value;
}

/// An option with its value, or a word that is none, each in one text.
std::vector<std::string> groups_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> groups;
  bool open = false;  // the last group is an option without a value so far
  for (const auto& word : arguments) {
    const bool is_option = word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
    if (open && !is_option) {
      groups.back() += " " + word;
      open = false;
      continue;
    }
    groups.push_back(word);
    open = is_option && word.find('=') == std::string::npos;
  }
  return groups;
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
void refuse_output_in(const std::string& checkpoint_file,
                      const std::vector<std::string>& arguments) {
  const auto target = value_of(arguments, {"-o", "--output"});
  if (!target || *target == "-") {
    return;
  }
  for (const auto& file :
       {std::filesystem::path(checkpoint_file), journal::beside(checkpoint_file)}) {
    if (is_same_file(*target, file)) {
      throw invalid_input(fmt::format(
          "-o and the checkpoint name the same file '{}'; give each its own", file.native()));
    }
  }
}

}  // namespace

void add_checkpoint(CLI::App& app, checkpoint_options& o) {
  app.add_option("--checkpoint", o.file, "file in which a long run leaves what it needs to go on");
  app.add_option("--checkpoint-every", o.every,
                 fmt::format("how often, in seconds ({})", default_seconds));
  app.add_option("--resume", o.resume,
                 "the checkpoint to go on from, with all arguments of its run or none of them; "
                 "--steps or --until may make it longer, --digits of integrate more precise");
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
  optional.insert(optional.end(), ending_options().begin(), ending_options().end());
  optional.emplace_back(digits_option);
  std::vector<std::string> given;
  for (std::size_t i = 1; i < arguments.size();) {
    const auto option = option_in(arguments, i, optional);
    if (!option) {
      return arguments;
    }
    given.push_back(option->name);
    i += option->words;
  }
  const auto file = value_of(arguments, {"--resume"});
  if (!file || file->empty()) {
    return arguments;
  }
  const checkpoint kept = checkpoint::read(*file);
  if (kept.arguments.empty() || kept.arguments.front() != arguments.front()) {
    throw invalid_input(fmt::format("the checkpoint '{}' belongs to `plumbline {}`", *file,
                                    kept.arguments.empty() ? "" : kept.arguments.front()));
  }
  std::vector<std::string> replaced;
  for (const auto& name : given) {
    replaced.push_back(name);
    if (name == "-o" || name == "--output") {
      replaced.emplace_back(name == "-o" ? "--output" : "-o");
    }
    if (contains(ending_options(), name)) {
      replaced.insert(replaced.end(), ending_options().begin(), ending_options().end());
    }
  }
  std::vector<std::string> all = defining_arguments(kept.arguments, replaced);
  // a new number of steps stands where the old one stood, as if the whole run had been asked for
  std::vector<std::string> more(arguments.begin() + 1, arguments.end());
  for (std::size_t old = 0, k = 0; old < kept.arguments.size() && k <= all.size();) {
    const auto was = option_in(kept.arguments, old, replaced);
    if (was && contains(ending_options(), was->name)) {
      for (std::size_t i = 0; i < more.size();) {
        const auto option = option_in(more, i, optional);
        const std::size_t size = option ? option->words : 1;
        if (option && contains(ending_options(), option->name)) {
          const auto from = more.begin() + static_cast<std::ptrdiff_t>(i);
          const auto to = from + static_cast<std::ptrdiff_t>(size);
          all.insert(all.begin() + static_cast<std::ptrdiff_t>(k), from, to);
          more.erase(from, to);
          k += size;
        } else {
          i += size;
        }
      }
    }
    k += was ? 0 : 1;
    old += was ? was->words : 1;
  }
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string resume_hint(const std::vector<std::string>& arguments) {
  const auto file = value_of(arguments, {"--resume"});
  if (!file) {
    return {};
  }
  std::vector<std::string> lacking;
  try {
    if (resumed_arguments(arguments) != arguments) {
      return {};
    }
    const auto given = groups_of(arguments);
    const auto is_ending = [](const std::string& group) {
      return contains(ending_options(), group.substr(0, group.find_first_of(" =")));
    };
    const bool has_end = std::any_of(given.begin(), given.end(), is_ending);
    const bool has_digits = std::any_of(given.begin(), given.end(), [](const std::string& group) {
      return group.starts_with(digits_option);
    });
    for (const auto& group : groups_of(checkpoint::read(*file).arguments)) {
      const std::string name = group.substr(0, group.find_first_of(" ="));
      if (!contains(given, group) && !contains(placing_options(), name) &&
          !(has_end && is_ending(group)) && !(has_digits && name == digits_option)) {
        lacking.push_back(group);
      }
    }
  } catch (const std::exception&) {
    return {};
  }
  return lacking.empty()
             ? std::string()
             : fmt::format(
                   "; --resume takes all arguments of the run or none of them, not given here: {}",
                   fmt::join(lacking, ", "));
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
  refuse_output_in(file_, how.arguments);
  contents_.arguments = defining_arguments(how.arguments);
  for (const auto& fact : facts) {
    if (fact.key != "command") {
      contents_.facts[fact.key] = stored_text(fact);
    }
  }
  contents_.facts["version"] = version_with_commit();
  contents_.facts.merge(facts_of_files(defining_arguments(how.arguments, placing_options())));
  if (file_ != resumed_) {
    checkpoint::require_replaceable(file_);
  }
  if (resumed_.empty()) {
    contents_.write(file_);  // that it can be written is known before the work
    return;
  }
  refuse_output_in(resumed_, how.arguments);
  checkpoint from = checkpoint::read(resumed_);
  const auto refuse = [&](const std::string& key, const std::string& kept,
                          const std::string& value) {
    throw invalid_input(fmt::format("the checkpoint '{}' is of another run: its {} is {}, not {}",
                                    resumed_, key, kept, value));
  };
  const int before = digits_of(from);
  const std::string earlier = raise_digits(from, how, resumed_);
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
    if (kept != value && key != "steps" && !(raised && is_same_fact(kept, value, before))) {
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

metadata checkpoint_keeper::facts() const {
  const auto earlier = contents_.facts.find(earlier_digits_fact);
  return earlier == contents_.facts.end() ? metadata{}
                                          : metadata{{earlier->first, earlier->second}};
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

void checkpoint_keeper::warn(const std::string& key, const io_error& error) {
  const std::lock_guard lock(guard_);
  last_[key] = clock::now();
  if (!std::exchange(warned_, true)) {
    say(fmt::format("plumbline: warning: no checkpoint is kept, the run goes on: {}\n",
                    error.what()));
  }
}

}  // namespace plumbline::cli
