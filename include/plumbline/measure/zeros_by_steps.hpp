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

#include <cmath>
#include <utility>

namespace plumbline {

/// The shorter step from `from` that ends on a zero of g: its length, and its end `landed`. g is `at_start` at the length 0
/// and `at_end` at the length h, with different signs; h may be negative.
///   solve_report step(vector<T>& y, const T& length)     y ← Ψ_length(y)
///   T value(const vector<T>& y, const T& length)         g at the end of a step of this length
template <class T, class Step, class Value>
solve_report step_to_zero(Step&& step, Value&& value, const vector<T>& from, const T& h,
                          const T& at_start, const T& at_end, T& length, vector<T>& landed) {
  using std::abs;
  length = T(0);
  landed = from;
  // a zero within the rounding of the node is the node: a step of that length would only be rounding errors
  constexpr int roundings = 4;
  if (!(abs(T(at_end)) * epsilon<T>() * roundings < abs(T(at_start)))) {
    return {};
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
        report = step_to_zero<T>(
            step, [&](const vector<T>& y, const T& at) { return T(value(y, at) - level); }, before_,
            h, T(value_ - level), T(now - level), length, landed);
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
