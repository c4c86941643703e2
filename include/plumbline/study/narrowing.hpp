// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Whether the discs of time on which a motion is bounded narrow towards a time that cannot be reached.
//
// Let R be the radius of these discs, and level j the part of the motion where R is between 4^-j and 4^-(j+1) of the largest
// R. Towards a pole or a branch point at t* the radius is about (t* − t)/c: every level takes the same number of discs, and
// the search for a disc soon finds none. Where R falls faster, as (t* − t)^a with a > 1, a level takes 4^(−1/a) of the time
// of the level before but 4^(1 − 1/a) times as many discs, so that each further digit of t* costs a multiple of the one
// before: x′ = −x (log x)² has a = 2. The motion is said to narrow towards a limit where
//
//   1. the last three levels that are complete took less and less time and more and more discs, and r < 1 is the larger
//      ratio of a level's time to that of the level before;
//   2. the present level has taken more than 4096 discs, so that the next ones take more;
//   3. the present level has not taken longer than r times the level before: the times still fall as they did;
//   4. the geometric series of these times, which ends in (r + r² + …) times the last complete level's, ends before the
//      time that is wanted.
//
// A motion that passes near a singularity leaves the levels upwards again, and what it has spent in them is forgotten. Where R falls
// as 1/t or e^−t, as in oscillations whose frequency grows, the levels' times do not fall and no limit is found.
#pragma once

#include <cmath>
#include <vector>

namespace plumbline {

class narrowing {
 public:
  /// A part of the motion of this duration, in any unit, passed with so many discs, the last of radius 2^log2_radius.
  void pass(double duration, int discs, double log2_radius) {
    if (levels_.empty() || log2_radius > top_) {
      levels_.assign(1, {});
      top_ = log2_radius;
    }
    const auto above = [&](std::size_t j) {  // log2 of the largest R of level j
      return top_ - log2_of_level * static_cast<double>(j);
    };
    // R rises and falls a little from disc to disc: a level is left upwards only where R is twice its largest
    constexpr double hysteresis = 1;
    while (levels_.size() > 1 && log2_radius > above(levels_.size() - 1) + hysteresis) {
      levels_.pop_back();
      levels_.back() = {};
    }
    levels_.back().duration += duration;
    levels_.back().discs += discs;
    while (log2_radius <= above(levels_.size())) {
      levels_.emplace_back();
    }
  }

  /// The time, in pass()'s unit, that is still to come before the limit; infinite where the discs do not narrow.
  double until_limit() const {
    constexpr std::size_t complete = 3;
    constexpr double most_discs = 4096;
    if (levels_.size() <= complete || levels_.back().discs <= most_discs) {
      return HUGE_VAL;
    }
    double ratio = 0;
    for (std::size_t i = levels_.size() - complete; i + 1 < levels_.size(); ++i) {
      if (levels_[i].discs <= levels_[i - 1].discs) {
        return HUGE_VAL;
      }
      ratio = std::fmax(ratio, levels_[i].duration / levels_[i - 1].duration);
    }
    const double last = levels_[levels_.size() - 2].duration;
    const double present = levels_.back().duration;
    if (!(ratio < 1) || present > ratio * last) {
      return HUGE_VAL;
    }
    return last * ratio / (1 - ratio) - present;
  }

 private:
  static constexpr double log2_of_level = 2;
  struct level {
    double duration = 0;
    double discs = 0;
  };
  std::vector<level> levels_;
  double top_ = 0;  ///< log2 of the largest R
};

}  // namespace plumbline
