// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A TOML file that people wrote, read so that every mistake is one line: file, line, key, what is wrong, what would be right.
// Numbers are exact: a whole number or a text; a TOML float is a binary number, so only its digits as they are written are kept.
#pragma once

#include <plumbline/scalar/expression.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The bytes of a file. Throws io_error when it cannot be read, invalid_input when it is longer than `most`.
std::string read_text_file(const std::filesystem::path& path, std::size_t most);

/// The name of a file as a message shows it: control characters replaced.
std::string shown_name(const std::string& name);

/// A value of the file, and where it stands.
struct toml_value {
  enum class kind { text, whole, decimal, truth, time, list, table };
  kind is = kind::table;
  std::string key = {};  ///< its name, in a table
  /// What a text says; the digits of a whole number; a decimal as it is written, without _.
  std::string text = {};
  std::int64_t whole = 0;
  bool truth = false;
  std::vector<toml_value> items = {};  ///< of a list; of a table, in the order of their keys
  std::size_t line = 0;                ///< from 1; 0 for the file as a whole
  std::size_t column = 0;              ///< from 1, in characters
  bool is_written_out =
      false;  ///< the text is no longer that of the file: mistakes have the place where it begins

  bool is_text() const { return is == kind::text; }
  bool is_list() const { return is == kind::list; }
  bool is_table() const { return is == kind::table; }
  /// The value of this key in a table, nullptr without one.
  const toml_value* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
};

/// The items of a table in the order of the file.
std::vector<const toml_value*> in_order(const toml_value& table);

/// An expression of a file: the parsed text, and where it stands, for messages.
struct toml_expression {
  expression value;
  const toml_value* node;
  std::string key;  ///< as in "parameters.m"
};

class toml_document {
 public:
  enum class place { line, line_and_column };  ///< what messages say

  /// Throws invalid_input with the place for what is not TOML, not UTF-8, or longer than `most` bytes.
  toml_document(std::string text, const std::string& name, std::size_t most,
                place shown = place::line_and_column);
  /// Reads the file. Throws io_error when that fails.
  toml_document(const std::filesystem::path& path, std::size_t most, place shown);

  const toml_value& root() const { return root_; }
  /// For a reader that writes its own notation out before others read.
  toml_value& edited_root() { return root_; }
  const std::string& name() const { return name_; }

  /// Throws invalid_input "'FILE' line L, column C: KEY: REASON".
  [[noreturn]] void fail(const toml_value& where, const std::string& key,
                         const std::string& reason) const;
  /// The same for a character of a text, from 0.
  [[noreturn]] void fail_within(const toml_value& text, std::size_t position,
                                const std::string& key, const std::string& reason) const;
  /// The same for the file as a whole.
  [[noreturn]] void fail(const std::string& reason) const;

  /// Throws for a key of the table that is not among `known`, with the nearest one; `prefix` names the table.
  void require_known(const toml_value& table, const std::string& prefix, const std::string& what,
                     const std::vector<std::string>& known) const;

  /// The text at this node. Throws for anything else and, where `may_be_empty` is false, for an empty one.
  const std::string& text(const toml_value& node, const std::string& key,
                          bool may_be_empty = false) const;
  /// The expression at this node: a text or a whole number. Throws for a decimal, for anything else, and for a text that
  /// does not parse.
  toml_expression exact(const toml_value& node, const std::string& key) const;
  /// The table at this node. Throws for anything else.
  const toml_value& table(const toml_value& node, const std::string& key) const;

 private:
  [[noreturn]] void fail_at(std::size_t line, std::size_t column, const std::string& key,
                            const std::string& reason) const;
  [[noreturn]] void fail_at_byte(std::size_t byte, const std::string& reason) const;

  std::string name_;
  std::string text_;
  place shown_;
  std::vector<std::size_t> lines_;  ///< where each line begins
  toml_value root_;
};

}  // namespace plumbline
