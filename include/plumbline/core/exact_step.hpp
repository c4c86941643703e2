// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What every typed stepper refuses: a step that is a double although the scalar has more digits (0.1 is not one tenth), and a
// state of another dimension than that of its system.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/solve_report.hpp>

#include <concepts>
#include <string>

namespace plumbline {

namespace detail {

/// A number of a built-in type that carries fewer digits than the scalar T.
template <class F, class T>
concept inexact_for = std::floating_point<F> && !std::floating_point<T>;

template <class F>
constexpr void refuse_inexact() {
  static_assert(!std::floating_point<F>,
                "a floating-point number carries only the digits of its type: write "
                "decimal<T>(\"0.1\") or rational<T>(1, 10) for a step or a time of a scalar with "
                "more digits");
}

}  // namespace detail

/// A base of steppers with step(state, h) or step(state, t, h), who say `using exact_steps<T>::step;`. These are static, so
/// that they are the better choice for a built-in number whether the stepper's own step is const or not.
template <class T>
struct exact_steps {
  template <class State, detail::inexact_for<T> F>
  static solve_report step(State&, F) {
    detail::refuse_inexact<F>();
    return {};
  }
  template <class State, class Time, detail::inexact_for<T> F>
  static solve_report step(State&, const Time&, F) {
    detail::refuse_inexact<F>();
    return {};
  }
};

namespace detail {
[[noreturn]] inline void refuse_dimensions(Eigen::Index q, Eigen::Index p, Eigen::Index n) {
  throw invalid_input("the system has " + std::to_string(n) + " coordinates, the state has q of " +
                      std::to_string(q) + " and p of " + std::to_string(p));
}
}  // namespace detail

/// Throws invalid_input unless q and p have n entries each.
template <class T>
void require_dimension(const phase_point<T>& z, Eigen::Index n) {
  if (z.q.size() != n || z.p.size() != n) {
    detail::refuse_dimensions(z.q.size(), z.p.size(), n);
  }
}

}  // namespace plumbline
