// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table that any program wrote, as texts: nothing is rounded on the way in.
//
//   columns of text   cells between commas, semicolons, tabs or blanks, where need be in double quotes (RFC 4180); lines
//                     that begin with # or % are comments; the names stand in a header row, or in the last comment
//                     before the numbers; between semicolons or tabs numbers may have decimal commas
//   JSON              {"columns": […], "rows": [[…], …]}, [{"t": …, "q1": …}, …], {"t": […], "q1": […]} or [[…], …];
//                     or an object or array on each line; numbers keep the digits that are written
//   HDF5              an array for each column on the first level, or one array with two indices; doubles have the digits
//                     that read back to the same double, strings under text/NAME take their place
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace plumbline {

struct foreign_table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< "" for an empty cell
  std::vector<std::string> places;             ///< "FILE:LINE" of each row, for messages
};

/// Reads the file, or standard input for "-". `columns` are names for a file that has none, or in the place of its own;
/// empty otherwise. Throws io_error where the file cannot be read, invalid_input with the place where it is not a table.
foreign_table read_foreign_table(const std::filesystem::path& file,
                                 const std::vector<std::string>& columns);

/// The contents of a file, or of standard input for "-". Throws io_error.
std::string file_contents(const std::filesystem::path& file);

}  // namespace plumbline
