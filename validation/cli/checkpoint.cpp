// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/checkpoint.hpp"

#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace plumbline::cli {

namespace {

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
  static const std::vector<std::string> list = {"-o", "--output", "--jobs", "--plot", "--badge"};
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

/// The digits that the call of `integrate` names; 0 where it names none. The default is nothing that was asked for.
int asked_digits(const call& how) {
  int digits = 0;
  if (how.arguments.empty() || how.arguments.front() != "integrate") {
    return digits;
  }
  const std::string with_value = std::string(digits_option) + "=";
  for (std::size_t i = 0; i < how.arguments.size(); ++i) {
    const std::string& word = how.arguments[i];
    if (word == digits_option && i + 1 < how.arguments.size()) {
      digits = std::atoi(how.arguments[i + 1].c_str());
    } else if (word.starts_with(with_value)) {
      digits = std::atoi(word.c_str() + with_value.size());
    }
  }
  return digits;
}

}  // namespace

void add_checkpoint(CLI::App& app, checkpoint_options& o) {
  app.add_option("--checkpoint", o.file, "file in which a long run leaves what it needs to go on");
  app.add_option("--checkpoint-every", o.every, "how often, in seconds (60)");
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

kept_call kept_by(const checkpoint_options& o, const call& how) {
  return {o.file,
          o.every,
          o.resume,
          defining_arguments(how.arguments),
          defining_arguments(how.arguments, placing_options()),
          value_of(how.arguments, {"-o", "--output"}).value_or(""),
          asked_digits(how)};
}

}  // namespace plumbline::cli
