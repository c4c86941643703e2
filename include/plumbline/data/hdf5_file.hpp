// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table as an HDF5 file: each column as doubles under its name, and as the decimal strings under text/NAME. The file
// holds no time stamps, so that the same table is the same bytes. The library is optional when Plumbline is built.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

struct hdf5_column {
  /// numbers: every text is one. cells: others, empty ones among them, are NaN in the doubles. words: there are no doubles.
  enum class kind { numbers, cells, words };
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<std::string> texts;
  kind what = kind::numbers;
};

/// The group in which every column is as text.
inline constexpr const char* hdf5_texts = "text";

struct hdf5_table {
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<hdf5_column> columns;
};

/// Whether this program was built with HDF5.
bool has_hdf5();

/// The bytes of the file. Throws io_error; std::logic_error without HDF5.
std::string hdf5_bytes(const hdf5_table& table);

/// Throws io_error where the file cannot be written; std::logic_error without HDF5.
void write_hdf5(const std::filesystem::path& file, const hdf5_table& table);

/// A column of a file that write_hdf5 wrote, without attributes.
struct hdf5_values {
  std::vector<std::string> texts;
  std::vector<double> doubles;
};

/// Throws invalid_input where the file is not HDF5 or has no such column.
hdf5_values read_hdf5_column(const std::filesystem::path& file, const std::string& name);

/// The numbers of a file that any program wrote, as texts: each array of the first level with one index is a column, in the
/// order of the names; where there is none, the one array with two indices, whose columns have no names. Floating-point
/// numbers have as many digits as read back to the same number; where text/NAME holds strings, these are taken.
struct hdf5_columns {
  std::vector<std::string> names;  ///< empty for an array with two indices
  std::vector<std::vector<std::string>> columns;
};
/// Throws invalid_input where the file is not HDF5 or holds no table, or this program was built without HDF5.
hdf5_columns read_hdf5_columns(const std::filesystem::path& file);

}  // namespace plumbline
