// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table that is written as a whole, in the format that the options ask for: csv or json (io/table.hpp), or HDF5 where the
// name after -o ends in .h5 or .hdf5. In HDF5 a column of numbers is /NAME, as doubles, NaN where a cell is empty; every
// column is /text/NAME, as it is printed (a column named "text" is there alone); the metadata are attributes of the file.
#pragma once

#include <plumbline/io/output.hpp>
#include <plumbline/io/table.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

class table_output {
 public:
  /// Opens the output at once: a file, or standard output for "" and "-". Throws as output::named and parse_format() do, and
  /// invalid_input for HDF5 where `format` says otherwise or the library was built without it.
  table_output(metadata head, const std::string& format, const std::string& target,
               const std::string& input = {});

  /// To be called once: the table, behind what every table says first.
  void write(const table_value& table);
  /// See class output.
  void commit() { out_.commit(); }
  void keep_partial() { out_.keep_partial(); }

 private:
  metadata head_;
  std::optional<table_format> format_;  ///< nothing for HDF5
  output out_;
};

}  // namespace plumbline
