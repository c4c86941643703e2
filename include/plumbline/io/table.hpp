// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Tables with metadata, written row by row as csv or json.
//
//   csv    # lines: K             K lines like this one, so that a reader can skip K + 1
//          # key: value …
//          a,b,…
//          1,2,…
//   json   {"meta": {…}, "columns": [a, b, …], "rows": [[…], …]}
//
// Numbers come as text that carries all their digits; in json they are strings, counts are integers.
#pragma once

#include <plumbline/io/output.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace plumbline {

enum class table_format { csv, json };

/// One fact about a table: text, a count, or named values (csv: "a=1, b=2"; json: an object).
struct metadata_entry {
  using named_values = std::vector<std::pair<std::string, std::string>>;
  std::string key;
  std::variant<std::string, std::int64_t, named_values> value;
};
using metadata = std::vector<metadata_entry>;

enum class column_kind {
  number,  ///< decimal text; a string in json, null where the cell is empty
  count,   ///< an integer
  text
};
struct table_column {
  std::string name;
  column_kind kind = column_kind::number;
};
/// Columns of numbers with these names.
std::vector<table_column> number_columns(const std::vector<std::string>& names);

class table_writer {
 public:
  /// Writes metadata and header at once.
  table_writer(output& out, table_format format, const metadata& meta,
               std::vector<table_column> columns);

  /// One cell for each column; "" is an empty cell.
  void row(const std::vector<std::string>& cells);
  /// The end of a complete table.
  void finish();
  /// The end of a table that lacks rows: "# incomplete", or "incomplete": true.
  void finish_incomplete();

 private:
  void write_csv_head(const metadata& meta);
  void write_json_head(const metadata& meta);

  output* out_;
  table_format format_;
  std::vector<table_column> columns_;
  std::string line_;
  bool first_row_ = true;
};

/// A json string literal, quotes included.
std::string json_quoted(std::string_view text);

}  // namespace plumbline
