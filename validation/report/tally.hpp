// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is counted, and apart: printed numbers by tier, cells that the paper leaves blank, claims in words, our own
// repeats, check values. Each printed number is counted once.
#pragma once

#include "report/result.hpp"

#include <string>
#include <vector>

namespace plumbline::report {

/// Verdicts of one kind of entry.
struct verdicts {
  int reproduced = 0;
  int differs = 0;
  int not_reproducible = 0;
  int all() const { return reproduced + differs + not_reproducible; }
  void count(verdict v);
};

struct tally {
  int rounds =
      0;  ///< of the printed numbers that reproduce: they round or truncate to what is printed,
  int one_unit = 0;   ///< are one unit of the last digit away,
  int corrected = 0;  ///< or reproduce with another parameter than the printed one
  verdicts printed;
  verdicts blanks;
  verdicts claims;
  verdicts repeats;
  verdicts checks;
  int unexpected = 0;  ///< verdict other than the recorded one
  void count(const judged_number& n);
  void add(const tally& other);
  /// Entries that are the papers': printed numbers, blank cells, claims.
  int of_papers() const { return printed.all() + blanks.all() + claims.all(); }
};

tally count(const std::vector<judged_number>& numbers);
/// What is recorded of numbers that were not computed.
tally count_recorded(const std::vector<published_number>& numbers);

/// "643 printed numbers: 602 round or truncate to what is printed, 8 are one unit away, …", one sentence for each kind.
std::string in_words(const tally& t);

}  // namespace plumbline::report
