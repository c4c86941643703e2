// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One run of a certified integration (study/certified.hpp) at one working precision, step by step; with a function that is followed,
// also its enclosures on the steps, for every point of the set.
#pragma once

#if PLUMBLINE_HAS_ARB

#include "study/certified_frame.hpp"
#include "study/certified_series.hpp"
#include "study/certified_start.hpp"
#include <plumbline/math/isolated_zeros.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/study/certified.hpp>
#include <plumbline/study/narrowing.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace plumbline {

enum class row_verdict { proven, unproven };
enum class reached { yes, stopped, no, narrowing };

/// One run at one working precision.
class certified_run : protected certified_series {
 public:
  /// `followed` may be nullptr, and must outlive this.
  certified_run(const certified_problem& problem, const run_control& control,
                const followed_function* followed = nullptr);

  int order() const { return order_; }
  std::int64_t steps() const { return steps_; }

  /// The state at the time of a row, in the order of the rows, as balls in value_.
  reached go_to(std::int64_t row) {
    arb_mul_si(elapsed(), span(), row, bits_);
    arb_sub(inside(), elapsed(), passed(), bits_);
    bool enclosed = false;
    while (!enclosed) {
      while (!expanded_ || !is_within(inside(), length())) {
        if (control_.stop_requested && control_.stop_requested()) {
          return reached::stopped;
        }
        if (expanded_ && !advance()) {
          return reached::no;
        }
        arb_sub(inside(), elapsed(), passed(), bits_);
        if (narrowing_.until_limit() < in_whole_spans(inside())) {
          return reached::narrowing;
        }
        if (!expand()) {
          return reached::no;
        }
        arb_sub(inside(), elapsed(), passed(), bits_);
      }
      enclosed = enclose(inside());
      if (!enclosed && !cut_step()) {
        return reached::no;
      }
    }
    frame_.hull_of(moved_, hull_);
    for (int i = 0; i < states_; ++i) {
      arb_add_error_mag(value_[entry_at(i)], hull_[i]);
    }
    if (start_.has_momenta()) {
      arb_add(time(), begin(), elapsed(), bits_);
      start_.to_momenta(time(), value_);
    }
    return reached::yes;
  }

  /// The row as text. `have` becomes the least number of digits that a number has.
  /// `crossing_time`: a time that is a proven number, too.
  row_verdict print(certified_row& r, double& have, arb_srcptr crossing_time = nullptr);

  /// t0 + what has been passed, for messages.
  std::string time_text() {
    arb_add(time(), begin(), passed(), bits_);
    constexpr int shown = 7;  // and ten more
    return time_of(time(), shown);
  }

  /// Where the discs narrow to, roughly.
  std::string limit_text() {
    arb_add(time(), begin(), passed(), bits_);
    arb_set_d(inside(), narrowing_.until_limit());
    arb_mul_2exp_si(inside(), inside(), static_cast<slong>(std::floor(log2_total_)));
    (arb_is_negative(span()) != 0 ? arb_sub : arb_add)(time(), time(), inside(), bits_);
    constexpr int shown = 4;
    return text_of(time(), shown);
  }

 protected:
  static constexpr int count_of_numbers = 9;
  arb_ptr begin() const { return numbers_[0]; }    ///< t0
  arb_ptr span() const { return numbers_[1]; }     ///< between rows
  arb_ptr passed() const { return numbers_[2]; }   ///< since t0, at the centre; exact
  arb_ptr elapsed() const { return numbers_[3]; }  ///< since t0, of the row
  arb_ptr inside() const { return numbers_[4]; }   ///< elapsed − passed
  arb_ptr length() const { return numbers_[5]; }   ///< of the step, signed, exact
  arb_ptr time() const { return numbers_[6]; }
  /// A step is passed in pieces with a Jacobian each; both are signed and exact.
  arb_ptr piece_begin() const { return numbers_[7]; }  ///< from the step's begin
  arb_ptr piece_end() const { return numbers_[8]; }

  static double log2_total(const certified_problem& problem, const certified_input& input) {
    const double span = std::max(log2_magnitude(input.step), -1e6);
    return span + std::log2(static_cast<double>(std::max<std::int64_t>(1, problem.steps)));
  }

  void start();
  static bool is_within(arb_srcptr s, arb_srcptr length);
  /// |s| beside the whole motion, in units of 2^floor(log2_total_).
  double in_whole_spans(arb_srcptr s) const;
  bool expand();
  bool begin_piece();
  /// Below 2^log2_size, with the sign of the motion.
  void set_dyadic(arb_ptr x, double log2_size) const;
  bool enclose(arb_srcptr s);
  bool cut_step();
  bool advance();
  /// The first piece of the step again.
  bool begin_pieces();
  /// The same with a disc of its Jacobian that is no larger: a function that is followed has to be bounded there.
  bool begin_pieces_within(double log2_disc);
  static std::string text_of(arb_srcptr x, int digits);
  static std::string time_of(arb_srcptr x, int digits);

  const certified_problem& problem_;
  const run_control& control_;
  certified_input input_;
  certified_start start_;
  ball_array numbers_;
  double log2_total_;
  short_flow flow_;
  narrowing narrowing_;
  lohner_frame frame_;
  ball_array centre_;  ///< exact
  ball_array value_;
  ball_array point_;  ///< a box around the set at a piece's begin
  ball_matrix jacobian_;
  ball_matrix passed_jacobian_;  ///< from the step's begin to the piece's
  ball_matrix moved_;
  ball_matrix product_;
  bounds hull_;
  bounds error_;
  std::vector<double> largest_;  ///< log2 of each number's largest magnitude so far
  bool expanded_ = false;
  int pieces_ = 0;  ///< of this step, before the present one
  std::int64_t steps_ = 0;
};

}  // namespace plumbline

#endif
