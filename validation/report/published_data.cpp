// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/published_data.hpp"

#include <plumbline/core/errors.hpp>

#include <algorithm>
#include <utility>

namespace plumbline::report {

published_data::published_data(std::vector<paper_file> files) : files_(std::move(files)) {
  std::ranges::stable_sort(files_, {}, &paper_file::chapter);
}

published_data published_data::read(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") {
      paths.push_back(entry.path());
    }
  }
  if (error || paths.empty()) {
    throw io_error("no published numbers in " + folder.string() +
                   "; name the folder that holds reference/ with --data or PLUMBLINE_DATA");
  }
  std::sort(paths.begin(), paths.end());
  std::vector<paper_file> files;
  for (const auto& path : paths) {
    files.push_back(read_paper_file(path, formulas::where_given));
  }
  return published_data(std::move(files));
}

const std::vector<published_number>& published_data::of(std::string_view experiment) const {
  static const std::vector<published_number> none;
  for (const paper_file& file : files_) {
    for (const paper_experiment& e : file.experiments) {
      if (e.id == experiment) {
        return e.numbers;
      }
    }
  }
  return none;
}

std::map<std::string, paper_facts, std::less<>> published_data::papers() const {
  std::map<std::string, paper_facts, std::less<>> all;
  for (const paper_file& file : files_) {
    all.emplace(file.about.name, file.about);
  }
  return all;
}

std::vector<change> published_data::changes() const {
  std::vector<change> all;
  for (const paper_file& file : files_) {
    all.insert(all.end(), file.changes.begin(), file.changes.end());
  }
  return all;
}

}  // namespace plumbline::report
