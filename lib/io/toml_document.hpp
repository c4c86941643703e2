// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A TOML file that people wrote, read so that every mistake is one line: file, line, column, key, what is wrong, what
// would be right. Numbers are exact: a whole number or a string; a TOML float is refused, since it is a binary number.
#pragma once

#include <plumbline/scalar/expression.hpp>

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The bytes of a file. Throws io_error when it cannot be read, invalid_input when it is longer than `most`.
std::string read_text_file(const std::filesystem::path& path, std::size_t most);

/// An expression of a file: the parsed text, and where it stands, for messages.
struct toml_expression {
  expression value;
  const toml::node* node;
  std::string key;  ///< as in "parameters.m"
};

class toml_document {
 public:
  /// Throws invalid_input with the place for what is not TOML, not UTF-8, or longer than `most` bytes.
  toml_document(std::string_view text, std::string name, std::size_t most);

  const toml::table& root() const { return root_; }
  const std::string& name() const { return name_; }

  /// Throws invalid_input "'FILE' line L, column C: KEY: REASON".
  [[noreturn]] void fail(const toml::node& where, const std::string& key,
                         const std::string& reason) const;
  /// The same for a character of a string's content, from 0.
  [[noreturn]] void fail_within(const toml::node& string, std::size_t position,
                                const std::string& key, const std::string& reason) const;
  /// The same for the file as a whole.
  [[noreturn]] void fail(const std::string& reason) const;

  /// Throws for a key of the table that is not among `known`, with the nearest one; `prefix` names the table.
  void require_known(const toml::table& table, const std::string& prefix, const std::string& what,
                     const std::vector<std::string>& known) const;

  /// The string at this node. Throws for anything else and, where `may_be_empty` is false, for an empty one.
  std::string text(const toml::node& node, const std::string& key, bool may_be_empty = false) const;
  /// The expression at this node: a string or a whole number. Throws for a float, for anything else, and for a text that
  /// does not parse.
  toml_expression exact(const toml::node& node, const std::string& key) const;
  /// The table at this node. Throws for anything else.
  const toml::table& table(const toml::node& node, const std::string& key) const;

 private:
  struct place {
    std::size_t line;
    std::size_t column;
  };
  [[noreturn]] void fail_at(place where, const std::string& key, const std::string& reason) const;
  place within(const toml::node& string, std::size_t position) const;

  std::string name_;
  std::string text_;
  std::vector<std::size_t> lines_;  ///< where each line begins
  toml::table root_;
};

/// The name of a file as a message shows it: control characters replaced.
std::string shown_name(const std::string& name);

}  // namespace plumbline
