// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Initial values from exact numbers:
//
//   auto z = start_values<mp64>({rational<mp64>(6, 5), 1}, {decimal<mp64>("0.1"), 0});
//
// A vector of Eigen takes a double as an entry, whose 17 digits then stand for all the digits of the scalar. Here a double is
// an entry for the scalar double alone.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>

#include <initializer_list>
#include <utility>

namespace plumbline {

/// One entry of start_values: a number of the scalar, or a whole number.
template <class T>
class exact_entry {
 public:
  // not explicit: entries are written as they are
  exact_entry(int x) : value_(x) {}
  exact_entry(T x) requires(!std::same_as<T, int>) : value_(std::move(x)) {}
  template <detail::inexact_for<T> F>
  exact_entry(F) : value_(0) {
    detail::refuse_inexact<F>();
  }
  const T& value() const { return value_; }

 private:
  T value_;
};

/// The point (q, p). Throws invalid_input unless q and p have as many entries.
template <class T>
phase_point<T> start_values(std::initializer_list<exact_entry<T>> q,
                            std::initializer_list<exact_entry<T>> p) {
  const auto entries = [](const std::initializer_list<exact_entry<T>>& list) {
    vector<T> x(static_cast<Eigen::Index>(list.size()));
    Eigen::Index i = 0;
    for (const exact_entry<T>& entry : list) {
      x[i++] = entry.value();
    }
    return x;
  };
  phase_point<T> z{entries(q), entries(p)};
  require_dimension(z, z.q.size());
  return z;
}

}  // namespace plumbline
