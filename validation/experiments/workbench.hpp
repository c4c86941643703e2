// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The workbench of the experiments, with the headers that nearly all of them need: computing in the arithmetic of so many
// digits, with results in one type for all of them; running a scheme; judging a number; drawing curves.
#pragma once

#include "experiments/experiment.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/integrate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace plumbline::experiments {

// ---------------------------------------------------------------------------------------- arithmetic

/// Calls f.template operator()<T>() in the arithmetic of that many digits and returns what it returns.
template <class F>
auto at_digits(int digits, F&& f) {
  return with_scalar(
      digits, [&](auto tag) { return f.template operator()<typename decltype(tag)::type>(); });
}

/// What experiments compute with after a run: enough for every table, whatever the run's scalar was.
using measured = mp64;

template <class T>
measured to_measured(const T& x) {
  return from_text<measured>(to_text(x));
}

/// |a − b|
inline measured apart(const measured& a, const measured& b) { return abs(measured(a - b)); }

/// How many of the digits of the arithmetic a relative error has eaten: log10(error/10^−digits).
inline measured digits_lost(const measured& relative_error, int digits) {
  return relative_error == measured(0) ? measured(0)
                                       : measured(log10(relative_error) + measured(digits));
}

// ---------------------------------------------------------------------------------------- runs

/// A point of the phase space of one degree of freedom.
template <class T>
phase_point<T> phase_of(const T& q, const T& p) {
  return {vector<T>::Constant(1, q), vector<T>::Constant(1, p)};
}

/// Steps `state` to the end of the grid and calls observe(n, t_n, state) at its nodes; asks now and then whether to go on.
/// Throws step_failure.
template <class T, class Stepper, class State, class Observe>
void follow_grid(const context& c, Stepper& stepper, State& state, const time_grid<T>& grid,
                 Observe&& observe) {
  const auto observed = [&](std::int64_t n, const T& t, const State& at) {
    if (n % 256 == 0) {
      c.poll();
    }
    observe(n, t, at);
  };
  static_cast<void>(integrate<T>(stepper, state, grid, observed));
}

/// One step on its own, at the time 0. Throws step_failure, with `place` in its message.
template <class T>
void take_step(any_stepper<T>& stepper, vector<T>& state, const T& h, const char* place) {
  const solve_report report = stepper.step(state, T(0), h);
  if (!report.ok()) {
    throw step_failure(0, "0", report, place);
  }
}

// ---------------------------------------------------------------------------------------- verdicts

/// The text that is judged: at most 20 digits, and no more than the run had.
inline std::string judged_text(const measured& x, int digits) {
  return to_text(x, digits < 20 ? digits : 20);
}

/// Judges a number of a run with so many digits.
inline std::size_t judge(report::section& out, std::string_view key, const measured& x,
                         int digits) {
  return out.judge(key, judged_text(x, digits));
}

/// Judges the number in the context's digits.
inline std::size_t judge(const context& c, report::section& out, std::string_view key,
                         const measured& x) {
  return judge(out, key, x, c.digits());
}

/// first, …, last.
inline std::vector<int> whole_numbers(int first, int last) {
  std::vector<int> all;
  for (int n = first; n <= last; ++n) {
    all.push_back(n);
  }
  return all;
}

}  // namespace plumbline::experiments
