// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/start_place.hpp"

#include <algorithm>
#include <string_view>

namespace plumbline::cli {

std::optional<start_place> numbered_place(const system_entry& system, int dimension,
                                          const std::string& name) {
  const auto kind = system.kind;
  const std::string_view letters = kind == system_kind::lagrangian     ? "qxpv"
                                   : kind == system_kind::second_order ? "qxv"
                                                                       : "qx";
  constexpr std::size_t most_figures = 9;  // an int holds them
  const auto is_figure = [](char c) { return c >= '0' && c <= '9'; };
  if (name.size() < 2 || name.size() > 1 + most_figures || name[1] == '0' ||
      letters.find(name[0]) == std::string_view::npos ||
      !std::all_of(name.begin() + 1, name.end(), is_figure)) {
    return std::nullopt;
  }
  const int number = std::stoi(name.substr(1));
  if (number > dimension) {
    return std::nullopt;
  }
  return start_place{name[0] == 'x' ? 'q' : name[0], static_cast<std::size_t>(number - 1)};
}

std::optional<start_place> find_place(const system_entry& system, int dimension,
                                      const std::string& name) {
  const auto& aliases = system.info.aliases;
  const auto alias = std::find(aliases.begin(), aliases.end(), name);
  if (alias != aliases.end()) {
    return start_place{'q', static_cast<std::size_t>(alias - aliases.begin())};
  }
  for (const char letter : {'p', 'v'}) {
    const bool named = name.size() > 2 && name[0] == letter && name[1] == '.';
    const auto coordinate =
        named ? std::find(aliases.begin(), aliases.end(), name.substr(2)) : aliases.end();
    const bool exists = system.kind == system_kind::lagrangian ||
                        (system.kind == system_kind::second_order && letter == 'v');
    if (exists && coordinate != aliases.end()) {
      return start_place{letter, static_cast<std::size_t>(coordinate - aliases.begin())};
    }
  }
  return numbered_place(system, dimension, name);
}

}  // namespace plumbline::cli
