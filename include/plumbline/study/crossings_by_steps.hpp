// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The crossings of a section g = 0 along the steps of any scheme Ψ: where g has changed its sign over the step from x_n, the
// crossing is the state Ψ_τ(x_n), 0 < τ <= h, of one shorter step of the same scheme that ends on g = 0. It has the order of the
// scheme; two crossings within one step are not seen. The trajectory goes on from x_{n+1}. Where τ lies to 16 digits is found by
// the scheme in double, from what g is at the last nodes, so that few steps with all digits are made.
//
// A start on the section is no crossing, nor is a jump of g, as that of atan2. Where g has no value nothing is crossed, and a crossing
// between a node where it has one and a node where it has none is not seen.
#pragma once

#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/interpolated_zero.hpp>
#include <plumbline/measure/zeros_by_steps.hpp>
#include <plumbline/mechanics/followed_function.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/section.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace plumbline {

/// Fed with the states of a trajectory.
template <class T>
class crossings_by_steps {
 public:
  /// `shorter`: a stepper of its own, so that the trajectory is what it is without the section.
  crossings_by_steps(any_stepper<T> shorter, followed_values<T> g)
      : stepper_(std::move(shorter)), g_(std::move(g)) {}

  /// y ← the state after a step of a length from the state y at the time t.
  using shorter_step = std::function<solve_report(vector<T>& y, const T& t, const T& length)>;
  /// Shorter steps that are not those of the stepper alone.
  void step_with(shorter_step step) { step_ = std::move(step); }

  /// The same in double, made when the first crossing is looked for; nullptr where it cannot be made.
  using rough_crossings = crossings_by_steps<double>;
  void guess_with(std::function<std::unique_ptr<rough_crossings>()> make) {
    make_rough_ = std::move(make);
  }
  /// Of other changes of sign nothing is found.
  void look_for(crossing_direction direction) { direction_ = direction; }

  /// The state of the node n, in order, from the start on; h is the length of the step to it. Calls found(crossing_state) for a crossing
  /// behind the node before. Throws step_failure where a shorter step cannot be made.
  template <class Found>
  void add(std::int64_t n, const T& t, const T& h, const vector<T>& y, Found&& found) {
    using std::abs;
    if (n == 0) {
      begin(t, y);
      start_ = y;
      start_time_ = t;
      return;
    }
    const T now = value(y, t);
    recent_.add(t, now);
    const int sign = T(0) < now ? 1 : now < T(0) ? -1 : 0;
    if (!is_finite(now)) {  // outside of where g is defined: what comes behind it is another piece
      ++nodes_without_value_;
      sign_ = 0;
      zero_node_.reset();
    } else if (sign == 0) {
      if (sign_ != 0 && !zero_node_) {  // a crossing where g has another sign behind it
        zero_node_ = crossing_state<T>{t, y, 0};
      }
    } else {
      if (sign == -sign_ && counts(direction_, sign) &&
          !is_rounding(std::max(T(abs(value_before_)), T(abs(now))), y, t)) {
        std::optional<crossing_state<T>> crossing = zero_node_ ? zero_node_ : land(n, h, now);
        if (crossing && (zero_node_ || !is_jump(*crossing, now))) {
          crossing->direction = sign;
          found(std::as_const(*crossing));
        }
      }
      sign_ = sign;
      zero_node_.reset();
    }
    before_ = y;
    time_before_ = t;
    value_before_ = now;
  }
  /// The end of the trajectory, whose last step had the length h: where g is 0 there, but for rounding errors, one more step says whether
  /// g changes its sign. A step that cannot be made says nothing.
  template <class Found>
  void end(const T& h, Found&& found) {
    if (!zero_node_ && is_rounding(value_before_, before_, time_before_)) {
      zero_node_ = crossing_state<T>{time_before_, before_, 0};
    }
    vector<T> beyond = before_;
    if (!zero_node_ || !step_from(time_before_, h, beyond).ok()) {
      return;
    }
    const T g = value(beyond, T(time_before_ + h));
    const int sign = T(0) < g ? 1 : g < T(0) ? -1 : 0;
    if (sign != 0 && sign == -sign_ && counts(direction_, sign)) {
      zero_node_->direction = sign;
      found(std::as_const(*zero_node_));
    }
  }
  bool started_on_section() const { return started_on_section_; }
  std::int64_t nodes_without_value() const { return nodes_without_value_; }

  /// Reads the start, which add() does with the node 0.
  void begin(const T& t, const vector<T>& y) {
    first_ = stepper_.phase(y, t);
    read_entries(y);
    value_before_ = value(y, t);
    recent_.add(t, value_before_);
    before_ = y;
    time_before_ = t;
    const bool is_defined = is_finite(value_before_);
    nodes_without_value_ = is_defined ? 0 : 1;
    started_on_section_ = is_defined && is_rounding(value_before_, y, t);
    sign_ = started_on_section_ || !is_defined ? 0 : T(0) < value_before_ ? 1 : -1;
  }
  /// The shorter step from `from` that ends on the section, where g is `at_end` after the length h, from a first guess of it.
  std::optional<zero_guess<T>> guess(const vector<T>& from, const T& t, const T& h, const T& at_end,
                                     std::optional<zero_guess<T>> first) {
    const auto value_after = [&](const T& length, T& g) {
      vector<T> y = from;
      stepper_.resume(first_, y);
      const bool ok = stepper_.step(y, t, length).ok();
      if (ok) {
        g = value(y, T(t + length));
      }
      return ok;
    };
    const T at_start = value(from, t);
    if (!(at_start < T(0) ? T(0) < at_end : at_end < T(0))) {
      return std::nullopt;
    }
    zero_guess<T> found{T(0), T(0)};
    vector<T> landed;
    if (!step_to(t, from, h, at_start, at_end, first, found.length, landed).ok()) {
      return std::nullopt;
    }
    if (first) {
      return first;
    }
    // the error of a central difference falls with the square of its width, that of rounding rises with 1/width
    const T width = h * std::cbrt(epsilon<double>());
    T before(0);
    T behind(0);
    if (!value_after(T(found.length - width), before) ||
        !value_after(T(found.length + width), behind)) {
      return std::nullopt;
    }
    found.slope = (behind - before) / (T(2) * width);
    return found;
  }

 private:
  /// Where g can be had from the entries of a state, without its point of phase space.
  void read_entries(const vector<T>& y) {
    const followed_function& g = g_.function();
    const auto n = static_cast<Eigen::Index>(g.inputs().of_form.n);
    const auto columns = stepper_.columns();
    if (first_.q.size() != n || y.size() < n || y.head(n) != first_.q || g.needs_multipliers()) {
      return;
    }
    Eigen::Index rates = 0;
    if (g.needs_momenta() || g.needs_velocities()) {
      const std::string wanted = g.needs_momenta() ? "p1" : "v1";
      if ((g.needs_momenta() && g.needs_velocities()) || y.size() < 2 * n ||
          columns.at(static_cast<std::size_t>(n)) != wanted ||
          (g.needs_momenta() && y.segment(n, n) != first_.p)) {
        return;
      }
      rates = n;
    }
    by_entries_ = true;
    lone_entry_ = g_.use_entries(rates);
  }

  const T& value(const vector<T>& y, const T& t) {
    if (lone_entry_) {
      return y[*lone_entry_];
    }
    return by_entries_ ? g_.at_entries(y, t) : g_.at(stepper_.phase(y, t), t);
  }

  solve_report step_from(const T& t, const T& length, vector<T>& y) {
    if (step_) {
      return step_(y, t, length);
    }
    stepper_.resume(first_, y);
    return stepper_.step(y, t, length);
  }

  solve_report step_to(const T& from, const vector<T>& before, const T& h, const T& at_start,
                       const T& at_end, std::optional<zero_guess<T>>& guess, T& length,
                       vector<T>& landed) {
    return step_to_zero<T>(
        [&](vector<T>& state, const T& trial) { return step_from(from, trial, state); },
        [&](const vector<T>& state, const T& trial) {
          const T g = value(state, T(from + trial));
          met_no_value_ = met_no_value_ || !is_finite(g);
          return g;
        },
        before, h, at_start, at_end, length, landed, guess);
  }

  /// Where the run in double fails, what the nodes say.
  std::optional<zero_guess<T>> rough_guess(const T& h, const T& now) {
    const std::optional<zero_guess<T>> interpolated = recent_.in_last_step(h);
    try {
      auto found = guess_in_double(h, now, interpolated);
      return found ? found : interpolated;
    } catch (const interrupted&) {
      throw;
    } catch (const std::exception&) {
      rough_.reset();
      return interpolated;
    }
  }
  std::optional<zero_guess<T>> guess_in_double(const T& h, const T& now,
                                               const std::optional<zero_guess<T>>& interpolated) {
    if (make_rough_) {
      rough_ = make_rough_();
      make_rough_ = nullptr;
      if (rough_) {
        rough_->begin(to_double(start_time_), scalar_cast<double>(start_));
      }
    }
    if (!rough_) {
      return std::nullopt;
    }
    std::optional<zero_guess<double>> first;
    if (interpolated) {
      first = {to_double(interpolated->length), to_double(interpolated->slope),
               to_double(interpolated->curvature)};
    }
    const auto found = rough_->guess(scalar_cast<double>(before_), to_double(time_before_),
                                     to_double(h), to_double(now), first);
    if (!found) {
      return std::nullopt;
    }
    return zero_guess<T>{T(found->length), T(found->slope), T(found->curvature)};
  }

  /// Whether a value of g near a state is nothing but rounding errors there, as those of a constraint of the system are. Where these errors
  /// have no bound, as where a root has no derivative, they prove nothing.
  bool is_rounding(const T& g, const vector<T>& y, const T& t) {
    using std::abs;
    if (g == T(0)) {
      return true;
    }
    const T rounding = g_.rounding(stepper_.phase(y, t), t);
    return is_finite(rounding) && !(rounding * roundings_of_zero < T(abs(g)));
  }

  /// Whether g changes its sign there without becoming zero, as the angle atan2 does and 1/x. Three things are asked of |g| there. It
  /// is at least a quarter of the smaller value at the nodes. It is more than rounding errors of the larger one. And it is larger
  /// than at both nodes, as at a pole, or more than what rounding errors of the state make of g.
  bool is_jump(const crossing_state<T>& at, const T& now) {
    using std::abs;
    constexpr int far_smaller = 4;
    constexpr int far_from_rounding = 1 << 10;
    const T there = abs(value(at.state, at.t));
    const T before = abs(value_before_);
    const T behind = abs(now);
    const T least = std::min(before, behind);
    const T most = std::max(before, behind);
    if (there * far_smaller < least || !(most * epsilon<T>() * T(far_from_rounding) < there)) {
      return false;
    }
    return most < there ||
           g_.rounding(stepper_.phase(at.state, at.t), at.t) * T(far_from_rounding) < there;
  }

  /// The crossing in the step of the length h to the node n, at which g is `now`; none where the way to it ends on a place where g has no
  /// value, as on the pole of 1/x.
  std::optional<crossing_state<T>> land(std::int64_t n, const T& h, const T& now) {
    std::optional<zero_guess<T>> guess = rough_guess(h, now);
    T length(0);
    vector<T> landed;
    met_no_value_ = false;
    const solve_report report =
        step_to(time_before_, before_, h, value_before_, now, guess, length, landed);
    if (!report.ok()) {
      if (met_no_value_) {
        return std::nullopt;
      }
      throw step_failure(n - 1, to_text(time_before_, 17), report,
                         "a shorter step from there was to end on the section");
    }
    return crossing_state<T>{T(time_before_ + length), landed, 0};
  }

  any_stepper<T> stepper_;
  followed_values<T> g_;
  shorter_step step_;
  crossing_direction direction_ = crossing_direction::both;
  std::function<std::unique_ptr<rough_crossings>()> make_rough_;
  std::unique_ptr<rough_crossings> rough_;
  vector<T> start_;
  T start_time_{0};
  phase_point<T> first_;
  bool by_entries_ = false;
  std::optional<Eigen::Index> lone_entry_;
  vector<T> before_;
  T time_before_{0};
  T value_before_{0};
  interpolated_zero<T> recent_;
  int sign_ = 0;                                ///< the last that is not 0; 0 before there was one
  std::optional<crossing_state<T>> zero_node_;  ///< the first node on the section behind that
  bool started_on_section_ = false;
  bool met_no_value_ = false;  ///< of the last search for a crossing
  std::int64_t nodes_without_value_ = 0;
};

}  // namespace plumbline
