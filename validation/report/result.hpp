// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What an experiment hands to the report: numbers with verdicts, and the blocks of the page that show them.
// Text is plain text; the page escapes it.
#pragma once

#include "report/papers.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace plumbline::report {

struct paragraph {
  std::string text;
};

/// A table that repeats the paper's: a label on the left, then numbers of the section by their index.
struct number_table {
  struct row {
    std::string group;  ///< a title above this row and those that follow; empty for none
    std::string label;
    std::vector<std::size_t> numbers = {};
  };
  static constexpr std::size_t no_number = static_cast<std::size_t>(-1);  ///< an empty cell
  std::string caption;
  std::string label_header;
  std::vector<std::string> number_headers;
  std::vector<row> rows = {};
};

/// Numbers one below the other: where, printed, computed, verdict.
struct number_list {
  std::string caption;
  std::vector<std::size_t> numbers;
};

/// Values of ours that no paper prints.
struct plain_table {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows = {};
};

struct panel {
  std::string svg;
};

/// The points of a curve as it is drawn, as texts.
struct drawn_curve {
  std::string name;
  std::vector<std::string> x;
  std::vector<std::string> y;
};

struct figure {
  std::string caption;
  std::vector<panel> panels = {};
  std::vector<drawn_curve> curves = {};  ///< for figures.csv
};

using block = std::variant<paragraph, number_table, number_list, plain_table, figure>;

/// The part of the report that one experiment fills.
class section : public judged_numbers {
 public:
  using judged_numbers::judged_numbers;
  explicit section(judged_numbers numbers) : judged_numbers(std::move(numbers)) {}

  void add(block b);
  /// Adds the numbers that no table shows yet as a list.
  void add_remaining(std::string caption);

  const std::vector<block>& blocks() const { return blocks_; }

 private:
  std::vector<block> blocks_;
};

}  // namespace plumbline::report
