// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/state_names.hpp>
#include <plumbline/catalogue/systems.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace plumbline {

namespace {

constexpr std::pair<char, state_part> letters_of_parts[] = {{'q', state_part::coordinate},
                                                            {'x', state_part::coordinate},
                                                            {'p', state_part::momentum},
                                                            {'v', state_part::velocity},
                                                            {'a', state_part::acceleration}};

std::optional<state_part> part_of(char letter) {
  for (const auto& [name, part] : letters_of_parts) {
    if (name == letter) {
      return part;
    }
  }
  return std::nullopt;
}

char letter_of(state_part part) {
  for (const auto& [name, its_part] : letters_of_parts) {
    if (its_part == part) {
      return name;
    }
  }
  return '?';
}

/// The whole number of "q12" from 1 on, without zeros in front; 0 for another text.
int number_behind_letter(const std::string& name) {
  int number = 0;
  const char* const end = name.data() + name.size();
  if (name.size() < 2 || name[1] < '1' || '9' < name[1]) {
    return 0;
  }
  const auto [rest, error] = std::from_chars(name.data() + 1, end, number);
  return error == std::errc() && rest == end ? number : 0;
}

}  // namespace

state_names::state_names(const system_entry& system, int dimension)
    : state_names(system.kind, dimension,
                  {system.info.aliases.begin(), system.info.aliases.end()}) {}

bool state_names::has(state_part part) const {
  return part == state_part::coordinate || kind_ == system_kind::lagrangian ||
         (kind_ == system_kind::second_order && part != state_part::momentum);
}

std::optional<int> state_names::coordinate(const std::string& name) const {
  const auto own = std::find(own_.begin(), own_.end(), name);
  if (own != own_.end()) {
    return static_cast<int>(own - own_.begin());
  }
  const int number = number_behind_letter(name);
  if ((name.front() == 'q' || name.front() == 'x') && 0 < number && number <= dimension_) {
    return number - 1;
  }
  return std::nullopt;
}

std::optional<state_name> state_names::find(const std::string& name) const {
  if (name.empty()) {
    return std::nullopt;
  }
  if (const auto i = coordinate(name)) {
    return state_name{state_part::coordinate, *i};
  }
  const auto part = part_of(name.front());
  if (!part || *part == state_part::coordinate || !has(*part)) {
    return std::nullopt;
  }
  if (name.size() > 2 && name[1] == '.') {
    const auto i = coordinate(name.substr(2));
    return i ? std::optional(state_name{*part, *i}) : std::nullopt;
  }
  const int number = number_behind_letter(name);
  return 0 < number && number <= dimension_ ? std::optional(state_name{*part, number - 1})
                                            : std::nullopt;
}

std::vector<std::string> state_names::known(const std::vector<state_part>& parts) const {
  std::vector<std::string> names;
  const auto add = [&names](std::string name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(std::move(name));
    }
  };
  const bool by_names_alone = kind_ == system_kind::first_order && !own_.empty();
  for (const auto part : by_names_alone ? std::vector<state_part>() : parts) {
    const char letter = part != state_part::coordinate       ? letter_of(part)
                        : kind_ == system_kind::second_order ? 'x'
                                                             : 'q';
    for (int i = 1; i <= dimension_ && has(part); ++i) {
      add(letter + std::to_string(i));
    }
  }
  for (const auto& own : own_) {
    for (const auto part : parts) {
      if (has(part)) {
        add(part == state_part::coordinate ? own : std::string(1, letter_of(part)) + "." + own);
      }
    }
  }
  return names;
}

}  // namespace plumbline
