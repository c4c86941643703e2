// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The file of one paper: what it prints and how each number is judged (paper_number.hpp has the format). The papers that ship
// with Plumbline and those of users are read here; what the latter have besides is read in paper_file.cpp.
#pragma once

#include <plumbline/data/paper_file.hpp>
#include <plumbline/io/toml_document.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::papers {

class paper_reader {
 public:
  /// Throws io_error where the file cannot be read, and invalid_input with file, line and key for every mistake, here and below.
  explicit paper_reader(const std::filesystem::path& path);
  paper_reader(const paper_reader&) = delete;
  paper_reader& operator=(const paper_reader&) = delete;

  paper_facts about() const;
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

}  // namespace plumbline::papers
