// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The file of one paper: what it prints and how each number is judged (published.hpp has the format). The papers that ship
// with Plumbline and those of users are read here; what the latter have besides is read in paper_file.cpp.
#pragma once

#include "report/published.hpp"
#include <plumbline/io/toml_document.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::report {

/// An experiment as its file has it.
struct experiment_text {
  struct row {
    std::vector<std::string> labels;  ///< the cells under `keys`
    std::vector<std::string> cells;   ///< the keys of its numbers; "" where a cell is no number
  };
  std::string id;
  std::string title;
  effort needs = effort::normal;
  std::vector<published_number> numbers;  ///< those of `rows` first
  std::vector<std::string> keys;
  std::vector<std::string> columns;
  std::vector<row> rows;
  const toml_value* node = nullptr;  ///< in the reader's file
};

class paper_reader {
 public:
  /// Throws io_error where the file cannot be read, and invalid_input with file, line and key for every mistake, here and below.
  explicit paper_reader(const std::filesystem::path& path);
  paper_reader(const paper_reader&) = delete;
  paper_reader& operator=(const paper_reader&) = delete;

  paper about() const;
  /// In the order of the file.
  std::vector<experiment_text> experiments() const;
  std::vector<change> changes() const;

  const toml_document& file() const { return file_; }
  /// A text or a whole number; a TOML float is refused.
  std::string text(const toml_value& node, const std::string& key) const;
  /// The text under `word`, or `missing` where there is none; `key` is that of the table.
  std::string text_of(const toml_value& table, const std::string& key, std::string_view word,
                      const std::string& missing) const;
  /// The same for a word that must be there.
  std::string text_of(const toml_value& table, const std::string& key, std::string_view word) const;
  std::vector<std::string> texts(const toml_value& node, const std::string& key) const;
  /// The tables [[key]].
  std::vector<const toml_value*> tables_of(const toml_value& table, const std::string& key,
                                           std::string_view word) const;

 private:
  experiment_text read_experiment(const toml_value& table, const std::string& paper) const;

  toml_document file_;
};

}  // namespace plumbline::report
