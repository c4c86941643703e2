// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The papers that ship with Plumbline: reference/published/*.toml, a file each (paper_file.hpp). An experiment whose file has no
// formulas is computed by C++ (experiments/experiment.hpp).
#pragma once

#include "report/papers.hpp"
#include <plumbline/data/paper_file.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::report {

class published_data {
 public:
  explicit published_data(std::vector<paper_file> files);
  /// Reads all *.toml files of the folder. Throws io_error where there is none, invalid_input with file and line when something
  /// is missing, misspelt or doubled.
  static published_data read(const std::filesystem::path& folder);

  /// In the order of the report: that of their `chapter`.
  const std::vector<paper_file>& files() const { return files_; }
  /// The numbers of an experiment in the order of the file; empty if no file has it.
  const std::vector<published_number>& of(std::string_view experiment) const;
  std::map<std::string, paper_facts, std::less<>> papers() const;
  /// In the order of the files.
  std::vector<change> changes() const;

 private:
  std::vector<paper_file> files_;
};

}  // namespace plumbline::report
