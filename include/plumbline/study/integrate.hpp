// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The only loop in the house: many steps of a one-step map on a time grid, with an observer at every node.
//
// A stepper has `step(state, t, h)` or, when it does not care for the time, `step(state, h)`; both return a
// solve_report. Nothing is stored here: the observer streams, so that a billion steps need no memory.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace plumbline {

/// What the caller of a long run may want: to stop it, to see how far it is, to go on from a checkpoint.
struct run_control {
  std::int64_t first_step = 0;  ///< the node that the state belongs to; all nodes up to it are done
  std::function<bool()> stop_requested = {};                      ///< asked before a step
  std::function<void(std::int64_t, std::int64_t)> progress = {};  ///< (steps done, steps in all)
  std::string hint =
      {};  ///< what else a step_failure should say: where the system is singular, say
  /// What a step_failure says in the place of the advice to take a smaller step, where the scheme chooses its steps itself.
  std::function<std::string(const solve_report&)> why = {};
  /// The functions are called at every so many nodes only, and `progress` at the end: a quick step costs no more than such a call.
  /// Not for a stop_requested that says that enough is known: the steps behind it might fail.
  std::int64_t every = 1;

  /// Throws `interrupted` when a stop is requested.
  void end_if_stopped() const {
    if (stop_requested && stop_requested()) {
      throw interrupted();
    }
  }
};

enum class run_outcome { finished, stopped };

namespace detail {
/// A typed stepper with step(state, h, first), which takes the first state of its trajectory (a projection).
template <class Stepper, class State, class T>
concept steps_from_first = requires(Stepper& s, State& y, const T& h) {
  s.step(y, h, std::as_const(y));
};

template <class Stepper, class State, class T>
solve_report advance(Stepper& stepper, State& state, const T& t, const T& h) {
  if constexpr (requires { stepper.step(state, t, h); }) {
    return stepper.step(state, t, h);
  } else {
    return stepper.step(state, h);
  }
}

/// The point of phase space that belongs to a state at the time t.
template <class Stepper, class State, class T>
auto phase_at(const Stepper& stepper, const State& state, const T& t) {
  if constexpr (requires { stepper.phase(state, t); }) {
    return stepper.phase(state, t);
  } else {
    return stepper.phase(state);
  }
}

/// Tells a stepper of the catalogue the first point of the run's trajectory, and at the end that there is none any more:
/// steps that somebody makes with it elsewhere begin at their own points.
template <class Stepper, class State, class T>
class told_start {
  static constexpr bool tells = requires(Stepper & s, const State& y, const T& t) {
    s.resume(s.phase(y, t), y);
  };

 public:
  told_start(Stepper& stepper, [[maybe_unused]] const State& state, [[maybe_unused]] const T& t,
             [[maybe_unused]] const run_control& control)
      : stepper_(stepper) {
    if constexpr (tells) {
      if (control.first_step == 0) {  // otherwise the caller has told it
        stepper_.resume(stepper_.phase(state, t), state);
      }
    }
  }
  told_start(const told_start&) = delete;
  told_start& operator=(const told_start&) = delete;
  ~told_start() {
    if constexpr (tells) {
      const State none{};
      stepper_.resume(decltype(stepper_.phase(none, std::declval<const T&>())){}, none);
    }
  }

 private:
  Stepper& stepper_;
};
}  // namespace detail

/// Steps `state` along the grid and calls observe(n, t_n, state) for n = 0 … grid.steps, the start included; a run
/// that goes on from a later node calls it for the nodes after that one. Throws step_failure, which carries the step, its
/// time and the solver's report, when a step cannot be made; `state` is then the last good one. Returns `stopped` when
/// control.stop_requested said so. A scheme that projects does so onto the energy of the node 0; for a run that goes on from
/// a later node, a stepper of the catalogue is told that point by resume() before, and a typed one takes the state that it
/// is given.
template <class T, class Stepper, class State, class Observer>
[[nodiscard]] run_outcome integrate(Stepper& stepper, State& state, const time_grid<T>& grid,
                                    Observer&& observe, const run_control& control = {}) {
  require_working_precision(grid.step, "the step");
  if constexpr (requires { require_working_precision(state, ""); }) {
    require_working_precision(state, "the state");
  }
  [[maybe_unused]] std::optional<State> first;
  if constexpr (detail::steps_from_first<Stepper, State, T>) {
    first = state;
  }
  const detail::told_start<Stepper, State, T> told(stepper, state, grid[0], control);
  if (control.first_step == 0) {
    observe(std::int64_t{0}, grid[0], std::as_const(state));
  }
  T t = grid[control.first_step];
  std::int64_t calls_at = control.first_step;
  for (std::int64_t n = control.first_step; n < grid.steps; ++n) {
    if (n == calls_at) {
      if (control.stop_requested && control.stop_requested()) {
        return run_outcome::stopped;
      }
      calls_at = std::min(grid.steps, n - n % control.every + control.every);
    }
    const solve_report report = [&] {
      if constexpr (detail::steps_from_first<Stepper, State, T>) {
        return stepper.step(state, grid.step, *first);
      } else {
        return detail::advance(stepper, state, t, grid.step);
      }
    }();
    if (!report.ok()) {
      throw step_failure(
          n, to_text(t, 17), report,
          (control.why ? control.why(report)
                       : "a smaller step may help (this one is " + to_text(grid.step, 6) + ")") +
              (control.hint.empty() ? "" : "; " + control.hint));
    }
    t = grid[n + 1];
    observe(n + 1, std::as_const(t), std::as_const(state));
    if (n + 1 == calls_at && control.progress) {
      control.progress(n + 1, grid.steps);
    }
  }
  return run_outcome::finished;
}

}  // namespace plumbline
