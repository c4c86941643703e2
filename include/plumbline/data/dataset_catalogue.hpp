// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The datasets that have a name. They are shipped in reference/datasets/; tools/datasets makes them again.
#pragma once

#include <plumbline/data/dataset_source.hpp>

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

struct dataset_entry {
  std::string name;
  std::string summary;
  std::string system = {};  ///< "" for a table (dataset_tables.hpp)
  std::vector<std::string> set = {};
  std::vector<std::string> start = {};
  std::string step = {};
  int steps = 0;
  int digits = 40;

  bool is_table() const { return system.empty(); }
};

const std::vector<dataset_entry>& datasets();

/// Null where there is none of this name.
const dataset_entry* find_dataset(const std::string& name);

std::unique_ptr<dataset_source> source_of(const dataset_entry& entry);

std::vector<std::string> column_names(const dataset_entry& entry);

}  // namespace plumbline
