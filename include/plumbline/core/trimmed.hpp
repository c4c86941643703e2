// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A text without the blanks around it, or without the byte order mark before it.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// Without the blanks, tabs and ends of lines at both ends; "" of a text that has nothing else.
inline std::string trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n\v\f";
  const auto first = text.find_first_not_of(blank);
  return first == std::string_view::npos
             ? std::string()
             : std::string(text.substr(first, text.find_last_not_of(blank) + 1 - first));
}

/// Without the byte order mark that some editors put at the beginning of a text in UTF-8.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace plumbline
