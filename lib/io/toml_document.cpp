// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "io/toml_document.hpp"

#include <plumbline/catalogue/parameter_info.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/toml_text.hpp>
#include <plumbline/math/formula.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace plumbline {

namespace {

std::string without_controls(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
  return text;
}

/// Where the text stops being UTF-8, or npos.
std::size_t first_broken_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c < 0x80U                  ? 1
                               : c >= 0xC2U && c < 0xE0U  ? 2
                               : c >= 0xE0U && c < 0xF0U  ? 3
                               : c >= 0xF0U && c <= 0xF4U ? 4
                                                          : 0;
    if (length == 0 || i + length > text.size()) {
      return i;
    }
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) {
        return i;
      }
    }
    i += length;
  }
  return std::string_view::npos;
}

}  // namespace

std::string shown_name(const std::string& name) { return without_controls(name); }

std::string read_text_file(const std::filesystem::path& path, std::size_t most) {
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(path, error);
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (is_folder || !stream) {
    throw io_error("cannot read '" + shown_name(path.native()) +
                   "': " + std::generic_category().message(is_folder ? EISDIR : errno));
  }
  std::string text(most + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) {
    throw io_error("cannot read '" + shown_name(path.native()) + "'");
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > most) {
    throw invalid_input("'" + shown_name(path.native()) + "' is longer than " +
                        std::to_string(most) + " bytes");
  }
  return text;
}

toml_document::toml_document(std::string_view text, std::string name, std::size_t most)
    : name_(shown_name(name)), text_(text), lines_{0} {
  if (text_.size() > most) {
    fail("longer than " + std::to_string(most) + " bytes");
  }
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      lines_.push_back(i + 1);
    }
  }
  if (const auto broken = first_broken_byte(text_); broken != std::string_view::npos) {
    const auto line = static_cast<std::size_t>(
        std::upper_bound(lines_.begin(), lines_.end(), broken) - lines_.begin());
    fail_at({line, broken - lines_[line - 1] + 1}, "", "not a text in UTF-8");
  }
  if (const auto stray = first_stray_byte(text_); stray != std::string_view::npos) {
    const auto line = static_cast<std::size_t>(
        std::upper_bound(lines_.begin(), lines_.end(), stray) - lines_.begin());
    fail_at({line, stray - lines_[line - 1] + 1}, "", stray_byte_message);
  }
  try {
    root_ = toml::parse(text_);
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    fail_at({at.line, at.column}, "",
            "not TOML: " + without_controls(std::string(error.description())));
  }
}

void toml_document::fail(const std::string& reason) const {
  throw invalid_input("'" + name_ + "': " + reason);
}

void toml_document::fail_at(place where, const std::string& key, const std::string& reason) const {
  throw invalid_input("'" + name_ + "' line " + std::to_string(where.line) + ", column " +
                      std::to_string(where.column) + ": " + (key.empty() ? "" : key + ": ") +
                      reason);
}

void toml_document::fail(const toml::node& where, const std::string& key,
                         const std::string& reason) const {
  const auto& at = where.source().begin;
  if (at.line == 0) {
    throw invalid_input("'" + name_ + "': " + (key.empty() ? "" : key + ": ") + reason);
  }
  fail_at({at.line, at.column}, key, reason);
}

void toml_document::fail_within(const toml::node& string, std::size_t position,
                                const std::string& key, const std::string& reason) const {
  fail_at(within(string, position), key, reason);
}

/// Walks through the string as it is written: quotes, escapes, several lines.
toml_document::place toml_document::within(const toml::node& string, std::size_t position) const {
  const auto& begin = string.source().begin;
  place at{begin.line, begin.column};
  if (!string.is_string() || begin.line == 0 || begin.line > lines_.size()) {
    return at;
  }
  std::size_t i = lines_[begin.line - 1];
  const auto next = [&] {  // one character of UTF-8
    if (text_[i] == '\n') {
      ++at.line;
      at.column = 0;
    }
    ++i;
    while (i < text_.size() && (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U) {
      ++i;
    }
    ++at.column;
  };
  for (at.column = 1; at.column < begin.column && i < text_.size();) {
    next();
  }
  const char quote = i < text_.size() ? text_[i] : ' ';
  if (quote != '"' && quote != '\'') {
    return at;
  }
  const bool several_lines = text_.compare(i, 3, std::string(3, quote)) == 0;
  for (int k = 0; k < (several_lines ? 3 : 1); ++k) {
    next();
  }
  if (several_lines && i < text_.size() && text_[i] == '\r') {
    next();
  }
  if (several_lines && i < text_.size() && text_[i] == '\n') {
    next();
  }
  for (std::size_t passed = 0; passed < position && i < text_.size();) {
    const std::size_t before = i;
    if (quote == '"' && text_[i] == '\\' && i + 1 < text_.size()) {
      const char escape = text_[i + 1];
      const int length = escape == 'u' ? 6 : escape == 'U' ? 10 : 2;
      if (escape == '\n' || escape == '\r' || escape == ' ' || escape == '\t') {
        next();
        while (i < text_.size() &&
               std::string_view(" \t\r\n").find(text_[i]) != std::string::npos) {
          next();
        }
        continue;
      }
      for (int k = 0; k < length && i < text_.size(); ++k) {
        next();
      }
      ++passed;
      continue;
    }
    next();
    passed += i - before;
  }
  return at;
}

void toml_document::require_known(const toml::table& table, const std::string& prefix,
                                  const std::string& what,
                                  const std::vector<std::string>& known) const {
  for (const auto& [key, value] : table) {
    const std::string name(key.str());
    if (std::ranges::find(known, name) == known.end()) {
      fail(value, prefix, unknown_name_message(what, without_controls(name), known));
    }
  }
}

std::string toml_document::text(const toml::node& node, const std::string& key,
                                bool may_be_empty) const {
  const auto* const string = node.as_string();
  if (string == nullptr) {
    fail(node, key, "must be a text in quotes");
  }
  if (string->get().empty() && !may_be_empty) {
    fail(node, key, "is empty");
  }
  return string->get();
}

toml_expression toml_document::exact(const toml::node& node, const std::string& key) const {
  if (node.is_floating_point()) {
    fail(node, key,
         "a TOML float is a binary number, which is not what its digits say; write it in quotes, "
         "such as \"0.1\"");
  }
  if (const auto* const whole = node.as_integer()) {
    return {expression(std::to_string(whole->get())), &node, key};
  }
  if (!node.is_string()) {
    fail(node, key, "must be an exact expression in quotes, such as \"3/4\", or a whole number");
  }
  const std::string& content = node.as_string()->get();
  try {
    return {expression(content), &node, key};
  } catch (const formula_error& error) {
    fail_within(node, error.position(), key, error.reason());
  } catch (const invalid_input& error) {
    fail(node, key, error.what());
  }
}

const toml::table& toml_document::table(const toml::node& node, const std::string& key) const {
  const auto* const found = node.as_table();
  if (found == nullptr) {
    fail(node, key, "must be a table, [" + key + "]");
  }
  return *found;
}

}  // namespace plumbline
