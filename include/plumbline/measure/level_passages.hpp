// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Which levels a sampled number has passed from one sample to the next: zero, or for an angle every multiple of π. Only the
// sides are compared here; where in the cell the level is passed is for zero_crossings (a cubic) and zeros_by_steps (a
// shorter step) to say.
//
// Crossings are kept as cell and fraction: after a billion steps their differences have all digits still.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/scalar/text.hpp>

#include <cmath>

namespace plumbline {

/// The time t_0 + (cell + fraction) h.
template <class T>
struct crossing {
  std::int64_t cell;
  T fraction;

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(cell, fraction);
  }
};

/// From one crossing to another, in steps.
template <class T>
T steps_between(const crossing<T>& from, const crossing<T>& to) {
  return as_scalar<T>(to.cell - from.cell) + (to.fraction - from.fraction);
}

template <class T>
class level_passages {
 public:
  /// Of zero alone.
  level_passages() = default;
  /// Of every multiple of `spacing`, which is positive: π for an unwrapped angle.
  explicit level_passages(const T& spacing) : spacing_(spacing), repeats_(true) {
    if (!(T(0) < spacing)) {
      throw invalid_input("levels need a positive spacing, got " + to_text(spacing, 6));
    }
  }

  /// The first sample. True where it lies on a level, to its rounding.
  bool start(const T& q) {
    using std::abs;
    move(q < T(0) ? -1 : 0);
    if (repeats_) {
      const double k = std::floor(to_double(T(q / spacing_)));
      constexpr double largest_index = 1e15;
      if (!(std::abs(k) < largest_index)) {
        throw domain_error("an angle of " + to_text(q, 6) + " is too large to count its turns");
      }
      move(static_cast<std::int64_t>(k));
    }
    const T roundoff = abs(q) * epsilon<T>() * 4;
    return (bounded_below() && !(roundoff < abs(T(q - lower_)))) ||
           (bounded_above() && !(roundoff < abs(T(q - upper_))));
  }

  /// Calls crossed(level) for every level on the way to the next sample q. A sample on a level is on the side that it
  /// came from. Throws domain_error when so many levels lie within one step that none can be resolved.
  template <class Crossed>
  void pass(const T& q, Crossed&& crossed) {
    if (!above(q) && !below(q)) {
      return;
    }
    constexpr double most_levels_in_a_step = 1000;
    if (repeats_ && !(std::abs(to_double(T((q - lower_) / spacing_))) < most_levels_in_a_step)) {
      throw domain_error("the angle turns by about " + to_text(T(q - lower_), 6) +
                         " in one step: no crossing can be resolved");
    }
    while (above(q)) {
      move(below_ + 1);
      crossed(lower_);
    }
    while (below(q)) {
      crossed(lower_);
      move(below_ - 1);
    }
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(below_, lower_, upper_);
  }

 private:
  /// Moves to the levels around: lower_ = below_·spacing, upper_ = (below_ + 1)·spacing.
  void move(std::int64_t below) {
    below_ = below;
    lower_ = as_scalar<T>(below_) * spacing_;
    upper_ = as_scalar<T>(below_ + 1) * spacing_;
  }
  bool bounded_above() const { return repeats_ || below_ < 0; }
  bool bounded_below() const { return repeats_ || below_ == 0; }
  bool above(const T& q) const { return bounded_above() && upper_ < q; }
  bool below(const T& q) const { return bounded_below() && q < lower_; }

  T spacing_{0};
  bool repeats_ = false;
  std::int64_t below_ = 0;
  T lower_{0};
  T upper_{0};
};

}  // namespace plumbline
