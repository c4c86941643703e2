// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A file against the truth, which is computed with more and more digits until no cell is in doubt, and what the whole file
// has: drifts, distances, phase.
#pragma once

#include <plumbline/data/judge_file.hpp>
#include <plumbline/study/verified_motion.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

struct judged_cell {
  std::size_t row;
  std::size_t column;
  ball truth;  ///< in the file's unit
  exact_number error;
  long digits = 0;
  bool holds = true;
};

/// How many digits of the true values are printed: those asked for, or five more than the file has, at least 20.
long shown_digits(const file_reading& file, long asked);

/// Every cell with its truth; the truth grows until it decides.
class judgement {
 public:
  /// `shown`: how many digits of the truth to give at least; 0 leaves that to the file. Throws std::runtime_error where
  /// the truth cannot be had to the digits that decide, and `interrupted` when `control` wants a stop.
  judgement(const problem& p, const file_reading& file, long shown,
            const run_control& control = {});

  const std::vector<judged_cell>& verdicts() const { return verdicts_; }
  const verified_states& truth() const { return truth_; }
  const std::vector<expression>& times() const { return times_; }
  long truth_digits = 0;

 private:
  /// How many digits the truth lacks.
  long judge_all(long digits);

  const problem& p_;
  const file_reading& file_;
  std::vector<expression> times_;
  verified_states truth_;
  std::vector<judged_cell> verdicts_;
  std::size_t undecided_ = 0;
};

/// Digits of the measures below.
inline constexpr int shown_of_measures = 6;

std::string short_text(const exact_number& x);

/// How far energy and momenta of the rows are from those of the true motion.
class drifts {
 public:
  drifts(const problem& p, const file_reading& file, const judgement& all);

  std::string energy;
  std::string momentum;

 private:
  std::optional<phase_point<mp>> printed_state(std::size_t row);
  phase_point<mp> true_state(std::size_t row);

  const problem& p_;
  const file_reading& file_;
  const judgement& all_;
  state_view view_;
  column_role rate_ = column_role::momentum;
};

/// Errors of the rows as vectors, and how far the motion is behind or ahead.
///
/// The printed coordinates q + e of a motion that is τ ahead are q(t + τ) = q + τ v + …, so that τ = (e·v)/(v·v) to first
/// order. Only rows in which the true motion has at least half of its largest v·v count: near a turning point a small error
/// is a long time.
class distances {
 public:
  distances(const problem& p, const file_reading& file, const judgement& all);

  std::optional<mp> q;
  std::optional<mp> rate;
  std::optional<mp> q_end;
  std::optional<mp> rate_end;
  std::string phase;  ///< the largest, with its sign; empty where there is none
  std::string phase_end;

 private:
  void measure_phase(const problem& p, const file_reading& file, const judgement& all);
};

/// The largest change of a true value when the numbers of the file that are input are read in the other way; empty where
/// that motion does not reach the last row.
std::string change_by_input(const judge_request& o, const problem& asked, const file_reading& file,
                            const judgement& all, const run_control& control = {});

}  // namespace plumbline
