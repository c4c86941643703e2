// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The form of names in files: small letters and digits, single hyphens between words, a letter first.
#pragma once

#include <cstddef>
#include <string_view>

namespace plumbline {

/// True for "my-scheme-2", false for "My-Scheme", "2-my", "my--scheme", "my-" and what is longer than `longest`.
inline bool is_kebab_case(std::string_view name, std::size_t longest) {
  bool after_letter = false;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!letter && (c != '-' || !after_letter)) {
      return false;
    }
    after_letter = letter;
  }
  return after_letter && name.size() <= longest && name.front() >= 'a';
}

}  // namespace plumbline
