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
// The cubic is a definition of its own: its interpolation error, of the order h⁴, is part of the result whatever the scheme.
// zeros_by_steps.hpp has the zeros of the scheme itself.
#pragma once

#include <plumbline/measure/level_passages.hpp>
#include <plumbline/measure/sample_window.hpp>

#include <array>
#include <cmath>

namespace plumbline {

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
  explicit zero_crossings(const T& spacing) : levels_(spacing) {}

  /// Calls found(crossing) for z_0, z_1, … as soon as the cubic is known: one sample after the cell. Throws domain_error
  /// when so many levels lie within one step that none can be resolved.
  template <class Found>
  void add(const T& q, Found&& found) {
    window_.add(q);
    switch (window_.count()) {
      case 1:
        if (levels_.start(q)) {
          found(crossing<T>{0, T(0)});
        }
        break;
      case 2:
        levels_.pass(q, [](const T&) {});
        break;
      case 3:
        break;
      default:
        levels_.pass(window_[2], [&](const T& level) {
          const std::array<T, 4> f = {T(window_[0] - level), T(window_[1] - level),
                                      T(window_[2] - level), T(window_[3] - level)};
          found(crossing<T>{window_.count() - 3, cubic_zero<T>(f)});
        });
    }
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(levels_, window_);
  }

 private:
  level_passages<T> levels_;
  sample_window<T, 4> window_;
};

}  // namespace plumbline
