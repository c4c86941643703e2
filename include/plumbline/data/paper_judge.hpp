// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Computed numbers beside printed ones: verdicts, tiers, and what is said of each in a table.
#pragma once

#include <plumbline/data/paper_number.hpp>
#include <plumbline/io/table.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::papers {

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

/// The numbers that a paper prints for one experiment, which are judged one after the other.
class judged_numbers {
 public:
  /// Each of them must be judged.
  explicit judged_numbers(std::vector<published_number> published);

  /// Judges the number with this key. Returns its index in numbers(). The tiers of a table's cells are those that the
  /// cells judged so far give: which way of shortening is the table's own, they decide together (docs/judgement.md).
  /// Throws std::logic_error for an unknown key or one that was judged before. With a failure nothing was computed, and the
  /// verdict is "differs".
  std::size_t judge(std::string_view key, std::string computed, std::string failure = {});
  /// Throws std::logic_error when a published number was not judged.
  void require_complete() const;

  const std::vector<judged_number>& numbers() const { return numbers_; }

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
};

/// The columns of a table of numbers, all texts:
///
///   id,where,printed,computed,verdict,reason   the experiment; the place in the paper and what is compared; the text as
///                                              it stands there (a sentence is quoted), empty where no paper prints it;
///                                              our value; the verdict; why
///   paper,key,kind                             NX …; the entry's key in the paper's file; printed, blank, claim,
///                                              repeat, check or own (paper_number.hpp)
///   rule,compared,difference,tier              how it is judged (paper_verdict.hpp); the number it is compared with;
///                                              computed − compared in units of the last digit, where digits are
///                                              compared; how near it comes
///   expected,because,truth                     the recorded verdict; where the bound of a claim comes from; where the
///                                              true value comes from
///   known,place                                what is known of a value that no paper prints; which of several places a
///                                              sentence is quoted from: paper, place and quotation are a sentence
///   fence,margin                               where a comparison turns, and how far it is from there, positive where it
///                                              holds (paper_verdict.hpp)
const std::vector<table_column>& columns_of_numbers();
/// The row of a number of the experiment `id`.
std::vector<std::string> row_of_number(const std::string& id, const judged_number& n);

}  // namespace plumbline::papers
