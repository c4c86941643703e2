// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/toml_text.hpp>

#include <algorithm>

namespace plumbline {

namespace {

/// The place behind the string that begins at i. One that does not end is the parser's business.
std::size_t behind_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const bool has_escapes = quote == '"';
  const std::string_view three = text.substr(i, 3);
  const bool is_long = three.size() == 3 && three[1] == quote && three[2] == quote;
  for (i += is_long ? 3 : 1; i < text.size(); ++i) {
    if (has_escapes && text[i] == '\\') {
      ++i;
    } else if (!is_long && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    } else if (is_long && text.substr(i, 3) == three) {
      return i + 3;  // quotes that follow begin and end an empty string
    }
  }
  return text.size();
}

}  // namespace

std::size_t first_stray_byte(std::string_view toml) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::size_t i = toml.substr(0, 3) == byte_order_mark ? 3 : 0;
  while (i < toml.size()) {
    const char c = toml[i];
    if (c == '"' || c == '\'') {
      i = behind_string(toml, i);
    } else if (c == '#') {
      const auto end = toml.find('\n', i);
      i = end == std::string_view::npos ? toml.size() : end;
    } else if (static_cast<unsigned char>(c) >= 0x80U) {
      return i;
    } else {
      ++i;
    }
  }
  return std::string_view::npos;
}

std::size_t first_stray_line(std::string_view toml) {
  const std::size_t place = first_stray_byte(toml);
  if (place == std::string_view::npos) {
    return 0;
  }
  const auto before = toml.substr(0, place);
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

}  // namespace plumbline
