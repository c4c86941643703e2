// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A dataset as a folder:
//
//   data.csv                 the values as decimal strings
//   data.json                the same, with what the program says of every table
//   data.h5                  the same as doubles and as strings (where the program was built with HDF5)
//   data.svg                 a picture
//   datapackage.json         Frictionless Data Package; its member "plumbline" is the description for `dataset verify`
//   ro-crate-metadata.json   RO-Crate 1.1; one action for each computation
//   README.md
//   system.toml, matrices.toml   where the system comes from a file
//   SHA256SUMS
//
// The folder appears whole or not at all, and its bytes depend on nothing but the description and the program's version.
#pragma once

#include <plumbline/data/dataset_digits.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace plumbline {

inline constexpr const char* description_file_name = "datapackage.json";
inline constexpr const char* sums_file_name = "SHA256SUMS";

struct dataset_facts {
  std::string name = {};
  std::string command = {};  ///< that makes the dataset
  std::string date = {};     ///< YYYY-MM-DD, or "" for none
  std::string author = {};   ///< or ""
  int digits = 0;
};

/// Throws io_error where there is something at `folder` that is not a dataset, or where a folder cannot be made.
void require_free_folder(const std::filesystem::path& folder);

/// All rows of the source, settled to the digits of the facts. Throws invalid_input for others, and io_error; a dataset that was at
/// `folder` is then still there.
void write_dataset(const std::filesystem::path& folder, const dataset_facts& facts,
                   const dataset_source& source, const dataset_rows& rows);

/// The texts of data.csv, rows and columns.
std::string csv_text(const std::vector<dataset_column>& columns,
                     const std::vector<std::vector<std::string>>& rows);

}  // namespace plumbline
