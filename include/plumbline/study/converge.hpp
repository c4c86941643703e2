// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Errors and observed orders of a scheme over several step counts on one interval:
//
//   e_N = norm over nodes n = 0 … N of |y_n − y(t_n)|,   order = log(e_N/e_M) / log(h_N/h_M)
//
// The runs are independent and may go to several threads; every number is computed by one run alone, so that
// the result does not depend on how many there are. Beside its errors each run says what it cost: evaluations of the
// system's formulas, iterations of the solver, seconds in the steps.
#pragma once

#include <plumbline/measure/error_norm.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/parallel.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace plumbline {

/// One run of a convergence study.
template <class T>
struct convergence_row {
  std::int64_t steps = 0;
  T step{0};
  T error_q{0};
  T error_p{0};
  /// Against the row before; absent in the first row and where an error is zero.
  std::optional<T> order_q;
  std::optional<T> order_p;
  /// The largest |q| and |p| of the truth: beside them an error has its digits.
  T size_q{0};
  T size_p{0};
  std::int64_t evaluations = 0;  ///< in the scalar T; 0 where make_stepper takes no counter
  std::int64_t iterations = 0;
  double seconds = 0;
};

namespace detail {

/// The numbers of a point in the scalar W, which is at least as wide.
template <class W, class T>
vector<W> widened(const vector<T>& x) {
  if constexpr (std::is_same_v<W, T>) {
    return x;
  } else {
    vector<W> y(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      y[i] = convert_precision<W>(x[i]);
    }
    return y;
  }
}

template <class W>
const phase_point<W>& point_of(const phase_point<W>& z) {
  return z;
}
template <class W>
const phase_point<W>& point_of(const std::shared_ptr<const phase_point<W>>& z) {
  return *z;
}

/// The point of phase space that belongs to a state: what the stepper says, or the state itself where it is a point.
template <class Stepper, class State, class T>
decltype(auto) point_at(const Stepper& stepper, const State& state, const T& t) {
  if constexpr (
      requires { stepper.phase(state, t); } || requires { stepper.phase(state); }) {
    return phase_at(stepper, state, t);
  } else {
    static_assert(std::same_as<State, phase_point<T>>,
                  "a stepper whose state is no phase_point needs phase(state): the point of phase "
                  "space that belongs to it");
    return point_of(state);
  }
}

/// A stepper that sums up the work of its steps.
template <class Stepper, class T>
struct working_stepper {
  Stepper& stepper;
  convergence_row<T>& row;

  template <class State>
  solve_report step(State& state, const T& t, const T& h) {
    return counted([&] { return advance(stepper, state, t, h); });
  }
  template <class State>
  solve_report step(State& state, const T& h,
                    const State& first) requires steps_from_first<Stepper, State, T> {
    return counted([&] { return stepper.step(state, h, first); });
  }
  template <class State>
  auto phase(const State& state, const T& t) const requires requires {
    stepper.phase(state, t);
  }
  { return stepper.phase(state, t); }
  template <class Point, class State>
  void resume(const Point& first, const State& state) requires requires {
    stepper.resume(first, state);
  }
  { stepper.resume(first, state); }

  template <class Step>
  solve_report counted(Step&& make_step) {
    const auto begin = std::chrono::steady_clock::now();
    const solve_report report = make_step();
    row.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    row.iterations += report.iterations;
    return report;
  }
};

}  // namespace detail

/// The orders of each row against the row before.
template <class T>
void put_orders(std::vector<convergence_row<T>>& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& a = rows[i - 1];
    auto& b = rows[i];
    if (a.step == b.step) {
      continue;
    }
    if (T(0) < a.error_q && T(0) < b.error_q) {
      b.order_q = observed_order(a.step, a.error_q, b.step, b.error_q);
    }
    if (T(0) < a.error_p && T(0) < b.error_p) {
      b.order_p = observed_order(a.step, a.error_p, b.step, b.error_p);
    }
  }
}

/// Runs `steps[i]` steps from t0 to t0 + duration for each i.
///
///   make_stepper()          a fresh stepper with step(state, t, h) and phase(state) or phase(state, t) → phase_point, unless the
///                           state is one; or
///                           make_stepper(c), where c is a std::shared_ptr<std::int64_t> to which it adds its evaluations
///   start                   the initial state, copied into every run
///   make_reference(N)       a callable (n, t) → phase_point<W>, or a shared pointer to one: the truth at node n of N. W is
///                           T, or wider: then the difference has the digits that T would cancel
///
/// Throws invalid_input when steps is empty or not positive, step_failure when a run fails.
template <class T, class MakeStepper, class State, class MakeReference>
std::vector<convergence_row<T>> converge(MakeStepper&& make_stepper, const State& start,
                                         const T& t0, const T& duration,
                                         const std::vector<std::int64_t>& steps,
                                         MakeReference&& make_reference, error_norm norm,
                                         int jobs = 1, const run_control& control = {}) {
  if (steps.empty()) {
    throw invalid_input("a convergence study needs at least one number of steps");
  }
  for (const std::int64_t n : steps) {
    if (n < 1) {
      throw invalid_input("the numbers of steps must be positive, got " + std::to_string(n));
    }
  }
  std::vector<convergence_row<T>> rows(steps.size());
  for_each_parallel<T>(steps.size(), jobs, [&](std::size_t i) {
    const std::int64_t count = steps[i];
    const time_grid<T> grid(t0, T(duration / as_scalar<T>(count)), count);
    const auto evaluations = std::make_shared<std::int64_t>(0);
    auto stepper = [&] {
      if constexpr (std::invocable<MakeStepper&, const std::shared_ptr<std::int64_t>&>) {
        return make_stepper(evaluations);
      } else {
        return make_stepper();
      }
    }();
    auto reference = make_reference(count);
    State state = start;
    using W = typename std::remove_cvref_t<
        decltype(detail::point_of(reference(count, grid.start)).q)>::Scalar;
    const W width = detail::convert_precision<W>(grid.step);
    error_collector<W> q(norm, width);
    error_collector<W> p(norm, width);
    error_collector<W> size_q(error_norm::max, width);
    error_collector<W> size_p(error_norm::max, width);
    detail::working_stepper<decltype(stepper), T> working{stepper, rows[i]};
    const run_outcome outcome = integrate<T>(
        working, state, grid,
        [&](std::int64_t n, const T& t, const State& y) {
          const auto& z = detail::point_at(stepper, y, t);
          const auto& found = reference(n, t);
          const phase_point<W>& truth = detail::point_of(found);
          q.add(detail::widened<W>(z.q), truth.q);
          p.add(detail::widened<W>(z.p), truth.p);
          size_q.add(vector<W>::Constant(truth.q.size(), W(0)), truth.q);
          size_p.add(vector<W>::Constant(truth.p.size(), W(0)), truth.p);
        },
        control);
    if (outcome == run_outcome::stopped) {
      return;
    }
    rows[i].steps = count;
    rows[i].step = grid.step;
    rows[i].error_q = detail::convert_precision<T>(q.value());
    rows[i].error_p = detail::convert_precision<T>(p.value());
    rows[i].size_q = detail::convert_precision<T>(size_q.value());
    rows[i].size_p = detail::convert_precision<T>(size_p.value());
    rows[i].evaluations = *evaluations;
  });
  put_orders(rows);
  return rows;
}

}  // namespace plumbline
