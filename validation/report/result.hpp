// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What an experiment hands to the report: numbers with verdicts, and the blocks of the page that show them.
// Text is plain text; the page escapes it.
#pragma once

#include "report/published.hpp"
#include "report/verdict.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace plumbline::report {

/// A published number beside the computed one.
struct judged_number {
  published_number published;
  std::string computed;
  verdict found = verdict::differs;
  tier near = tier::none;
  std::string failure = {};  ///< why there is no computed number where there should be one
  /// The computed number as its rule compares it: without a sign where the text speaks of the size.
  std::string compared() const;
  /// Of a comparison; nothing where it has none (verdict.hpp).
  std::optional<fence> limit() const;
  bool as_recorded() const { return found == published.expected; }
  /// What is to say about it: the failure, or else what is recorded.
  const std::string& reason() const { return failure.empty() ? published.reason : failure; }
};

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
class section {
 public:
  /// `published` is what the paper prints for this experiment: every one of them must be judged.
  explicit section(std::vector<published_number> published);

  /// Judges the number with this key. Returns its index for the tables. The tiers of a table's cells are those that the
  /// cells judged so far give: which way of shortening is the table's own, they decide together (docs/judgement.md).
  /// Throws std::logic_error for an unknown key or one that was judged before. With a failure nothing was computed, and the
  /// verdict is "differs".
  std::size_t judge(std::string_view key, std::string computed, std::string failure = {});

  void add(block b);
  /// Adds the numbers that no table shows yet as a list.
  void add_remaining(std::string caption);
  /// Throws std::logic_error when a published number was not judged.
  void require_complete() const;

  const std::vector<judged_number>& numbers() const { return numbers_; }
  const std::vector<block>& blocks() const { return blocks_; }

 private:
  void settle_table(judged_number& n);

  std::vector<published_number> published_;
  struct place {
    std::size_t at;  ///< in published_
    bool judged;
  };
  std::map<std::string, place, std::less<>> places_;
  int surplus_ = 0;  ///< cells that truncation alone gives, less those that rounding alone gives
  std::vector<judged_number> numbers_;
  std::vector<block> blocks_;
};

}  // namespace plumbline::report
