// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Entries of a catalogue that are made when they are asked for by name: a command that needs one system and one scheme makes
// these two, not the whole catalogue.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::detail {

/// The name of an entry, as it stands in a list of identifiers: `rk4_velocity` is the entry of rk4-velocity.
inline std::string entry_name(std::string identifier) {
  std::replace(identifier.begin(), identifier.end(), '_', '-');
  return identifier;
}

template <class Entry>
class entries_by_name {
 public:
  /// (identifier, what makes the entry).
  explicit entries_by_name(std::vector<std::pair<const char*, Entry (*)()>> makers) {
    for (const auto& [identifier, make] : makers) {
      slots_[entry_name(identifier)].make = make;
    }
  }

  /// The entry of this name, made at the first call; nullptr where there is none. It stays where it is.
  const Entry* find(std::string_view name) {
    const auto found = slots_.find(name);
    if (found == slots_.end()) {
      return nullptr;
    }
    slot& s = found->second;
    std::call_once(s.once, [&] { s.entry.push_back(s.make()); });
    return &s.entry.front();
  }

 private:
  struct slot {
    Entry (*make)() = nullptr;
    std::once_flag once;
    std::vector<Entry> entry;  ///< one, when it is made
  };
  std::map<std::string, slot, std::less<>> slots_;
};

}  // namespace plumbline::detail
