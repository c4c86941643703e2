// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table that is written as a whole, in the format that the options ask for: csv or json (io/table.hpp), or HDF5 where the
// name after -o ends in .h5 or .hdf5. In HDF5 a column of numbers is /NAME, as doubles, NaN where a cell is empty; every
// column is /text/NAME, as it is printed (a column named "text" is there alone); the metadata are attributes of the file.
#pragma once

#include "cli/options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::cli {

/// A value of the metadata as text: a count, a text, or name=value of each of a list.
std::string text_of(const metadata_entry& entry);

class table_output {
 public:
  /// Opens the output at once. Throws as open_output() and parse_format() do, and invalid_input for HDF5 where --format says
  /// otherwise or the program was built without it.
  explicit table_output(const shared_options& o);

  /// To be called once. `complete`: false where rows are missing, which the table then says.
  void write(const metadata& meta, const std::vector<table_column>& columns,
             const std::vector<std::vector<std::string>>& rows, bool complete);
  /// See class output.
  void commit() { out_.commit(); }
  void keep_partial() { out_.keep_partial(); }

 private:
  std::optional<table_format> format_;  ///< nothing for HDF5
  output out_;
};

}  // namespace plumbline::cli
