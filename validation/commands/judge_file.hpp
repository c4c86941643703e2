// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What `judge` reads: its options, and a table of another program in the words of the system.
#pragma once

#include "shared/foreign_table.hpp"
#include "shared/options.hpp"
#include "shared/problem.hpp"
#include "shared/state_view.hpp"
#include <plumbline/scalar/printed_number.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace plumbline::cli {

struct judge_options : shared_options {
  std::vector<std::string> files;
  std::string file;  ///< the one that is being judged
  std::string system;
  std::string columns;
  std::vector<std::string> map;
  std::vector<std::string> unit;
  std::string input = "decimal";
  std::string shown_digits;
  std::string file_steps;
  std::string page;
  bool from_first_row = false;
};

/// A column of the file that means something.
struct judged_column {
  std::string name;  ///< in the file
  std::size_t place;
  state_column meaning;
  expression factor;  ///< the file's value times this is ours
  bool scaled = false;
};

/// The file in the words of the system.
class file_reading {
 public:
  /// Throws invalid_input where the file does not tell what it is.
  file_reading(const judge_options& o, const problem& p);

  std::size_t rows() const { return cells_.size(); }
  const std::vector<judged_column>& columns() const { return columns_; }
  const std::vector<std::string>& ignored() const { return ignored_; }
  const std::string& place(std::size_t row) const { return table_.places[row]; }
  /// The text of a cell, and its number; no number for an empty cell.
  const std::string& text(std::size_t row, const judged_column& c) const {
    return table_.rows[row][c.place];
  }
  const std::optional<printed_number>& cell(std::size_t row, std::size_t column) const {
    return cells_[row][column];
  }
  /// The time of a row, in our unit.
  expression time(std::size_t row) const { return ours(times_[row], *time_); }
  expression time_from_start(std::size_t row, const problem& p) const {
    return expression(fmt::format("({})-({})", time(row).text(), p.start.t.text()));
  }
  /// The value of a cell in our unit, read as decimal or binary.
  expression value(std::size_t row, std::size_t column) const {
    return ours(*cells_[row][column], columns_[column]);
  }
  /// The column of this meaning.
  std::optional<std::size_t> find(column_role role, int index) const;
  /// The time between the first two rows, in our unit; nothing where there are no two.
  std::optional<expression> spacing() const;
  /// True where the other reading of --input gives other times or, with `first_row`, another first row.
  bool depends_on_input(bool first_row) const;
  /// The same file under the other --input.
  file_reading read_otherwise() const;
  /// The most digits that a cell of the file has.
  long longest() const { return longest_; }

 private:
  void take_column(std::size_t k, const problem& p, const std::vector<named_text>& mapped,
                   const std::vector<named_text>& units);
  void read_cells();
  /// Times go one way.
  void require_order() const;
  expression ours(const printed_number& x, const judged_column& c) const;

  foreign_table table_;
  bool binary_;
  std::optional<judged_column> time_;
  std::vector<judged_column> columns_;
  std::vector<std::string> ignored_;
  std::vector<printed_number> times_;
  std::vector<std::vector<std::optional<printed_number>>> cells_;
  long longest_ = 0;
};

/// The file in the words of the system, and the problem that it is judged by.
struct judged_file {
  problem p;
  file_reading file;
};

/// Reads o.file. Warns of columns that mean nothing.
judged_file read_judged_file(const judge_options& o);

/// The options with the first row in the place of --start. Throws invalid_input where it is no whole state.
judge_options with_first_row(const judge_options& o, const problem& p, const file_reading& file);

}  // namespace plumbline::cli
