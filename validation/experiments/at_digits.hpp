// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The workbench of the experiments: computing in the arithmetic of so many digits, with results in one type for all of
// them, how a paper's schemes are called and drawn, and judging a number.
#pragma once

#include "experiments/experiment.hpp"
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/scalar/with_digits.hpp>

namespace plumbline::experiments {

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

/// The text that is judged: at most 20 digits, and no more than the run had.
inline std::string judged_text(const measured& x, int digits) {
  return to_text(x, digits < 20 ? digits : 20);
}

/// How the tables and figures of a paper call and draw a scheme.
struct shown_scheme {
  std::string_view name;
  report::role role = report::role::first;
};

/// Judges the number in the context's digits.
inline std::size_t judge(const context& c, report::section& out, std::string_view key,
                         const measured& x) {
  return out.judge(key, judged_text(x, c.digits()));
}

/// How many of the digits of the arithmetic a relative error has eaten: log10(error/10^−digits).
inline measured digits_lost(const measured& relative_error, int digits) {
  return relative_error == measured(0) ? measured(0)
                                       : measured(log10(relative_error) + measured(digits));
}

}  // namespace plumbline::experiments
