// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// An explicit method of any even order for y′ = f(t, y), for truths rather than for geometry: extrapolation over leapfrog on
// two copies (x, z) of the state, which is Gragg's method written as a symmetric one-step map (Gragg 1965; Hairer, Nørsett &
// Wanner II.9; Pihajoki 2015 for the two copies):
//
//   x_½ = x_0 + (h/2) f(t, z_0),   z_1 = z_0 + h f(t + h/2, x_½),   x_1 = x_½ + (h/2) f(t + h, z_1)
//
// The map is symmetric, so that its error has even powers of h only. Both copies begin a step with the same state; the
// extrapolation of x is the result, of order 2P for P levels, and z is set to it.
#pragma once

#include <plumbline/schemes/extrapolation.hpp>

#include <utility>

namespace plumbline {

/// The map on (x, z). `Field` is a callable (t, y, dy) that says what the numerics did (mechanics/vector_field.hpp).
template <class T, class Field>
class doubled_leapfrog {
 public:
  explicit doubled_leapfrog(Field field) : field_(std::move(field)) {}

  solve_report step(vector<T>& y, const T& t, const T& h) {
    const Eigen::Index n = y.size() / 2;
    const T half = h / 2;
    for (const auto& [to, from, time, length] :
         {move{0, n, t, half}, move{n, 0, T(t + half), h}, move{0, n, T(t + h), half}}) {
      part_ = y.segment(from, n);
      const solve_report report = field_(time, part_, slope_);
      if (!report.ok()) {
        return report;
      }
      for (Eigen::Index i = 0; i < n; ++i) {
        y[to + i] += T(length * slope_[i]);
      }
    }
    return {};
  }
  /// Makes the copies equal.
  solve_report settle(vector<T>& y, const T&) {
    const Eigen::Index n = y.size() / 2;
    for (Eigen::Index i = 0; i < n; ++i) {
      y[n + i] = y[i];
    }
    return {};
  }

 private:
  struct move {
    Eigen::Index to;
    Eigen::Index from;
    T time;
    T length;
  };
  Field field_;
  vector<T> part_;
  vector<T> slope_;
};

/// One-step map of order 2·levels on states y. A value with work space: keep it, step it.
template <class T, class Field>
class field_extrapolation {
 public:
  /// Throws invalid_input unless 1 <= levels.
  field_extrapolation(Field field, int levels)
      : stepper_(doubled_leapfrog<T, Field>(std::move(field)), named_sequence("harmonic", levels),
                 2) {}

  /// y ← Φ_h(y) from the time t; h may be negative. y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    if (!all_finite(y) || !is_finite(h)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    const Eigen::Index n = y.size();
    both_.resize(2 * n);
    both_ << y, y;
    const solve_report report = stepper_.step(both_, t, h);
    if (report.ok()) {
      y = both_.head(n);
    }
    return report;
  }

 private:
  extrapolation_stepper<T, doubled_leapfrog<T, Field>> stepper_;
  vector<T> both_;
};

}  // namespace plumbline
