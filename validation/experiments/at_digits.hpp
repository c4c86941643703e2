// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// An experiment in the arithmetic of so many digits, and its results in one type for all of them.
#pragma once

#include "shared/digits.hpp"
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/types.hpp>

namespace plumbline::experiments {

/// Calls f.template operator()<T>() in the arithmetic of that many digits and returns what it returns.
template <class F>
auto at_digits(int digits, F&& f) {
  return cli::with_scalar(
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

}  // namespace plumbline::experiments
