// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is counted, and apart: sentences and the comparisons that they need, printed numbers by tier, cells that the paper
// leaves blank, our own repeats, and what no paper prints. Each printed number and each sentence is counted once.
#pragma once

#include "report/result.hpp"

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::report {

/// Verdicts of one kind of entry.
struct verdicts {
  int reproduced = 0;
  int differs = 0;
  int not_reproducible = 0;
  int all() const { return reproduced + differs + not_reproducible; }
  void count(verdict v);
  void add(const verdicts& other);
};

/// What a paper says in words: the quoted text, with its place where the same words stand in several.
struct sentence {
  std::string paper;
  std::string place;
  std::string text;
  auto operator<=>(const sentence&) const = default;
};

/// A sentence holds in full when all of its comparisons do, in part when some do.
struct sentence_counts {
  int in_full = 0;
  int in_part = 0;
  int not_at_all = 0;
  int all() const { return in_full + in_part + not_at_all; }
};

struct tally {
  verdicts printed;
  std::map<tier, int> tiers;  ///< of the printed numbers that reproduce
  verdicts blanks;
  std::map<sentence, verdicts> sentences;  ///< the comparisons of each
  int just_inside = 0;                     ///< comparisons of sentences that hold, near their fence
  int just_outside = 0;
  verdicts repeats;
  verdicts checks;
  verdicts own;
  int own_digits = 0;  ///< own values that are compared by digits
  int unexpected = 0;  ///< verdict other than the recorded one

  void count(const judged_number& n);
  /// What is recorded of a number that was not computed.
  void count_recorded(const published_number& p);
  void add(const tally& other);

  int of(tier t) const;
  verdicts comparisons() const;
  sentence_counts sentence_verdicts() const;
  /// Entries that differ, and entries of all kinds.
  verdicts entries() const;
};

tally count(const std::vector<judged_number>& numbers);
/// What is recorded of numbers that were not computed.
tally count_recorded(const std::vector<published_number>& numbers);

/// "153 claims: 116 hold in full, 14 in part, 23 do not", and so on: one sentence for each kind of number.
std::string in_words(const tally& t);

/// A column of a table of counts, with its cell for a tally.
struct count_column {
  std::string_view header;
  std::string (*cell)(const tally&);
};
/// Sentences first, then their comparisons, then what is neither a sentence nor a printed number.
const std::vector<count_column>& sentence_columns();
const std::vector<count_column>& number_columns();

}  // namespace plumbline::report
