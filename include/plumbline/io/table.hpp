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

#include <plumbline/core/errors.hpp>
#include <plumbline/io/output.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace plumbline {

enum class table_format { csv, json };
/// csv or json, csv for an empty text. Throws invalid_input for another word.
table_format parse_format(const std::string& text);

/// One fact about a table: text, a count, or named values (csv: "a=1, b=2"; json: an object).
struct metadata_entry {
  using named_values = std::vector<std::pair<std::string, std::string>>;
  std::string key;
  std::variant<std::string, std::int64_t, named_values> value;
};
using metadata = std::vector<metadata_entry>;
/// The text of an option; of one that counts, such as `steps`, the whole number.
metadata_entry option_entry(std::string key, const std::string& text);
/// A value as text: a count, a text, or "a=1, b=2".
std::string text_of(const metadata_entry& entry);
/// What every table says first: program, version, what it was built with, and the command that makes it. There is no date:
/// the same command gives the same bytes.
metadata head_of_table(const std::string& command);

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

/// A whole table, as texts.
struct table_value {
  metadata facts;
  std::vector<table_column> columns;
  std::vector<std::vector<std::string>> rows;  ///< one cell for each column; "" is an empty cell
  bool complete = true;                        ///< false where rows are missing
};

/// An interruption with the rows that were known by then.
class interrupted_table : public interrupted {
 public:
  explicit interrupted_table(const interrupted& signal, table_value so_far)
      : interrupted(signal), so_far_(std::move(so_far)) {}
  const table_value& so_far() const { return so_far_; }

 private:
  table_value so_far_;
};

/// Takes a table row by row, while it is computed.
class table_sink {
 public:
  table_sink() = default;
  table_sink(const table_sink&) = delete;
  table_sink& operator=(const table_sink&) = delete;
  virtual ~table_sink() = default;

  /// A table will come, before its work begins: what cannot be written is known then.
  virtual void open() {}
  virtual void begin(const metadata& facts, const std::vector<table_column>& columns) = 0;
  virtual void row(const std::vector<std::string>& cells) = 0;
};

/// Keeps the rows.
class table_keeper final : public table_sink {
 public:
  void begin(const metadata& facts, const std::vector<table_column>& columns) override {
    table = {facts, columns, {}};
  }
  void row(const std::vector<std::string>& cells) override { table.rows.push_back(cells); }

  table_value table;
};

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

/// Writes the table as its rows come, behind the head: to a file, whole or not at all, or to standard output.
class table_file final : public table_sink {
 public:
  /// `target` and `inputs`: see output::named.
  table_file(metadata head, table_format format, std::string target, std::string input = {})
      : head_(std::move(head)),
        format_(format),
        target_(std::move(target)),
        input_(std::move(input)) {}

  void open() override;
  void begin(const metadata& facts, const std::vector<table_column>& columns) override;
  void row(const std::vector<std::string>& cells) override { writer_->row(cells); }
  /// The end of a complete table; commit() puts the file in its place.
  void finish() { writer_->finish(); }
  void commit() { out_->commit(); }
  /// The rows so far are all that there are: as TARGET.partial, where they have begun.
  void keep_partial();
  /// The same after a failure: what is already on standard output at least says that it is not all.
  void fail();

 private:
  metadata head_;
  table_format format_;
  std::string target_;
  std::string input_;
  std::optional<output> out_;
  std::optional<table_writer> writer_;
};

/// A json string literal, quotes included.
std::string json_quoted(std::string_view text);

}  // namespace plumbline
