// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steps for a system whose law changes from zone to zone (mechanics/second_order.hpp), over any one-step map: a step is
// made with the law of the zone that the motion is in, as if it held everywhere. Where the result lies outside the
// zone, the step is cut: a shorter step h′ of the same map lands on the boundary, outside(x(h′)) = 0, and the rest of the
// step goes on from there with the law of the next zone. So every step that is made sees one smooth law and keeps
// its order (NX section 7.4; mathematics of Table 10).
//
// The zone is looked at where steps end: a motion that leaves it and comes back within one step is not seen.
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/math/bracketed_root.hpp>
#include <plumbline/math/dual.hpp>

#include <functional>
#include <map>
#include <utility>

namespace plumbline {

namespace detail {

/// The derivatives of a root whose value is known: secants over a short distance, each of which gains as many digits.
template <class T, class Function>
solve_report differentiate_landing(Function&& g, T& root) {
  const T distance = root * sqrt(sqrt(epsilon<T>()));
  constexpr int rounds = 5;
  solve_report report;
  for (int n = 0; n < rounds && report.ok(); ++n) {
    T beside(0);
    T value(0);
    report = g(T(root - distance), beside);
    if (report.ok()) {
      report = g(root, value);
      root -= value * (distance / (value - beside));
    }
  }
  if (report.ok()) {
    T value(0);
    report = g(root, value);
  }
  return report;
}

}  // namespace detail

/// The split map over Stepper, which steps flat states that begin with x and v: step(y, t, h).
template <class T, class System, class Stepper>
class event_splitting_stepper {
 public:
  /// `make(z)` is the stepper for the law of zone z.
  event_splitting_stepper(System system, std::function<Stepper(int)> make)
      : system_(std::move(system)), make_(std::move(make)) {}

  /// y ← Φ_h(y) from the time t; h may be negative. y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    constexpr int most_events = 1000;
    if (!all_finite(y) || !is_finite(h)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    now_ = y;
    T time = t;
    T rest = h;
    int zone = zone_of(now_, h);
    int iterations = 0;
    for (int event = 0; event <= most_events; ++event) {
      Stepper& stepper = stepper_for(zone);
      const auto outside_after = [&](const T& length, T& outside) {
        trial_ = now_;
        const solve_report report = stepper.step(trial_, time, length);
        outside = report.ok() ? system_.outside(zone, position(trial_)) : T(0);
        return report;
      };
      bracket_end<T> high{rest, T(0)};
      solve_report report = outside_after(rest, high.value);
      iterations += report.iterations;
      if (report.ok() && T(0) < high.value) {
        T length(0);
        report = land(outside_after, zone, high, length);
        iterations += report.iterations;
        if (report.ok()) {
          zone = system_.next_zone(zone, position(trial_));
          time += length;
          rest -= length;
        }
      } else {
        rest = T(0);
      }
      if (!report.ok()) {
        return report;
      }
      now_ = trial_;
      if (rest == T(0)) {
        y = now_;
        return {solve_outcome::converged, iterations, report.residual};
      }
    }
    return {solve_outcome::stagnated, iterations, 0};
  }

 private:
  std::span<const T> position(const vector<T>& y) const {
    return {y.data(), static_cast<std::size_t>(system_.dimension())};
  }
  /// On a boundary the direction of the motion decides.
  int zone_of(const vector<T>& y, const T& h) const {
    vector<T> v = y.segment(system_.dimension(), system_.dimension());
    if (h < T(0)) {
      v = -v;
    }
    return system_.zone(position(y), view(std::as_const(v)));
  }
  Stepper& stepper_for(int zone) {
    const auto found = steppers_.find(zone);
    return found != steppers_.end() ? found->second
                                    : steppers_.emplace(zone, make_(zone)).first->second;
  }

  /// The length of the step that ends on the boundary; trial_ is its end. 0 where the zone is left at once.
  template <class Function>
  solve_report land(Function& outside_after, int zone, const bracket_end<T>& high, T& length) {
    constexpr int most_halvings = 60;
    constexpr int rounding = 1024;
    bracket_end<T> low{T(0), system_.outside(zone, position(now_))};
    solve_report report;
    // a motion that begins on the boundary has a root there, which is not the one that is wanted
    const T nothing = high.value * epsilon<T>() * rounding;
    for (int n = 0; n < most_halvings && !(low.value < -nothing) && report.ok(); ++n) {
      low.h = (n == 0 ? high.h : low.h) / 2;
      report = outside_after(low.h, low.value);
    }
    if (!report.ok()) {
      return report;
    }
    if (!(low.value < -nothing)) {
      trial_ = now_;
      return report;
    }
    report = bracketed_root<T>(outside_after, low, high, length);
    if constexpr (is_dual<T>::value) {
      if (report.ok()) {
        report = detail::differentiate_landing<T>(outside_after, length);
      }
    }
    return report;
  }

  System system_;
  std::function<Stepper(int)> make_;
  std::map<int, Stepper> steppers_;
  vector<T> now_;
  vector<T> trial_;
};

}  // namespace plumbline
