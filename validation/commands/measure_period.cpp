// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `measure period` and `measure amplitude`: crossings and extrema of one coordinate (PD section 7), one by one or averaged.
// The run goes on until there are enough of them.
#include "commands/quantity.hpp"
#include "shared/control.hpp"
#include "shared/digits.hpp"
#include "shared/nearest.hpp"
#include "shared/partial_values.hpp"
#include "shared/step_count.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/averages.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::cli {

namespace {

constexpr long long most_events = 1'000'000'000'000;
constexpr long long most_single_values = 10'000'000;
/// So many steps without an event end a run that has no end of its own.
constexpr std::int64_t most_idle_steps = 200'000;
constexpr int patient_periods = 20;

/// --coordinate: q1 … or x1 …, a name that the system gives it, or its number.
Eigen::Index coordinate_index(const measurement& m) {
  const std::string& wanted = m.events.coordinate;
  if (wanted.empty()) {
    return 0;
  }
  const auto& aliases = m.p.system->info.aliases;
  std::vector<std::string> known;
  for (int i = 1; i <= m.p.dimension; ++i) {
    const auto number = std::to_string(i);
    const auto place = static_cast<std::size_t>(i - 1);
    const std::string alias(place < aliases.size() ? aliases[place] : "");
    if (wanted == "q" + number || wanted == "x" + number || wanted == number ||
        (wanted == alias && !alias.empty())) {
      return i - 1;
    }
    known.push_back("q" + number);
    if (!alias.empty()) {
      known.push_back(alias);
    }
  }
  throw invalid_input(unknown_name("coordinate of " + m.p.system->name(), wanted, known));
}

/// The whole numbers of --average. Throws invalid_input unless their count is allowed.
std::vector<std::int64_t> average_numbers(const std::string& text, std::size_t least,
                                          std::size_t most, const char* form) {
  std::vector<std::int64_t> numbers;
  const auto words = split_list("--average", text);
  if (words.size() < least || most < words.size()) {
    throw invalid_input(fmt::format("--average takes {}, got '{}'", form, text));
  }
  numbers.reserve(words.size());
  for (const auto& word : words) {
    numbers.push_back(parse_count("--average", word, 0, most_events));
  }
  return numbers;
}

/// How many single values; none when an average is wanted.
std::int64_t single_values(const event_options& o) {
  if (!o.average.empty()) {
    if (!o.count.empty()) {
      throw invalid_input("give either --average or --count, not both");
    }
    return 0;
  }
  return o.count.empty() ? 1 : parse_count("--count", o.count, 1, most_single_values);
}

/// The same for equations of first order without an energy: turning the coordinate once leaves the rates as they are, and
/// turning it by another amount does not.
template <class T>
bool is_angle_of_field(const problem_in<T>& in, Eigen::Index coordinate) {
  using std::sqrt;
  evaluation<T> at(in.system);
  at.set_time(in.t0);
  const auto rates = [&](const T& q) {
    vector<T> y = in.start.q;
    y[coordinate] = q;
    vector<T> dy(y.size());
    at.field(view(std::as_const(y)), view(dy));
    return dy;
  };
  const auto differ = [](const vector<T>& a, const vector<T>& b) {
    return !(max_magnitude(vector<T>(a - b)) <=
             (max_magnitude(a) + max_magnitude(b)) * sqrt(epsilon<T>()));
  };
  bool varies = false;
  for (const int place : {1, 5}) {
    const T q = rational<T>(place, 3);
    const vector<T> before = rates(q);
    varies = varies || differ(before, rates(T(q + 1)));
    if (differ(before, rates(T(q + pi<T>() * 2)))) {
      return false;
    }
  }
  return varies;
}

/// True for an angle: turning the coordinate once leaves the energy as it is. A motion is told from the system, because a
/// linear pendulum has an angle too that means nothing beyond ±π.
template <class T>
bool is_angle(const problem_in<T>& in, Eigen::Index coordinate) {
  using std::abs;
  using std::sqrt;
  if (!in.system.formulas()->has_energy()) {
    return is_angle_of_field(in, coordinate);
  }
  // two places, because a potential may happen to be equal at one pair
  for (const int place : {1, 5}) {
    phase_point<T> z = in.start;
    z.q[coordinate] = rational<T>(place, 3);
    const T before = energy(in.system, z);
    z.q[coordinate] += pi<T>() * 2;
    const T after = energy(in.system, z);
    const T size = abs(before) + abs(after);
    if (!(abs(T(after - before)) < size * sqrt(epsilon<T>()))) {
      return false;
    }
  }
  return true;
}

/// Twenty exact periods, where the motion has them: tiny steps need more steps.
std::int64_t most_idle_steps_for(const measurement& m) {
  if (m.p.names.find_number("period") == nullptr) {
    return most_idle_steps;
  }
  try {
    variables both = m.p.names;
    both.set("the_step", *m.step);
    const double periods = to_double(evaluate<mp64>(expression("period/the_step"), both));
    constexpr std::int64_t most_periods = most_steps / patient_periods;
    return periods < static_cast<double>(most_periods)
               ? std::max(most_idle_steps, static_cast<std::int64_t>(periods) * patient_periods)
               : most_steps;
  } catch (const invalid_input&) {
    return most_idle_steps;  // this motion has none
  }
}

/// Watches; what an interrupted run has found by then goes on with the interruption.
template <class Watch, class Values>
void watch_or_keep(Watch&& watching, Values&& values) {
  try {
    watching();
  } catch (const interrupted& signal) {
    throw interrupted_measurement(signal, values());
  }
}

/// Feeds the coordinate to `collect`, which returns how many events there are now and changes the parts, until there are
/// `needed`. Throws invalid_input when the run ends before, or goes on for long without one.
template <class T, class Collect, class... Parts>
void watch(const measurement& m, const problem_in<T>& in, const T& h, std::int64_t needed,
           const char* event, Collect&& collect, Parts&... parts) {
  const auto coordinate = coordinate_index(m);
  auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
  std::int64_t events = 0;
  std::int64_t latest = 0;  // its step
  std::int64_t limit = most_idle_steps;
  const auto give_up = [&](const std::string& where) {
    throw invalid_input(fmt::format("q{} of {} has {} of the {} {} that are needed {}",
                                    coordinate + 1, m.p.system->name(), events, needed, event,
                                    where));
  };
  const stops_politely polite;
  const warns_of_lost_digits warns(m.options.quiet);
  progress_bar bar(m.options, needed);
  work_watch watching(m.options, needed, event);
  run_control control = control_of(m.p, bar);
  control.stop_requested = [&] { return events >= needed || stop_requested(); };
  control.progress = {};  // the bar counts events
  vector<T> state = stepper.start(in.start, in.t0);
  const auto outcome = integrate_kept<T>(
      *m.keeper, stepper, in.start, state, time_grid<T>(in.t0, h, m.has_end ? m.steps : most_steps),
      [&](std::int64_t n, const T&, const vector<T>& y) {
        const std::int64_t now = collect(stepper.phase(y).q[coordinate]);
        if (now > events) {
          bar.advance(now - events);
          watching.set(now, needed);
          events = now;
          latest = n;
        } else if (!m.has_end && n - latest == limit) {
          limit = most_idle_steps_for(m);
          if (n - latest >= limit) {
            give_up(fmt::format("and no other in {} steps; --steps or --until would let it go on",
                                limit));
          }
        }
      },
      control, events, latest, limit, parts...);
  if (events >= needed) {
    return;
  }
  if (outcome == run_outcome::stopped) {
    throw_if_stopped();
  }
  give_up(fmt::format("in {} steps", m.steps));
}

std::string numbered(const measurement& m, const char* name, std::size_t i) {
  return m.events.count.empty() ? name : fmt::format("{}{}", name, i + 1);
}

template <class T>
std::vector<named_value> named(const measurement& m, const char* name, const std::vector<T>& list) {
  std::vector<named_value> values;
  for (std::size_t i = 0; i < list.size(); ++i) {
    values.push_back({numbered(m, name, i), to_text(list[i]), {}});
  }
  return values;
}

template <class T>
std::vector<named_value> period_in(const measurement& m, std::int64_t singles,
                                   const std::vector<std::int64_t>& numbers) {
  const problem_in<T> in = make_problem<T>(m.p);
  const T h = evaluate<T>(*m.step, m.p.names);
  auto crossings =
      is_angle(in, coordinate_index(m)) ? zero_crossings<T>(pi<T>()) : zero_crossings<T>();
  if (singles > 0) {
    period_sequence<T> sequence(h);
    std::vector<T> periods;
    std::int64_t zeros = 0;
    watch_or_keep(
        [&] {
          watch(
              m, in, h, 2 * singles + 1, "zeros",
              [&](const T& q) {
                crossings.add(q, [&](const crossing<T>& z) {
                  ++zeros;
                  sequence.add(z, [&](const T& period) { periods.push_back(period); });
                });
                return zeros;
              },
              crossings, sequence, periods, zeros);
        },
        [&] { return named(m, "period", periods); });
    periods.resize(static_cast<std::size_t>(singles));  // a fast angle has several zeros in a step
    return named(m, "period", periods);
  }
  auto average = numbers.size() == 2 ? period_average<T>(numbers[0], numbers[1])
                                     : period_average<T>(numbers[0], numbers[1], numbers[2]);
  watch(
      m, in, h, average.crossings_needed(), "zeros",
      [&](const T& q) {
        crossings.add(q, [&](const crossing<T>& z) { average.add(z); });
        return average.crossings();
      },
      crossings, average);
  return named(m, "period", std::vector<T>{average.value(h)});
}

template <class T>
std::vector<named_value> amplitude_in(const measurement& m, std::int64_t singles,
                                      const std::vector<std::int64_t>& numbers) {
  using std::abs;
  const problem_in<T> in = make_problem<T>(m.p);
  const T h = evaluate<T>(*m.step, m.p.names);
  extrema<T> tops;
  if (singles > 0) {
    std::vector<T> amplitudes;
    watch_or_keep(
        [&] {
          watch(
              m, in, h, singles, "extrema",
              [&](const T& q) {
                tops.add(q, [&](const extremum<T>& e) { amplitudes.push_back(T(abs(e.value))); });
                return static_cast<std::int64_t>(amplitudes.size());
              },
              tops, amplitudes);
        },
        [&] { return named(m, "amplitude", amplitudes); });
    return named(m, "amplitude", amplitudes);
  }
  amplitude_average<T> average(numbers[0], numbers[1]);
  watch(
      m, in, h, average.extrema_needed(), "extrema",
      [&](const T& q) {
        tops.add(q, [&](const extremum<T>& e) { average.add(e); });
        return average.extrema();
      },
      tops, average);
  return named(m, "amplitude", std::vector<T>{average.value()});
}

}  // namespace

std::vector<named_value> measure_period(const measurement& m) {
  const auto singles = single_values(m.events);
  (void)coordinate_index(m);
  std::vector<std::int64_t> numbers;
  if (singles == 0) {
    numbers =
        average_numbers(m.events.average, 2, 3, "N,M for T_avg(N, M) or N,K,L for T_avg(N, K, L)");
  }
  return with_scalar(
      m.digits, [&]<class T>(std::type_identity<T>) { return period_in<T>(m, singles, numbers); });
}

std::vector<named_value> measure_amplitude(const measurement& m) {
  const auto singles = single_values(m.events);
  (void)coordinate_index(m);
  std::vector<std::int64_t> numbers;
  if (singles == 0) {
    numbers = average_numbers(m.events.average, 2, 2, "FIRST,COUNT");
  }
  return with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return amplitude_in<T>(m, singles, numbers);
  });
}

}  // namespace plumbline::cli
