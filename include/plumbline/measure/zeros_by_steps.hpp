// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The zeros of a function g of the state of any scheme, without a second formula: in the step from x_n the zero is the state
//
//   Ψ_τ(x_n),   0 ≤ τ ≤ h,   g(Ψ_τ(x_n)) = 0
//
// of one shorter step of the same scheme Ψ. It is looked for only where g has different signs at x_n and x_{n+1}, so that
// two zeros in one step are missed; the trajectory goes on from x_{n+1}. Such a zero has the order of the scheme, and of a
// scheme that is exact it is exact.
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/math/bracketed_root.hpp>
#include <plumbline/measure/level_passages.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <cmath>
#include <optional>
#include <utility>

namespace plumbline {

/// What is known of a zero before the steps to it are made: about its length, and the first two derivatives of g by the length there.
template <class T>
struct zero_guess {
  T length;
  T slope;
  T curvature = T(0);
};

namespace detail {

/// Secants from the guess. A shorter step is as dear as any, so the last one is not made: once the correction δ and the secant's
/// width d satisfy |δ d| < ε h², the states on both sides of the secant give the one at the zero to the rounding errors,
///
///   Ψ_{τ+δ} = Ψ_τ + δ Ψ[τ, τ − d] + O(δ d Ψ″),
///
/// if δ is far smaller than d: the secant has lost the digits that d has less than h.
/// The slope at τ is that of the secant, which is the slope in its middle, and half of the curvature times d. The guess becomes the zero
/// that is found. False where the guess leads out of the step or the corrections do not fall.
template <class T, class Step, class Value>
bool step_to_guessed_zero(Step& step, Value& value, const vector<T>& from, const T& h,
                          zero_guess<T>& guess, T& length, vector<T>& landed) {
  using std::abs;
  constexpr int most_steps = 40;
  const T finest = abs(h) * epsilon<T>();
  constexpr int bits_of_slope = 28;  // fewer of a secant than of the guess
  constexpr int far_smaller = 1 << 12;
  T narrow(0);
  set_scaled(narrow, finest, bits_of_slope);
  T at = guess.length;
  T& slope = guess.slope;
  T before(0);
  T value_before(0);
  T moved_before(0);
  vector<T> landed_before;
  for (int n = 0; n < most_steps; ++n) {
    const T share = at / h;
    if (!(T(0) < share && share < T(1))) {
      return false;
    }
    landed = from;
    if (!step(landed, at).ok()) {
      return false;
    }
    const T g = value(landed, at);
    const bool by_secant = n > 0 && narrow < moved_before;
    if (by_secant) {
      slope = (g - value_before) / (at - before) + guess.curvature * (at - before) / 2;
    }
    const T change = -(g / slope);
    const T moved = abs(change);
    if (!(finest < moved) && (n > 0 || g == T(0))) {  // the slope of the guess alone proves nothing
      guess.length = length = at;
      return true;
    }
    if (!(moved < abs(h)) || (n > 0 && !(moved * 2 < moved_before))) {
      return false;
    }
    if (by_secant && moved * far_smaller < moved_before &&
        moved * abs(T(at + change - before)) < finest * abs(h)) {
      landed += vector<T>((landed - landed_before) * T(change / (at - before)));
      guess.length = length = at + change;
      return true;
    }
    before = at;
    value_before = g;
    moved_before = moved;
    landed_before = landed;
    at += change;
  }
  return false;
}

}  // namespace detail

/// The shorter step from `from` that ends on a zero of g: its length, and its end `landed`. g is `at_start` at the length 0
/// and `at_end` at the length h, with different signs; h may be negative.
///   solve_report step(vector<T>& y, const T& length)     y ← Ψ_length(y)
///   T value(const vector<T>& y, const T& length)         g at the end of a step of this length
/// A guess is improved, and is gone where it led astray.
template <class T, class Step, class Value>
solve_report step_to_zero(Step&& step, Value&& value, const vector<T>& from, const T& h,
                          const T& at_start, const T& at_end, T& length, vector<T>& landed,
                          std::optional<zero_guess<T>>& guess) {
  using std::abs;
  length = T(0);
  landed = from;
  // a zero within the rounding of the node is the node: a step of that length would only be rounding errors
  constexpr int roundings = 4;
  if (!(abs(T(at_end)) * epsilon<T>() * roundings < abs(T(at_start)))) {
    return {};
  }
  if (guess) {
    if (detail::step_to_guessed_zero(step, value, from, h, *guess, length, landed)) {
      return {};
    }
    guess.reset();
  }
  const bool rises = at_start < T(0);
  const auto after = [&](const T& trial, T& g) {
    landed = from;
    const solve_report report = step(landed, trial);
    if (report.ok()) {
      g = value(landed, trial);
      g = rises ? g : T(-g);
    }
    return report;
  };
  return bracketed_root<T>(after, {T(0), rises ? at_start : T(-at_start)},
                           {h, rises ? at_end : T(-at_end)}, length);
}

/// The zeros of g, or its passages through levels: fed with the states x_0, x_1, …
template <class T>
class zeros_by_steps {
 public:
  explicit zeros_by_steps(level_passages<T> levels = {}) : levels_(std::move(levels)) {}

  /// The next state. `step` and `value` are those of step_to_zero, from the state before; of x_0 itself the length is 0.
  /// Calls found(crossing, landed): for a start on a level, and for every level that is passed after the first step, as
  /// PD counts. Not ok where a shorter step is not.
  template <class Step, class Value, class Found>
  solve_report add(const vector<T>& state, const T& h, Step&& step, Value&& value, Found&& found) {
    const T now = value(state, count_ == 0 ? T(0) : h);
    solve_report report;
    if (count_ == 0) {
      if (levels_.start(now)) {
        found(crossing<T>{0, T(0)}, state);
      }
    } else {
      levels_.pass(now, [&](const T& level) {
        if (count_ == 1 || !report.ok()) {
          return;
        }
        T length(0);
        vector<T> landed;
        std::optional<zero_guess<T>> guess;
        report = step_to_zero<T>(
            step, [&](const vector<T>& y, const T& at) { return T(value(y, at) - level); }, before_,
            h, T(value_ - level), T(now - level), length, landed, guess);
        if (report.ok()) {
          found(crossing<T>{count_ - 1, T(length / h)}, landed);
        }
      });
    }
    before_ = state;
    value_ = now;
    ++count_;
    return report;
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(levels_, before_, value_, count_);
  }

 private:
  level_passages<T> levels_;
  vector<T> before_;
  T value_{0};
  std::int64_t count_ = 0;
};

}  // namespace plumbline
