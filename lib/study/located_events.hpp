// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The events that the quantities period and amplitude wait for, and what is made of them.
//
//   period_values, amplitude_values    periods from zeros, amplitudes from extrema: single ones or an average
//   zero_values, extremum_values       the times of single zeros, the coordinate at single extrema
//   quotient_values                    the mean of 2 z_n/n
//   oscillation_values                 how far the periods wander from their mean
//   sampled_events                     events by PD's rules, from the samples of the coordinate
//   step_events                        events by shorter steps of the scheme, of one trajectory
//   events_twice                       the same of two trajectories that are rounded differently, for the error
#pragma once

#include "study/observed_coordinate.hpp"
#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/averages.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/measure/zeros_by_steps.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/quantity.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace plumbline {

/// What is made of events.
struct wanted_events {
  std::int64_t singles = 0;                ///< so many single values, or
  std::vector<std::int64_t> average = {};  ///< the numbers of --average, or
  std::vector<event_number> numbers = {};  ///< the numbers of events, or
  bool all = false;                        ///< the mean of all that the run has, or
  bool second_half = false;                ///< of quotients: the mean of the second half alone
  std::string to = {};             ///< of quotients: the time from the start that they end at
  std::int64_t periods = 0;        ///< so many that oscillate,
  std::int64_t local_extrema = 0;  ///< of whose local extrema so many count
};
/// What is needed of the events where the end of the run ends them.
constexpr std::int64_t all_events = -1;

/// Fed with z_0, z_1, …
template <class T>
class period_values {
 public:
  static constexpr const char* name = "period";
  static constexpr const char* event = "zeros";
  static constexpr bool of_velocity = false;  ///< the zeros are those of the coordinate

  period_values(const wanted_events& wanted, const T& h) : step_(h), singles_(h) {
    needed_ = 2 * wanted.singles + 1;
    const auto& n = wanted.average;
    if (!n.empty()) {
      average_ =
          n.size() == 2 ? period_average<T>(n[0], n[1]) : period_average<T>(n[0], n[1], n[2]);
      needed_ = average_->crossings_needed();
    }
  }

  void add(const crossing<T>& z) {
    ++events_;
    if (average_) {
      average_->add(z);
    }
    singles_.add(z, [this](const T& period) { (average_ ? latest_ : periods_).push_back(period); });
  }
  /// The same for a zero with the coordinate there.
  void add(const crossing<T>& z, const T&) { add(z); }
  std::int64_t events() const { return events_; }
  std::int64_t needed() const { return needed_; }
  /// Of an average: the single values that came since this was emptied.
  std::vector<T>& latest() { return latest_; }
  /// Those that are known: a fast angle may have more zeros in its last step than are needed.
  std::vector<T> values() const {
    if (!average_) {
      const auto most = static_cast<std::size_t>(needed_ / 2);
      return {periods_.begin(),
              periods_.begin() + static_cast<std::ptrdiff_t>(std::min(most, periods_.size()))};
    }
    return average_->complete() ? std::vector<T>{average_->value(step_)} : std::vector<T>();
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(singles_, periods_, latest_, events_);
    if (average_) {
      archive(*average_);
    }
  }

 private:
  T step_;
  period_sequence<T> singles_;
  std::optional<period_average<T>> average_;
  std::vector<T> periods_;
  std::vector<T> latest_;
  std::int64_t events_ = 0;
  std::int64_t needed_ = 0;
};

/// Fed with A_1, A_2, …
template <class T>
class amplitude_values {
 public:
  static constexpr const char* name = "amplitude";
  static constexpr const char* event = "extrema";
  static constexpr bool of_velocity = true;

  amplitude_values(const wanted_events& wanted, const T& /*h*/)
      : all_(wanted.all), needed_(wanted.all ? all_events : wanted.singles) {
    if (!wanted.average.empty()) {
      average_.emplace(wanted.average[0], wanted.average[1]);
      needed_ = average_->extrema_needed();
    }
  }

  void add(const extremum<T>& e) {
    using std::abs;
    ++events_;
    if (average_ || all_) {
      latest_.push_back(T(abs(e.value)));
    }
    if (average_) {
      average_->add(e);
    } else if (all_) {
      sum_ += abs(e.value);
    } else if (static_cast<std::int64_t>(values_.size()) < needed_) {
      values_.push_back(T(abs(e.value)));
    }
  }
  /// The same for a zero of the velocity with the coordinate there. A start at rest is no extremum.
  void add(const crossing<T>& z, const T& q) {
    if (z.cell > 0) {
      add(extremum<T>{z.cell, z.fraction, q});
    }
  }
  std::int64_t events() const { return events_; }
  std::int64_t needed() const { return needed_; }
  std::vector<T>& latest() { return latest_; }
  std::vector<T> values() const {
    if (all_) {
      return events_ > 0 ? std::vector<T>{T(sum_ / as_scalar<T>(events_))} : std::vector<T>();
    }
    return !average_              ? values_
           : average_->complete() ? std::vector<T>{average_->value()}
                                  : std::vector<T>();
  }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(values_, latest_, events_, sum_);
    if (average_) {
      archive(*average_);
    }
  }

 private:
  bool all_;
  T sum_{0};
  std::optional<amplitude_average<T>> average_;
  std::vector<T> values_;
  std::vector<T> latest_;
  std::int64_t events_ = 0;
  std::int64_t needed_;
};

/// Of events that come in their order those whose numbers are wanted.
template <class Event>
class numbered_events {
 public:
  explicit numbered_events(const std::vector<event_number>& wanted) {
    for (const event_number& each : wanted) {
      numbers_.push_back(each.number);
      if (each.since != event_number::start) {
        numbers_.push_back(each.since);
      }
    }
    std::ranges::sort(numbers_);
    numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
  }

  void add(std::int64_t number, const Event& event) {
    if (found_.size() < numbers_.size() && numbers_[found_.size()] == number) {
      found_.push_back(event);
    }
  }
  std::int64_t last() const { return numbers_.empty() ? 0 : numbers_.back(); }
  /// Null where it has not come.
  const Event* find(std::int64_t number) const {
    const auto place = std::ranges::lower_bound(numbers_, number) - numbers_.begin();
    return place < static_cast<std::ptrdiff_t>(found_.size())
               ? &found_[static_cast<std::size_t>(place)]
               : nullptr;
  }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(found_);
  }

 private:
  std::vector<std::int64_t> numbers_;
  std::vector<Event> found_;
};

/// Fed with z_0, z_1, …: the times z_N or z_N − z_M, the steps between them subtracted as whole numbers.
template <class T>
class zero_values {
 public:
  static constexpr const char* name = "zero";
  static constexpr const char* event = "zeros";
  static constexpr bool of_velocity = false;

  zero_values(const wanted_events& wanted, const T& h)
      : step_(h), numbers_(wanted.numbers), kept_(wanted.numbers) {}

  void add(const crossing<T>& z) {
    kept_.add(events_++, z);
    latest_.push_back(time(z));
  }
  void add(const crossing<T>& z, const T&) { add(z); }
  std::int64_t events() const { return events_; }
  std::int64_t needed() const { return kept_.last() + 1; }
  std::vector<T>& latest() { return latest_; }
  std::vector<T> values() const {
    std::vector<T> values;
    for (const event_number& n : numbers_) {
      if (events_ <= n.last()) {
        break;
      }
      const crossing<T>& z = *kept_.find(n.number);
      values.push_back(n.since == event_number::start
                           ? time(z)
                           : T(steps_between(*kept_.find(n.since), z) * step_));
    }
    return values;
  }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(kept_, latest_, events_);
  }

 private:
  T time(const crossing<T>& z) const { return (as_scalar<T>(z.cell) + z.fraction) * step_; }

  T step_;
  std::vector<event_number> numbers_;
  numbered_events<crossing<T>> kept_;
  std::vector<T> latest_;
  std::int64_t events_ = 0;
};

/// Fed with A_1, A_2, …: the values A_N or A_N − A_M, with their signs.
template <class T>
class extremum_values {
 public:
  static constexpr const char* name = "extremum";
  static constexpr const char* event = "extrema";
  static constexpr bool of_velocity = true;

  extremum_values(const wanted_events& wanted, const T& /*h*/)
      : numbers_(wanted.numbers), kept_(wanted.numbers) {}

  void add(const extremum<T>& e) {
    kept_.add(++events_, e.value);
    latest_.push_back(e.value);
  }
  /// A start at rest is no extremum.
  void add(const crossing<T>& z, const T& q) {
    if (z.cell > 0) {
      add(extremum<T>{z.cell, z.fraction, q});
    }
  }
  std::int64_t events() const { return events_; }
  std::int64_t needed() const { return kept_.last(); }
  std::vector<T>& latest() { return latest_; }
  std::vector<T> values() const {
    std::vector<T> values;
    for (const event_number& n : numbers_) {
      if (events_ < n.last()) {
        break;
      }
      const T& value = *kept_.find(n.number);
      values.push_back(n.since == event_number::start ? value : T(value - *kept_.find(n.since)));
    }
    return values;
  }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(kept_, latest_, events_);
  }

 private:
  std::vector<event_number> numbers_;
  numbered_events<T> kept_;
  std::vector<T> latest_;
  std::int64_t events_ = 0;
};

/// Fed with z_0, z_1, …: the mean of 2 z_n/n over the zeros up to a time, from n = 1 on or over the second half of them.
template <class T>
class quotient_values {
 public:
  static constexpr const char* name = "period";
  static constexpr const char* event = "zeros";
  static constexpr bool of_velocity = false;

  /// `to` and h in the same unit.
  quotient_values(const wanted_events& wanted, const T& h, const T& to)
      : step_(h), to_(to), second_half_(wanted.second_half) {}

  void add(const crossing<T>& z) {
    const T time = (as_scalar<T>(z.cell) + z.fraction) * step_;
    if (!(to_ < time)) {
      times_.push_back(time);
      latest_.push_back(time);
    }
  }
  void add(const crossing<T>& z, const T&) { add(z); }
  std::int64_t events() const { return static_cast<std::int64_t>(times_.size()); }
  std::int64_t needed() const { return all_events; }
  std::vector<T>& latest() { return latest_; }
  std::vector<T> values() const {
    const std::size_t first = second_half_ ? times_.size() / 2 + 1 : 1;
    T sum(0);
    std::int64_t count = 0;
    for (std::size_t n = first; n < times_.size(); ++n) {
      sum += times_[n] * 2 / as_scalar<T>(static_cast<std::int64_t>(n));
      ++count;
    }
    return count > 0 ? std::vector<T>{T(sum / as_scalar<T>(count))} : std::vector<T>();
  }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(times_, latest_);
  }

 private:
  T step_;
  T to_;
  bool second_half_;
  std::vector<T> times_;
  std::vector<T> latest_;
};

/// Fed with z_0, z_1, …: PD (61) of T_1 … T_n about their mean: the mean of |T_N/T − 1| over the first local extrema of
/// N ↦ T_N, and where there is none the largest of them all.
template <class T>
class oscillation_values {
 public:
  static constexpr const char* name = "period-oscillation";
  static constexpr const char* event = "zeros";
  static constexpr bool of_velocity = false;

  oscillation_values(const wanted_events& wanted, const T& h)
      : most_extrema_(wanted.local_extrema), needed_(2 * wanted.periods + 1), singles_(h) {}

  void add(const crossing<T>& z) {
    ++events_;
    if (events_ > needed_) {
      return;
    }
    singles_.add(z, [this](const T& period) {
      periods_.push_back(period);
      latest_.push_back(period);
    });
  }
  void add(const crossing<T>& z, const T&) { add(z); }
  std::int64_t events() const { return events_; }
  std::int64_t needed() const { return needed_; }
  std::vector<T>& latest() { return latest_; }
  std::vector<T> values() const {
    if (events_ < needed_) {
      return {};
    }
    relative_oscillation<T> tau(static_cast<std::size_t>(most_extrema_));
    T sum(0);
    for (const T& period : periods_) {
      tau.add(period);
      sum += period;
    }
    const T mean = sum / as_scalar<T>(static_cast<std::int64_t>(periods_.size()));
    return {tau.local_extrema() > 0 ? tau.typical(mean) : tau.maximum(mean)};
  }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(singles_, periods_, latest_, events_);
  }

 private:
  std::int64_t most_extrema_;
  std::int64_t needed_;
  period_sequence<T> singles_;
  std::vector<T> periods_;
  std::vector<T> latest_;
  std::int64_t events_ = 0;
};

/// A measurement by PD's rule: Finder is zero_crossings or extrema, fed with the coordinate.
template <class T, class Values, class Finder>
class sampled_events {
 public:
  sampled_events(const any_stepper<T>& stepper, detail::observed_coordinate<T> coordinate,
                 Values values, Finder finder)
      : stepper_(&stepper),
        coordinate_(std::move(coordinate)),
        values_(std::move(values)),
        finder_(std::move(finder)) {}

  void add(std::int64_t, const T& t, const vector<T>& y) {
    finder_.add(coordinate_.value(stepper_->phase(y, t), t),
                [this](const auto& e) { values_.add(e); });
    values_.latest().clear();  // nobody compares them
  }
  std::int64_t events() const { return values_.events(); }
  const Values& values() const { return values_; }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(finder_, values_);
  }

 private:
  const any_stepper<T>* stepper_;
  detail::observed_coordinate<T> coordinate_;
  Values values_;
  Finder finder_;
};

/// The zeros of a coordinate or of its velocity along one trajectory from `first`, by shorter steps. They are made with a
/// stepper of their own, so that the trajectory is what it is without them.
template <class T, class Values>
class step_events {
 public:
  step_events(any_stepper<T> shorter, const model<T>& system, const time_grid<T>& grid,
              const vector<T>& first, detail::observed_coordinate<T> coordinate, Values values,
              level_passages<T> levels)
      : stepper_(std::move(shorter)),
        at_(system),
        grid_(grid),
        coordinate_(std::move(coordinate)),
        values_(std::move(values)),
        zeros_(std::move(levels)),
        first_(stepper_.phase(first, grid_[0])) {}

  /// The state of the node n, at the time t. Throws step_failure where a shorter step cannot be made.
  void add(std::int64_t n, const vector<T>& y) {
    const std::int64_t before = std::max<std::int64_t>(n - 1, 0);
    const T t = grid_[before];
    const auto step = [&](vector<T>& state, const T& length) {
      stepper_.resume(first_, state);
      return stepper_.step(state, t, length);
    };
    const auto value = [&](const vector<T>& state, const T& length) {
      const T now = t + length;
      return Values::of_velocity ? velocity(state, now) : position(state, now);
    };
    const solve_report report =
        zeros_.add(y, grid_.step, step, value, [&](const crossing<T>& z, const vector<T>& end) {
          values_.add(z, position(end, T(t + z.fraction * grid_.step)));
        });
    if (!report.ok()) {
      throw step_failure(
          before, to_text(t, 17), report,
          std::string("a shorter step from there was to end on one of the ") + Values::event);
    }
  }
  std::int64_t events() const { return values_.events(); }
  const Values& values() const { return values_; }
  std::vector<T>& latest() { return values_.latest(); }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(zeros_, values_);
  }

 private:
  T position(const vector<T>& y, const T& t) const {
    return coordinate_.value(stepper_.phase(y, t), t);
  }
  /// The velocity that belongs to the scheme's state.
  T velocity(const vector<T>& y, const T& t) {
    const phase_point<T> z = stepper_.phase(y, t);
    at_.set_time(t);
    switch (at_.system().kind()) {
      case system_kind::lagrangian:
        return plumbline::velocity(at_, z.q, z.p)[coordinate_.index()];
      case system_kind::second_order:
        return z.p[coordinate_.index()];
      default:
        break;
    }
    vector<T> rates(z.q.size());
    at_.field(view(z.q), view(rates));
    return rates[coordinate_.index()];
  }

  any_stepper<T> stepper_;
  evaluation<T> at_;
  time_grid<T> grid_;
  detail::observed_coordinate<T> coordinate_;
  Values values_;
  zeros_by_steps<T> zeros_;
  phase_point<T> first_;
};

/// step_events of the trajectory that it is fed with, and of a second one that is rounded otherwise and goes beside it.
template <class T, class Values>
class events_twice {
 public:
  /// `make` makes a stepper; `first` is the state at the start.
  template <class Make>
  events_twice(Make&& make, const model<T>& system, const time_grid<T>& grid,
               const vector<T>& first, const detail::observed_coordinate<T>& coordinate,
               const Values& values, const level_passages<T>& levels)
      : grid_(grid),
        second_stepper_(make()),
        second_state_(otherwise(first, 0)),
        second_first_(second_stepper_.phase(second_state_, grid_[0])),
        events_(make(), system, grid, first, coordinate, values, levels),
        second_events_(make(), system, grid, second_state_, coordinate, values, levels) {}

  void add(std::int64_t n, const T&, const vector<T>& y) {
    events_.add(n, y);
    if (n > 0) {
      // after a checkpoint, too, the second trajectory goes on from its own first point
      if (!told_) {
        second_stepper_.resume(second_first_, second_state_);
        told_ = true;
      }
      const T t = grid_[n - 1];
      const solve_report report = second_stepper_.step(second_state_, t, grid_.step);
      if (!report.ok()) {
        throw step_failure(n - 1, to_text(t, 17), report,
                           "in the second run, which is rounded otherwise");
      }
      second_state_ = otherwise(std::move(second_state_), n);
    }
    second_events_.add(n, second_state_);
    steps_ = n;
    compare_latest();
  }
  /// Those that both have.
  std::int64_t events() const { return std::min(events_.events(), second_events_.events()); }
  const Values& values() const { return events_.values(); }
  /// The bound of each value that both have: never less than that of an earlier one. An average differs by no more than the
  /// largest difference of the single values on the way to it, which is no sample of chance as its own difference is.
  std::vector<T> bounds() const {
    const std::vector<T> x = events_.values().values();
    const std::vector<T> other = second_events_.values().values();
    std::vector<T> bounds;
    T largest(largest_);
    for (std::size_t i = 0; i < std::min(x.size(), other.size()); ++i) {
      include(largest, x[i], other[i]);
      bounds.push_back(rounding_bound<T>(x[i], largest, steps_));
    }
    return bounds;
  }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(events_, second_state_, second_events_, steps_, largest_);
  }

 private:
  static vector<T> otherwise(vector<T> y, std::int64_t n) {
    round_otherwise(y, n);
    return y;
  }
  static void include(T& largest, const T& x, const T& other) {
    using std::abs;
    const T difference = abs(T(x - other));
    largest = largest < difference || !is_finite(difference) ? difference : largest;
  }
  void compare_latest() {
    auto& x = events_.latest();
    auto& other = second_events_.latest();
    const auto count = static_cast<std::ptrdiff_t>(std::min(x.size(), other.size()));
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      include(largest_, x[static_cast<std::size_t>(i)], other[static_cast<std::size_t>(i)]);
    }
    x.erase(x.begin(), x.begin() + count);
    other.erase(other.begin(), other.begin() + count);
  }

  time_grid<T> grid_;
  any_stepper<T> second_stepper_;
  vector<T> second_state_;
  phase_point<T> second_first_;
  step_events<T, Values> events_;
  step_events<T, Values> second_events_;
  std::int64_t steps_ = 0;
  T largest_{0};
  bool told_ = false;
};

}  // namespace plumbline
