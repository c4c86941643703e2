// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A run that a formula asks for: as texts, and made in its own digits, whose nodes are handed over in another scalar; and the exact
// motion at its nodes.
#pragma once

#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/run_host.hpp>
#include <plumbline/study/truth.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace plumbline::detail {

/// A run as texts and as what follows from them.
struct planned_run {
  std::string system;
  problem_texts texts;
  std::string scheme_text;
  problem p;
  std::optional<scheme_choice> scheme;
  std::optional<expression> step;
  std::optional<exact_number> exact_step = {};  ///< where the step is rational
  std::int64_t steps = 0;
  int digits = 0;
  std::string step_text = {};  ///< the same for steps of one value, "0.05" and "(1/20)"

  /// Reads a step. Throws invalid_input unless it is positive.
  void set_step(const std::string& text);
  /// Equal for motions of one system from one start in the same digits.
  std::string motion_at_any_time() const;
  /// The same, and asked for at the same distance of times, whatever scheme computes them.
  std::string motion() const { return motion_at_any_time() + "\n" + step_text; }
  /// Equal for runs that differ in their number of steps alone.
  std::string key() const { return motion() + "\n" + scheme_text; }
};

/// Reads the problem; step and end are left to the caller. Throws as read_problem() does.
planned_run plan_run(const std::string& system, const problem_texts& texts,
                     const std::string& scheme, int digits);

/// A scope of so many digits for run-time MPFR; nothing for other scalars.
template <class S>
auto scope_of(int digits) {
  if constexpr (has_run_time_digits<S>) {
    return precision_scope(digits);
  } else {
    return std::type_identity<S>{};
  }
}

/// Runs with other roundings have numbers from 1 on (measure/other_roundings.hpp). This is the number of the run as the arithmetic
/// makes it.
inline constexpr int rounded_as_usual = 0;

template <class T>
struct rounding_stepper {
  any_stepper<T>& stepper;
  int rounding_run;
  std::int64_t number = 0;  ///< of the node

  void round(vector<T>& y) {
    if (rounding_run != rounded_as_usual) {
      round_otherwise(y, number, rounding_run);
    }
    ++number;
  }
  solve_report step(vector<T>& y, const T& t, const T& h) {
    const solve_report report = stepper.step(y, t, h);
    if (report.ok()) {
      round(y);
    }
    return report;
  }
  phase_point<T> phase(const vector<T>& y, const T& t) const { return stepper.phase(y, t); }
  void resume(const phase_point<T>& first, const vector<T>& y) { stepper.resume(first, y); }
};

template <class List>
struct node_takers;
template <class... T>
struct node_takers<type_list<T...>> {
  template <class F>
  explicit node_takers(const F& f) : takes(taker<T>(f)...) {}
  template <class S>
  void operator()(std::int64_t n, const phase_point<S>& z) const {
    std::get<taker<S>>(takes)(n, z);
  }

 private:
  template <class S>
  using taker = std::function<void(std::int64_t, const phase_point<S>&)>;
  std::tuple<taker<T>...> takes;
};
/// What is told the nodes of a run: the number of each, and its point in whatever scalar the run has.
using node_taker = node_takers<scalars>;

/// Makes the run in its own digits. Returns its evaluations.
inline std::int64_t make_run(const planned_run& run, int rounding_run, run_host& host,
                             const node_taker& take) {
  const auto progress = host.begin(run.steps, "steps");
  run_control control = control_of(run.p, host, *progress);
  const auto evaluations = std::make_shared<std::int64_t>(0);
  with_scalar(run.digits, [&]<class T>(std::type_identity<T>) {
    const problem_in<T> in = make_problem<T>(run.p);
    auto stepper = run.scheme->entry->make<T>(run.scheme->values, in.system.counted(evaluations));
    const T h = evaluate<T>(*run.step, run.p.names);
    vector<T> state = stepper.start(in.start, in.t0);
    control.every = steps_between_calls<T>;
    rounding_stepper<T> steps{stepper, rounding_run};
    steps.round(state);
    const run_outcome outcome = integrate<T>(
        steps, state, time_grid<T>(in.t0, h, run.steps),
        [&](std::int64_t n, const T& t, const vector<T>& y) { take(n, stepper.phase(y, t)); },
        control);
    if (outcome == run_outcome::stopped) {
      throw interrupted();
    }
  });
  return *evaluations;
}

/// The exact motion at the nodes of a run, for all formulas that compare with it: a node is computed once, where there are not
/// too many to be kept.
template <class S>
class exact_nodes {
 public:
  /// Throws as truth<T> does.
  exact_nodes(const planned_run& run, int digits, run_host& host)
      : kept_(run.steps < most_kept ? static_cast<std::size_t>(run.steps) + 1 : 0) {
    with_scalar(run.digits, [&]<class T>(std::type_identity<T>) {
      const problem_in<T> in = make_problem<T>(run.p);
      const expression end("(" + run.step->text() + ")*" + std::to_string(run.steps));
      const std::vector<std::int64_t> counts = {std::max<std::int64_t>(run.steps, 1)};
      const auto known = std::make_shared<const truth<T>>(run.p, in, end, counts, run.digits,
                                                          control_of(run.p, host));
      point_ = [known, nodes = known->nodes(counts.front()), digits,
                own = run.digits](std::int64_t n) {
        const auto found = [&] {
          [[maybe_unused]] const auto scope = scope_of<T>(own);
          return nodes(n, T(0));
        }();
        [[maybe_unused]] const auto scope = scope_of<S>(digits);
        return rounded_point<S>(*found);
      };
    });
  }

  const phase_point<S>& at(std::int64_t n) {
    if (const auto place = static_cast<std::size_t>(n); place < kept_.size()) {
      if (kept_[place].q.size() == 0) {
        kept_[place] = point_(n);
      }
      return kept_[place];
    }
    if (n != number_) {
      latest_ = point_(n);
      number_ = n;
    }
    return latest_;
  }

 private:
  static constexpr std::int64_t most_kept = 200'000;
  std::vector<phase_point<S>> kept_;  ///< without coordinates before they are asked for
  std::function<phase_point<S>(std::int64_t)> point_;
  std::int64_t number_ = -1;
  phase_point<S> latest_;
};

}  // namespace plumbline::detail
