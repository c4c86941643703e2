// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A run whose crossings of a section are asked for: read from texts, then made in a scalar.
#pragma once

#include <plumbline/core/interruption.hpp>
#include <plumbline/study/crossings_by_series.hpp>
#include <plumbline/study/crossings_by_steps.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/run_host.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/section.hpp>
#include <plumbline/study/step_count.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace plumbline {

/// How long a run is, as texts of options.
struct run_length {
  const std::string& step;
  const std::string& steps;
  const std::string& until;
};

/// A run by one scheme, checked. The problem must outlive it.
struct section_run {
  const problem* p;
  scheme_choice scheme;
  section what;
  bool by_series = false;                ///< roots of Taylor polynomials; otherwise shorter steps
  std::optional<expression> step = {};   ///< by series: where it was given
  std::int64_t steps = 0;                ///< where there is a step
  std::optional<expression> until = {};  ///< otherwise
};

/// `option`: what messages call the section. Throws invalid_input where the texts do not fit.
section_run read_section_run(const problem& p, const section& what, const run_length& length,
                             const std::string& option);
/// Scheme, step, how long, section, direction and count.
metadata facts_of(const section_run& r, int digits);

/// What was seen besides the crossings.
struct section_outcome {
  bool started_on_section = false;
  bool ended_by_count = false;
  std::int64_t crossings = 0;
  double lost_bits = 0;                  ///< by series: of the time of a crossing, at most
  std::int64_t nodes_without_value = 0;  ///< by steps
};

/// So many further digits have to be worked with where a series in T has found this: a start that the digits do not tell from the
/// section, but the exact start does, and crossings that have lost more than a quarter of the digits. 0 where T is enough.
int further_digits_for(const section_run& r, const section_outcome& seen, int digits);

/// Counts the crossings that count, and hands them on until there are enough.
template <class Found>
class counted_crossings {
 public:
  counted_crossings(const section& what, section_outcome& seen, Found& found)
      : what_(what), seen_(seen), found_(found) {}
  /// True where the run goes on.
  template <class T>
  bool operator()(const crossing_state<T>& crossing) {
    if (!seen_.ended_by_count && counts(what_.direction, crossing.direction)) {
      ++seen_.crossings;
      seen_.ended_by_count = seen_.crossings == what_.count;
      found_(crossing);
    }
    return !seen_.ended_by_count;
  }

 private:
  const section& what_;
  section_outcome& seen_;
  Found& found_;
};

/// The order of a Taylor series and whether it is held.
template <class T>
typename crossings_by_series<T>::series_choice series_of(const section_run& r,
                                                         const any_stepper<T>& stepper) {
  return {stepper.info().order, static_cast<double>(-scalar_traits<T>::bits()),
          r.step.has_value() && !follows_motion(r.scheme)};
}

template <class T>
T positive_length(const section_run& r) {
  const T h = evaluate<T>(*r.step, r.p->names);
  if (h == T(0)) {
    throw invalid_input("--step is zero in this arithmetic");
  }
  return h;
}

/// The crossings of a run by steps in double, for guesses; nullptr where its numbers are none of double. `g` must outlive it.
std::unique_ptr<crossings_by_steps<double>> crossings_in_double(
    const section_run& r, const model<double>& system, const followed_function& g,
    const std::vector<double>& parameters);

/// Says that crossings beside so many nodes at which the formula of the section has no value are not found.
void warn_of_nodes_without_value(const section& what, std::int64_t nodes, run_host& host);

/// Makes the run and calls found(crossing_state) for each crossing that counts, and at_node(n, t, y) at the nodes where there is a step,
/// the start included. Throws what steps and crossings throw, and interrupted when the host asks for a stop.
template <class T, class AtNode, class Found>
section_outcome walk_section(const section_run& r, run_host& host, const problem_in<T>& in,
                             const followed_values<T>& g, const std::vector<T>& named,
                             any_stepper<T>& stepper, AtNode&& at_node, Found&& found) {
  section_outcome seen;
  counted_crossings<std::remove_reference_t<Found>> on_crossing(r.what, seen, found);
  if (r.by_series) {
    const interruptible ends([&host] { throw_if_stopped(host); });
    crossings_by_series<T> crossings(in.system, in.start, in.t0, g, named, series_of(r, stepper));
    crossings.stop_when([&host] { return host.stop_requested(); });
    const auto progress = host.begin(r.steps, "steps");
    if (r.step) {
      const time_grid<T> grid(T(0), positive_length<T>(r), r.steps);
      at_node(std::int64_t{0}, in.t0, crossings.state());
      for (std::int64_t n = 1; n <= r.steps; ++n) {
        if (!crossings.advance(grid[n], n == r.steps, on_crossing)) {
          break;
        }
        at_node(n, T(in.t0 + grid[n]), crossings.state());
        progress->advance(1);
      }
    } else {
      crossings.advance(evaluate<T>(*r.until, r.p->names), true, on_crossing);
    }
    if (!seen.ended_by_count) {
      throw_if_stopped(host);
    }
    seen.started_on_section = crossings.started_on_section();
    seen.lost_bits = crossings.lost_bits();
    return seen;
  }
  const T h = positive_length<T>(r);
  if (const std::string warning = instability_of(*r.p, r.scheme, to_double(h)); !warning.empty()) {
    host.warn(warning);
  }
  const time_grid<T> grid(in.t0, h, r.steps);
  crossings_by_steps<T> crossings(r.scheme.entry->make<T>(r.scheme.values, in.system), g);
  crossings.look_for(r.what.direction);
  if constexpr (!std::same_as<T, double>) {
    crossings.guess_with([&] {
      std::vector<double> parameters(named.size());
      std::ranges::transform(named, parameters.begin(), to_double<T>);
      return crossings_in_double(r, in.system.template cast<double>(), g.function(), parameters);
    });
  }
  const auto progress = host.begin(r.steps, "steps");
  run_control control = control_of(*r.p, host, *progress);
  control.stop_requested = [&] { return seen.ended_by_count || host.stop_requested(); };
  vector<T> state = stepper.start(in.start, in.t0);
  const interruptible ends([&host] { throw_if_stopped(host); });
  const auto outcome = integrate<T>(
      stepper, state, grid,
      [&](std::int64_t n, const T& t, const vector<T>& y) {
        crossings.add(n, t, h, y, on_crossing);
        if (!seen.ended_by_count) {
          at_node(n, t, y);
        }
      },
      control);
  if (outcome == run_outcome::stopped && !seen.ended_by_count) {
    throw_if_stopped(host);
  }
  if (!seen.ended_by_count) {
    crossings.end(h, on_crossing);
  }
  seen.started_on_section = crossings.started_on_section();
  seen.nodes_without_value = crossings.nodes_without_value();
  return seen;
}

}  // namespace plumbline
