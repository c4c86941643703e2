// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table that is written as a whole, in the format that the options ask for: csv or json (io/table.hpp), or HDF5 where the
// name after -o ends in .h5 or .hdf5. In HDF5 a column of numbers is /NAME, as doubles, NaN where a cell is empty; every
// column is /text/NAME, as it is printed (a column named "text" is there alone); the metadata are attributes of the file.
#pragma once

#include "cli/command.hpp"
#include "cli/options.hpp"
#include <plumbline/core/errors.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline::cli {

/// The table of `compute(rows)`, written as its rows come. `shown`: a picture of it, before the file is in its place. What is
/// there of a table when its run is interrupted stays as PATH.partial.
template <class Compute, class Shown>
void stream_table(const shared_options& o, const call& how, Compute&& compute, Shown&& shown) {
  table_file rows(head_of_table(how.command_line), parse_format(o.format), o.output, o.matrices);
  try {
    compute(rows);
  } catch (const interrupted&) {
    rows.keep_partial();
    throw;
  } catch (const step_failure&) {
    rows.fail();
    throw;
  }
  rows.finish();
  shown();
  rows.commit();
}

class table_output {
 public:
  /// Opens the output at once. Throws as open_output() and parse_format() do, and invalid_input for HDF5 where --format says
  /// otherwise or the program was built without it.
  table_output(const shared_options& o, const call& how);

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

}  // namespace plumbline::cli
