// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The root of a continuous function between two places where its signs differ, to the working precision: secants through the
// bracket,
//
//   h = h_low − g_low (h_high − h_low)/(g_high − g_low),
//
// where the value of an end that stays is halved (Illinois; Dowell & Jarratt, BIT 11 (1971) 168), and the middle of the
// bracket where the secants are slow. The function is a shorter step of a scheme: it reports, and needs no derivative.
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/scalar/traits.hpp>

namespace plumbline {

template <class T>
struct bracket_end {
  T h;
  T value;
};

/// The root between `low`, where g ≤ 0, and `high`, where g > 0. `g(h, value)` reports and is called last with the root that
/// is returned.
template <class T, class Function>
solve_report bracketed_root(Function&& g, bracket_end<T> low, bracket_end<T> high, T& root) {
  constexpr int most_evaluations = 4000;
  constexpr int patience = 3;
  const T finest = scalar_traits<T>::magnitude(high.h) * epsilon<T>();
  T width = scalar_traits<T>::magnitude(T(high.h - low.h));
  int side = 0;
  int slow = 0;
  solve_report report;
  for (int n = 0; n < most_evaluations; ++n) {
    const T before = root;
    const bool halve = slow >= patience || low.value == high.value;
    root = halve ? T((low.h + high.h) / 2)
                 : T(low.h - low.value * ((high.h - low.h) / (high.value - low.value)));
    T value(0);
    const solve_report step = g(root, value);
    report.iterations += step.iterations;
    if (!step.ok()) {
      return step;
    }
    const int now = T(0) < value ? 1 : -1;
    (now == 1 ? high : low) = {root, value};
    if (now == side) {
      (now == 1 ? low : high).value /= T(2);
    }
    side = now;
    const T left = scalar_traits<T>::magnitude(T(high.h - low.h));
    slow = halve || left * 2 < width ? 0 : slow + 1;
    width = left;
    const T moved = scalar_traits<T>::magnitude(T(root - before));
    if (value == T(0) || !(finest < width) || (n > 0 && !(finest < moved))) {
      return report;
    }
  }
  report.outcome = solve_outcome::stagnated;
  return report;
}

}  // namespace plumbline
