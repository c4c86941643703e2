// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A trajectory by Taylor series with steps as long as a tolerance allows, and its states at any times: the series of a
// step gives the states inside it.
//
// The steps are those that the scheme takes between its times of output (taylor_stepper::choose_length).
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/schemes/taylor.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace plumbline {

namespace detail {

/// Throws step_failure with its time where the constraints of a system lose their rank within a step of the length h from the time
/// `here`, at which the series was expanded.
template <class T>
void require_rank(taylor_stepper<T>& stepper, std::int64_t step, const T& here, const T& h) {
  if (const auto lost = stepper.rank_lost(h)) {
    throw step_failure(
        step, to_text(T(here + h * T(*lost)), 6), {solve_outcome::singular, 0, 0},
        "the constraints lose their rank there: which motion goes on is not determined");
  }
}

}  // namespace detail

template <class T>
class taylor_trajectory {
 public:
  /// In each step the last terms of the series are below 2^log2_tolerance of the state. Throws as taylor_series does.
  taylor_trajectory(const model<T>& system, const phase_point<T>& start, const T& t0, int order,
                    double log2_tolerance)
      : stepper_(system, order, log2_tolerance),
        n_(system.dimension()),
        t0_(t0),
        y_(start.q.size() + start.p.size()),
        inside_(y_.size()) {
    y_ << start.q, start.p;
    here_ = {start.q, start.p};
  }
  /// To the digits of the scalar.
  taylor_trajectory(const model<T>& system, const phase_point<T>& start, const T& t0)
      : taylor_trajectory(system, start, t0, taylor_order(scalar_traits<T>::bits()),
                          -scalar_traits<T>::bits()) {}

  /// `requested` is asked before every step. Once it says true, at() ends at once: was_stopped(), and what it returns is not
  /// the state.
  void stop_when(std::function<bool()> requested) { stop_requested_ = std::move(requested); }
  bool was_stopped() const { return was_stopped_; }

  /// The state at the time t0 + elapsed. Times are asked for in the order in which the motion reaches them, forwards or
  /// backwards. Throws step_failure where the series cannot be continued (a singularity), invalid_input for a time that has
  /// been left behind.
  const phase_point<T>& at(const T& elapsed) {
    if (elapsed == T(0) && steps_ == 0) {
      return here_;
    }
    const bool forwards = T(0) < elapsed || (elapsed == T(0) && !backwards_);
    if (!expanded_) {
      backwards_ = !forwards;
      expand(elapsed);
    }
    while (beyond(T(elapsed - time_))) {
      if (stop_requested_ && stop_requested_()) {
        was_stopped_ = true;
        return here_;
      }
      advance(elapsed);
    }
    const T h = elapsed - time_;
    require_rank(h);
    if (backwards_ ? T(0) < h : h < T(0)) {
      throw invalid_input("a Taylor trajectory goes one way: times must be asked for in order");
    }
    const solve_report report = stepper_.evaluate(T(t0_ + time_), h, inside_);
    if (!report.ok()) {
      fail(report);
    }
    for (Eigen::Index i = 0; i < inside_.size(); ++i) {
      set_copy(i < n_ ? here_.q[i] : here_.p[i - n_], inside_[i]);
    }
    return here_;
  }

  std::int64_t steps() const { return steps_; }

 private:
  /// h leaves the step, which begins at time_.
  bool beyond(const T& h) const { return !endless_ && (backwards_ ? h < T(-step_) : step_ < h); }

  void expand(const T& target) {
    const solve_report report = stepper_.expand(y_, T(t0_ + time_));
    if (!report.ok()) {
      fail(report);
    }
    expanded_ = true;
    looked_at_ = T(0);
    endless_ = stepper_.is_endless();
    if (!endless_) {
      const solve_report chosen = stepper_.choose_length(target, step_);
      if (!chosen.ok()) {
        fail(chosen);
      }
    }
  }

  void advance(const T& target) {
    const T h = backwards_ ? T(-step_) : step_;
    require_rank(h);
    const solve_report report = stepper_.evaluate(T(t0_ + time_), h, y_);
    if (!report.ok()) {
      fail(report);
    }
    time_ += h;
    ++steps_;
    expand(target);
  }

  /// Throws step_failure where constraints lose their rank within h. What was found of a step holds for shorter ones.
  void require_rank(const T& h) {
    if (scalar_traits<T>::magnitude(h) <= scalar_traits<T>::magnitude(looked_at_)) {
      return;
    }
    looked_at_ = h;
    detail::require_rank(stepper_, steps_, T(t0_ + time_), h);
  }

  [[noreturn]] void fail(const solve_report& report) const {
    throw step_failure(steps_, to_text(T(t0_ + time_), 17), report, why_no_step_of_series(report));
  }

  taylor_stepper<T> stepper_;
  Eigen::Index n_;
  T t0_;
  T time_{0};  ///< since t0, of the expansion
  T step_{0};
  T looked_at_{0};  ///< so far from the expansion the constraints keep their rank
  bool expanded_ = false;
  bool endless_ = false;
  bool backwards_ = false;
  std::int64_t steps_ = 0;
  std::function<bool()> stop_requested_;
  bool was_stopped_ = false;
  vector<T> y_;
  vector<T> inside_;
  phase_point<T> here_;
};

}  // namespace plumbline
