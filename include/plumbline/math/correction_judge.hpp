// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// When Newton's iteration (newton_ladder.hpp) stops: after the correction whose successor is below the rounding errors of the
// unknowns. From corrections δ_{k−1}, δ_k the next one is |δ_k|·|δ_k|/|δ_{k−1}|, but it gains no more than the Jacobian can give; all
// sizes are binary logarithms.
#pragma once

#include <cmath>
#include <limits>

namespace plumbline {

namespace detail {

/// So many bits below the start a displacement counts as hidden by the start's rounding errors: equations of motion say so
/// in floor_scale().
inline constexpr double hidden_bits = 8;

/// Follows the sizes of the corrections, as binary logarithms, and judges them.
class correction_judge {
 public:
  enum class verdict { go_on, converged, floor, poor };

  explicit correction_judge(int bits) : bits_(bits) {}

  /// The size of a correction by the same Jacobian on the rung below. It counts for the prediction. The next correction
  /// need not be smaller, since rounding errors of that rung are in it.
  void begin_after(double size) {
    before_ = size;
    from_below_ = true;
  }

  /// The next correction is the first one by a Jacobian at its own starting point: see believed_gain().
  void begin_with_jacobian() {
    is_first_ = true;
    from_guess_ = true;
  }
  /// No correction will be said to gain more bits than these.
  void limit_gain(double bits) { most_gain_ = bits; }
  /// The slopes by which the last correction moves the outputs are right to so many bits: where F is linear, a correction may gain
  /// more.
  void limit_outputs(double bits) { right_of_outputs_ = bits; }
  /// What limits the gain by a Jacobian at a point that had so many bits of the root: see believed_gain().
  static double gain_of_jacobian(double right) {
    constexpr double per_bit = 2;
    return per_bit * std::fmax(right, 0);
  }

  /// The guess had no digit of the root: no correction predicts the next one, and the last one must itself be below rounding
  /// errors.
  void begin_far() { far_ = true; }

  /// Each correction will be smaller than the one before by this power of two (negative), or more.
  void expect(double contraction) { expected_ = contraction; }

  /// `size` of the correction just applied, `unknowns` the size of the corrected unknowns, `scale()` what rounding errors
  /// are relative to; it is asked for only where corrections do not shrink as they should.
  /// `disparity()` is by how many bits the correction of some unknown is larger, relative to that unknown, than the largest
  /// correction relative to the largest unknown.
  template <class Scale, class Disparity>
  verdict judge(double size, double unknowns, Scale&& scale, Disparity&& disparity) {
    // corrections within 2^12 units of rounding may stop shrinking
    constexpr double floor_bits = 12;
    // At rest the root is 0 or what rounding errors make of it: corrections shrink with it and never become small beside
    // it. Below the rounding errors of the start, so many are enough.
    constexpr int most_below_scale = 8;
    const double unit = unknowns + 1 - bits_;
    if (is_first_) {
      limit_gain(gain_of_jacobian(unknowns - size));
      is_first_ = false;
    }
    verdict v = verdict::go_on;
    if (size == -std::numeric_limits<double>::infinity() || size + 2 < unit) {
      v = verdict::converged;
    } else {
      const bool measures = count_ > 0 || from_below_;
      const bool shrinking = measures && size + 1 < before_;
      double next = unit;
      if (shrinking) {
        next = size - (far_ ? 0 : believed_gain(before_ - size, unknowns - before_));
      } else if (!measures && expected_ < 0 && !far_) {
        next = size + expected_;
      }
      if (next + margin(unit - next, disparity) < unit && size - right_of_outputs_ < unit) {
        v = verdict::converged;
      } else if (count_ > 0 && !shrinking && !from_below_) {
        v = size < scale() + 1 - bits_ + floor_bits ? verdict::floor : verdict::poor;
      } else if (count_ >= most_below_scale) {
        const double reach = scale();
        v = reach > unknowns && size < reach + 1 - bits_ ? verdict::floor : v;
      }
    }
    gain_ = count_ > 0 ? before_ - size : 0;
    before_ = size;
    from_below_ = false;
    ++count_;
    return v;
  }
  template <class Scale>
  verdict judge(double size, double unknowns, Scale&& scale) {
    return judge(size, unknowns, scale, [] { return 0.0; });
  }
  /// log2 of the last correction.
  double size() const { return before_; }
  /// How many bits the last correction was smaller than the one before.
  double gain() const { return gain_; }

 private:
  /// What the next correction may be said to gain after one that gained so much. Where the Jacobian was made at a point with r
  /// right bits of the root, its error is about 2^−r, and in an ordinary step of size h at most 2^(−2 r): see gain_of_jacobian(). A
  /// correction that gained more was small by chance, where the error of the guess changes its sign: the next one gains no more
  /// than the Jacobian can give (the momentum of a pendulum by Simpson's rule lost 9 bits of 53 in such steps). And where
  /// the guess had few right bits, a first gain far above them belongs to one direction alone: a stiff spring, whose stretch
  /// is found at once and whose angle is not.
  double believed_gain(double gain, double right_of_guess) const {
    constexpr double most_per_bit = 4;
    constexpr double least = 8;
    const double believed = std::fmin(gain, most_gain_);
    return from_guess_ && count_ == 1
               ? std::fmin(believed, most_per_bit * std::fmax(right_of_guess, 0) + least)
               : believed;
  }

  /// By how many bits the next correction must lie below the unit, where it lies `below` of them below it. What is left has
  /// the same direction in every step, so over n steps it adds up n-fold, rounding errors only √n-fold: with a quarter of the
  /// unit, 1000 steps of a top lost a digit. Where a small unknown matters as much as the largest one (the tilt of a top that
  /// spins fast), its own size decides. In double a pass gains too little for `most`, and `least` is enough: with 2 bits, the
  /// energy of a pendulum by Simpson's rule drifted by a tenth of the rounding errors a step. (The lanes have the same number.)
  template <class Disparity>
  double margin(double below, Disparity&& disparity) const {
    constexpr double least = 6;
    constexpr double most = 14;
    if (bits_ <= std::numeric_limits<double>::digits) {
      return least;
    }
    return below < least || below > most ? most : std::fmin(least + disparity(), most);
  }

  int bits_;
  double before_ = 0;
  double gain_ = 0;
  double expected_ = 0;
  bool from_below_ = false;
  bool is_first_ = false;
  bool from_guess_ = false;  ///< no rung below
  double most_gain_ = std::numeric_limits<double>::infinity();
  double right_of_outputs_ = std::numeric_limits<double>::infinity();
  bool far_ = false;
  int count_ = 0;
};

}  // namespace detail

}  // namespace plumbline
