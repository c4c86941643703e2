// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is judged: a table of another program, in the words of the system.
#pragma once

#include <plumbline/data/foreign_table.hpp>
#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/state_view.hpp>
#include <plumbline/study/texts.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// A file and the motion that it is judged by, as texts.
struct judge_request {
  std::string file = {};  ///< "-" is standard input
  std::string system = {};
  problem_texts problem = {};
  std::string columns = {};           ///< "t,q1,…" where the file has no names
  std::vector<std::string> map = {};  ///< THEIRS=OURS: what a column of the file is
  std::vector<std::string> unit =
      {};  ///< THEIRS=FACTOR: the value in the file times FACTOR is ours
  std::string input =
      "decimal";  ///< decimal: times and first row are what is printed; binary: the nearest doubles
  bool from_first_row = false;  ///< the motion starts at the file's first row
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
  file_reading(const judge_request& o, const problem& p);

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
  expression time_from_start(std::size_t row, const problem& p) const;
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

/// Throws io_error where the file cannot be read, invalid_input where file or problem are not what they should be.
judged_file read_judged_file(const judge_request& o);

/// The texts of the problem with the first row as the start. Throws invalid_input where it is no whole state.
problem_texts with_first_row(const problem_texts& o, const problem& p, const file_reading& file);

}  // namespace plumbline
