// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// When a sampled coordinate passes through zero, or an angle through any multiple of π:     (PD section 7)
//
//   z_N = (m + s) h,   P(s) = 0,  0 ≤ s ≤ 1,   φ_m and φ_{m+1} on different sides,
//
// with P the cubic through (−1, φ_{m−1}), (0, φ_m), (1, φ_{m+1}), (2, φ_{m+2}). Cells with m = 0 have no sample before
// them and are left out; a start that lies on the zero is z_0 = 0. Otherwise z_0 is the first crossing that was found.
//
// Crossings are kept as cell and fraction: after a billion steps their differences have all digits still.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/measure/sample_window.hpp>
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

/// The zero between 0 and 1 of the cubic with the values f at −1, 0, 1, 2; f[1] and f[2] must not have the same sign.
template <class T>
T cubic_zero(const std::array<T, 4>& f) {
  using std::abs;
  if (f[1] == T(0) || f[2] == T(0)) {
    return f[1] == T(0) ? T(0) : T(1);
  }
  const T cube = (f[3] - f[0] - (f[2] - f[1]) * 3) / 6;
  const T square = (f[2] - f[1] * 2 + f[0]) / 2;
  const T linear = (f[2] - f[0]) / 2 - cube;
  const bool rises = f[1] < T(0);
  T low(0);
  T high(1);
  T s = f[1] / (f[1] - f[2]);
  // Newton, and bisection where it would leave the bracket; a small step of Newton's is followed by one more
  bool last = false;
  const int most = 4 * scalar_traits<T>::bits();
  for (int i = 0; i < most; ++i) {
    const T value = f[1] + s * (linear + s * (square + s * cube));
    if (value == T(0)) {
      return s;
    }
    if ((value < T(0)) == rises) {
      low = s;
    } else {
      high = s;
    }
    const T slope = linear + s * (square * 2 + s * cube * 3);
    T next = slope == T(0) ? low : T(s - value / slope);
    const bool newton = low < next && next < high;
    if (!newton) {
      if (last) {
        return s;
      }
      next = (low + high) / 2;
    }
    const T step = abs(T(next - s));
    s = next;
    if (last || step * 4 < epsilon<T>()) {
      return s;
    }
    last = newton && step * step < epsilon<T>();
  }
  return s;
}

/// Fed with q_0, q_1, … on a uniform grid.
template <class T>
class zero_crossings {
 public:
  /// Of zero alone.
  zero_crossings() = default;
  /// Of every multiple of `spacing`, which is positive: π for an unwrapped angle.
  explicit zero_crossings(const T& spacing) : spacing_(spacing), repeats_(true) {
    if (!(T(0) < spacing)) {
      throw invalid_input("levels need a positive spacing, got " + to_text(spacing, 6));
    }
  }

  /// Calls found(crossing) for z_0, z_1, … as soon as the cubic is known: one sample after the cell. Throws domain_error
  /// when so many levels lie within one step that none can be resolved.
  template <class Found>
  void add(const T& q, Found&& found) {
    window_.add(q);
    switch (window_.count()) {
      case 1:
        start(q, found);
        break;
      case 2:
        pass(q, [](const T&) {});
        break;
      case 3:
        break;
      default:
        pass(window_[2], [&](const T& level) {
          const std::array<T, 4> f = {T(window_[0] - level), T(window_[1] - level),
                                      T(window_[2] - level), T(window_[3] - level)};
          found(crossing<T>{window_.count() - 3, cubic_zero<T>(f)});
        });
    }
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(below_, lower_, upper_, window_);
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

  template <class Found>
  void start(const T& q, Found&& found) {
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
    if ((bounded_below() && !(roundoff < abs(T(q - lower_)))) ||
        (bounded_above() && !(roundoff < abs(T(q - upper_))))) {
      found(crossing<T>{0, T(0)});
    }
  }

  /// Calls crossed(level) for every level on the way to q. A sample on a level is on the side that it came from.
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

  T spacing_{0};
  bool repeats_ = false;
  std::int64_t below_ = 0;
  T lower_{0};
  T upper_{0};
  sample_window<T, 4> window_;
};

}  // namespace plumbline
