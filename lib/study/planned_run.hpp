// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A run that a formula asks for: as texts, and made in its own digits, whose nodes are handed over in another scalar; and the exact
// motion at its nodes.
#pragma once

#include <plumbline/measure/other_roundings.hpp>
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
#include <type_traits>
#include <utility>
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
  std::int64_t steps = 0;
  int digits = 0;

  /// Equal for runs that differ in their number of steps alone.
  std::string key() const;
};

/// Reads the problem; step and end are left to the caller. Throws as read_problem() does.
planned_run plan_run(const std::string& system, const problem_texts& texts,
                     const std::string& scheme, int digits);

/// The numbers of a point in the scalar S and its present precision.
template <class S, class T>
phase_point<S> point_in(const phase_point<T>& z) {
  phase_point<S> converted{vector<S>(z.q.size()), vector<S>(z.p.size())};
  for (Eigen::Index i = 0; i < z.q.size(); ++i) {
    converted.q[i] = convert_precision<S>(z.q[i]);
  }
  for (Eigen::Index i = 0; i < z.p.size(); ++i) {
    converted.p[i] = convert_precision<S>(z.p[i]);
  }
  return converted;
}

/// A scope of so many digits for run-time MPFR; nothing for other scalars.
template <class S>
auto scope_of(int digits) {
  if constexpr (has_run_time_digits<S>) {
    return precision_scope(digits);
  } else {
    return std::type_identity<S>{};
  }
}

/// As the arithmetic does it, or with each number of each state changed by a few roundings (measure/other_roundings.hpp).
enum class rounded { as_usual, otherwise };

template <class T>
struct rounding_stepper {
  any_stepper<T>& stepper;
  rounded how;
  std::int64_t number = 0;  ///< of the node

  void round(vector<T>& y) {
    if (how == rounded::otherwise) {
      round_otherwise(y, number);
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

/// What a node of a run hands over: its number, and its point in the scalar S.
template <class S>
using node_taker = std::function<void(std::int64_t, phase_point<S>)>;

/// Makes the run in its own digits and hands its nodes over in the scalar S of `digits`. Returns its evaluations.
template <class S>
std::int64_t make_run(const planned_run& run, int digits, rounded how, run_host& host,
                      const node_taker<S>& take) {
  const auto progress = host.begin(run.steps, "steps");
  const run_control control = control_of(run.p, host, *progress);
  const auto evaluations = std::make_shared<std::int64_t>(0);
  with_scalar(run.digits, [&]<class T>(std::type_identity<T>) {
    const problem_in<T> in = make_problem<T>(run.p);
    auto stepper = run.scheme->entry->make<T>(run.scheme->values, in.system.counted(evaluations));
    const T h = evaluate<T>(*run.step, run.p.names);
    vector<T> state = stepper.start(in.start, in.t0);
    rounding_stepper<T> steps{stepper, how};
    steps.round(state);
    const run_outcome outcome = integrate<T>(
        steps, state, time_grid<T>(in.t0, h, run.steps),
        [&](std::int64_t n, const T& t, const vector<T>& y) {
          const phase_point<T> z = stepper.phase(y, t);
          [[maybe_unused]] const auto scope = scope_of<S>(digits);
          take(n, point_in<S>(z));
        },
        control);
    if (outcome == run_outcome::stopped) {
      throw interrupted();
    }
  });
  return *evaluations;
}

/// The exact motion at the nodes of a run, for all formulas of it: a node is computed once.
template <class S>
class exact_nodes {
 public:
  /// Throws as truth<T> does.
  exact_nodes(const planned_run& run, int digits, run_host& host) {
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
        return point_in<S>(*found);
      };
    });
  }

  const phase_point<S>& at(std::int64_t n) {
    if (n != number_) {
      latest_ = point_(n);
      number_ = n;
    }
    return latest_;
  }

 private:
  std::function<phase_point<S>(std::int64_t)> point_;
  std::int64_t number_ = -1;
  phase_point<S> latest_;
};

}  // namespace plumbline::detail
