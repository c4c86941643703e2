// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// with_guard (scalar/guard.hpp) for functions whose result is a vector of numbers.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/guard.hpp>

namespace plumbline::detail {

template <class T, class W>
struct narrowed<T, vector<W>> {
  using type = vector<T>;
  static type from(const vector<W>& x) {
    type r(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      r[i] = convert_precision<T>(x[i]);
    }
    return r;
  }
};

}  // namespace plumbline::detail
