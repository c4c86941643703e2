// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantities period and amplitude, zero and extremum, period-oscillation: zeros and extrema of one coordinate, one by one or
// averaged. The run
// goes on until there are enough of them. They lie where a shorter step of the scheme ends on them, or by --rule cubic and parabola where
// PD section 7 puts them.
#include "study/located_events.hpp"
#include "study/observed_coordinate.hpp"
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/integrate_kept.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

namespace {

constexpr long long most_events = 1'000'000'000'000;
constexpr long long most_single_values = 10'000'000;
/// So many steps without an event end a run that has no end of its own.
constexpr std::int64_t most_idle_steps = 200'000;
constexpr int patient_periods = 20;

/// Throws invalid_input where --coordinate is no name of a coordinate, and no formula.
void require_coordinate(const measurement& m) {
  const problem_in<double> in = make_problem<double>(m.p);
  (void)detail::observed_coordinate<double>(m.p, in.system, m.events.coordinate);
}

/// Throws invalid_input for the extrema of a formula that have no rule.
void require_extrema(const measurement& m) {
  if (!detail::index_of_coordinate(m.p, m.events.coordinate) && !m.rule->is_definition) {
    throw invalid_input(
        "extrema of a formula have no velocity to end on: give a coordinate, or --rule parabola");
  }
}

/// What messages call it.
std::string name_of_coordinate(const measurement& m) {
  const auto index = detail::index_of_coordinate(m.p, m.events.coordinate);
  return index ? fmt::format("q{}", *index + 1) : m.events.coordinate;
}

/// The whole numbers of --average: two, or up to `most`. Throws invalid_input for another count.
std::vector<std::int64_t> average_numbers(const std::string& text, std::size_t most,
                                          const char* form) {
  std::vector<std::int64_t> numbers;
  const auto words = split_list("--average", text);
  if (words.size() < 2 || most < words.size()) {
    throw invalid_input(fmt::format("--average takes {}, got '{}'", form, text));
  }
  numbers.reserve(words.size());
  for (const auto& word : words) {
    numbers.push_back(parse_count("--average", word, 0, most_events));
  }
  return numbers;
}

/// --count and --average. Throws invalid_input where they or --coordinate make no sense.
wanted_events events_of(const measurement& m, std::size_t most_numbers, const char* form) {
  require_coordinate(m);
  const event_options& o = m.events;
  if (o.average.empty()) {
    return {o.count.empty() ? 1 : parse_count("--count", o.count, 1, most_single_values), {}};
  }
  if (!o.count.empty()) {
    throw invalid_input("give either --average or --count, not both");
  }
  return {0, average_numbers(o.average, most_numbers, form)};
}

/// All extrema that the run has.
wanted_events all_extrema_of(const measurement& m) {
  require_coordinate(m);
  if (!m.events.count.empty()) {
    throw invalid_input("give either --average or --count, not both");
  }
  if (!m.has_end) {
    throw invalid_input("--average all is over what the run has: give either --steps or --until");
  }
  wanted_events wanted;
  wanted.all = true;
  return wanted;
}

/// The argument `quotients`. Throws invalid_input where it or `to` makes no sense.
wanted_events quotients_of(const measurement& m) {
  require_coordinate(m);
  const std::string& of = argument_of(m, "quotients");
  if (of != "all" && of != "half") {
    throw invalid_input(fmt::format(
        "the quotients of period are those of all zeros or half of them, got '{}'", of));
  }
  if (!m.events.count.empty() || !m.events.average.empty()) {
    throw invalid_input("give either quotients or --average or --count");
  }
  wanted_events wanted;
  wanted.second_half = of == "half";
  wanted.to = required("'to', the time up to which zeros count,", argument_of(m, "to"));
  return wanted;
}

wanted_events oscillation_of(const measurement& m) {
  require_coordinate(m);
  const auto or_default = [](const std::string& text, const char* usual) {
    return text.empty() ? std::string(usual) : text;
  };
  wanted_events wanted;
  wanted.periods = parse_count("--count", or_default(m.events.count, "200"), 1, most_single_values);
  wanted.local_extrema =
      parse_count("extrema", or_default(argument_of(m, "extrema"), "40"), 1, most_single_values);
  return wanted;
}

/// Of the arguments `number`, which may be a list, and `since`. Throws invalid_input where they make no sense.
std::vector<event_number> event_numbers(const measurement& m) {
  require_coordinate(m);
  std::vector<event_number> numbers;
  const std::string& since = argument_of(m, "since");
  for (const auto& word : split_list(
           "number", required("the number of " + m.wanted->name, argument_of(m, "number")))) {
    numbers.push_back(numbered_event(*m.wanted, word, since));
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
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

/// Feeds `events` with the states of the run until they are enough. Throws invalid_input when the run ends before, or goes on
/// for long without one.
template <class T, class Events>
void watch(const measurement& m, run_host& host, const problem_in<T>& in, const time_grid<T>& grid,
           any_stepper<T>& stepper, Events& events) {
  const auto needed = events.values().needed();
  const bool takes_all = needed == all_events;
  const std::string event = events.values().event;
  std::int64_t seen = 0;
  std::int64_t latest = 0;  // its step
  std::int64_t limit = most_idle_steps;
  const auto give_up = [&](const std::string& where) {
    throw invalid_input(fmt::format("{} of {} has {} of the {} {} that are needed {}",
                                    name_of_coordinate(m), m.p.system->name(), seen, needed, event,
                                    where));
  };
  std::int64_t shown = 0;  // the progress counts events
  const auto progress = host.begin(std::max<std::int64_t>(needed, 0), event);
  run_control control = control_of(m.p, host);
  control.stop_requested = [&] { return (!takes_all && seen >= needed) || host.stop_requested(); };
  vector<T> state = stepper.start(in.start, in.t0);
  const auto outcome = integrate_kept<T>(
      host.keeper(), stepper, in.start, state, grid,
      [&](std::int64_t n, const T& t, const vector<T>& y) {
        events.add(n, t, y);
        const std::int64_t now = events.events();
        if (now > seen) {
          progress->advance(now - shown);
          shown = now;
          seen = now;
          latest = n;
        } else if (!m.has_end && n - latest == limit) {
          limit = most_idle_steps_for(m);
          if (n - latest >= limit) {
            give_up(fmt::format("and no other in {} steps; --steps or --until would let it go on",
                                limit));
          }
        }
      },
      control, seen, latest, limit, events);
  if (!takes_all && seen >= needed) {
    return;
  }
  if (outcome == run_outcome::stopped) {
    throw interrupted();
  }
  if (takes_all && !events.values().values().empty()) {
    return;
  }
  if (takes_all) {
    throw invalid_input(fmt::format("{} of {} has no {} to average in {} steps",
                                    name_of_coordinate(m), m.p.system->name(), event, m.steps));
  }
  give_up(fmt::format("in {} steps", m.steps));
}

/// Watches; what a run has found that is interrupted, or that other events end, goes on with its failure.
template <class T, class Events, class Named>
values_of_events watch_and_name(const measurement& m, run_host& host, const problem_in<T>& in,
                                const time_grid<T>& grid, any_stepper<T>& stepper, Events events,
                                Named&& named) {
  std::exception_ptr failure;
  try {
    watch(m, host, in, grid, stepper, events);
  } catch (const interrupted&) {
    failure = std::current_exception();
  } catch (...) {
    failure = std::current_exception();
    if (m.wanted->single == nullptr) {
      return {{}, failure};
    }
  }
  return {named(events), failure};
}

/// All of them. Throws what ended the run before; an interruption with what was known by then.
std::vector<named_value> complete(values_of_events values) {
  if (!values.failure) {
    return std::move(values.known);
  }
  try {
    std::rethrow_exception(values.failure);
  } catch (const interrupted& signal) {
    throw interrupted_measurement(signal, std::move(values.known));
  }
}

/// With its number where there are several.
std::string numbered(const measurement& m, const wanted_events& wanted, const char* name,
                     std::size_t i) {
  if (wanted.numbers.size() > 1) {
    return fmt::format("{}{}", name, wanted.numbers[i].number);
  }
  return wanted.singles == 0 || m.events.count.empty() ? name : fmt::format("{}{}", name, i + 1);
}

/// With all digits: the numbers follow a definition.
template <class T>
std::vector<named_value> named_by_definition(const measurement& m, const wanted_events& wanted,
                                             const char* name, const std::vector<T>& list) {
  std::vector<named_value> values;
  for (std::size_t i = 0; i < list.size(); ++i) {
    values.push_back({numbered(m, wanted, name, i), to_text(list[i]), {}});
  }
  return values;
}

/// The digits that the bounds support; none is `nan`. The metadata say how far the printed numbers are off at most.
template <class T>
std::vector<named_value> named_within(const measurement& m, run_host& host,
                                      const wanted_events& wanted, const char* name,
                                      const std::vector<T>& list, const std::vector<T>& bounds) {
  using std::abs;
  std::vector<named_value> values;
  T largest(0);
  std::string lost;
  for (std::size_t i = 0; i < std::min(list.size(), bounds.size()); ++i) {
    // the zero that a run starts on is at 0
    const int digits = list[i] == T(0) ? 1 : supported_digits(list[i], bounds[i]);
    values.push_back(
        {numbered(m, wanted, name, i), digits > 0 ? to_text(list[i], digits) : "nan", {}});
    if (digits > 0) {
      const T off = bounds[i] + abs(T(from_text<T>(values.back().re) - list[i]));
      largest = largest < off ? off : largest;
    } else if (lost.empty()) {
      lost = values.back().name;
    }
  }
  if (!lost.empty()) {
    host.warn(fmt::format("rounding errors leave no digit of {}; more --digits may", lost));
  }
  if (!values.empty()) {
    const std::string off = to_text(T(largest * 21 / 20), 2);
    const bool one = values.size() == 1;
    host.tell({name, !lost.empty() ? fmt::format("no digit of {} is supported", lost)
                     : one         ? fmt::format("{} (± {})", values.front().re, off)
                                   : fmt::format("{} values (± {} at most)", values.size(), off)});
    host.tell(
        {"error_of",
         "the measurement, by root finding and rounding; the error of the scheme is not in it"});
  }
  return values;
}

template <class T, template <class> class Values>
Values<T> values_for(const measurement& m, const wanted_events& wanted, const T& h) {
  if constexpr (std::is_same_v<Values<T>, quotient_values<T>>) {
    return {wanted, h, evaluate<T>(expression(wanted.to), m.p.names)};
  } else {
    return {wanted, h};
  }
}

/// The events by --rule, with the levels that count.
template <class T, template <class> class Values, class Finder>
values_of_events measure_events(const measurement& m, run_host& host, const wanted_events& wanted,
                                const problem_in<T>& in, Finder finder,
                                const level_passages<T>& levels) {
  const T h = evaluate<T>(*m.step, m.p.names);
  const time_grid<T> grid(in.t0, h, m.has_end ? m.steps : most_steps);
  const detail::observed_coordinate<T> coordinate(m.p, in.system, m.events.coordinate);
  const Values<T> values = values_for<T, Values>(m, wanted, h);
  const auto make = [&] { return m.scheme.entry->make<T>(m.scheme.values, in.system); };
  any_stepper<T> stepper = make();
  if (m.rule->is_definition) {
    using events = sampled_events<T, Values<T>, Finder>;
    return watch_and_name(m, host, in, grid, stepper, events(stepper, coordinate, values, finder),
                          [&](const events& e) {
                            return named_by_definition(m, wanted, Values<T>::name,
                                                       e.values().values());
                          });
  }
  using events = events_twice<T, Values<T>>;
  const vector<T> first = stepper.start(in.start, in.t0);
  return watch_and_name(
      m, host, in, grid, stepper, events(make, in.system, grid, first, coordinate, values, levels),
      [&](const events& e) {
        return named_within(m, host, wanted, Values<T>::name, e.values().values(), e.bounds());
      });
}

/// Of the coordinate: its zeros, or an angle's passages through multiples of π.
template <class T, template <class> class Values>
values_of_events measure_zeros(const measurement& m, run_host& host, const wanted_events& wanted) {
  const problem_in<T> in = make_problem<T>(m.p);
  const auto index = detail::index_of_coordinate(m.p, m.events.coordinate);
  return index && is_angle(in, *index)
             ? measure_events<T, Values>(m, host, wanted, in, zero_crossings<T>(pi<T>()),
                                         level_passages<T>(pi<T>()))
             : measure_events<T, Values>(m, host, wanted, in, zero_crossings<T>(),
                                         level_passages<T>());
}

template <class T, template <class> class Values>
values_of_events measure_extrema(const measurement& m, run_host& host,
                                 const wanted_events& wanted) {
  return measure_events<T, Values>(m, host, wanted, make_problem<T>(m.p), extrema<T>(),
                                   level_passages<T>());
}

/// The steps of a run to the time `to`, and three more nodes than it must have, which the cubic needs.
std::int64_t steps_behind(const measurement& m, const std::string& to) {
  const precision_scope scope(m.digits + guard_digits);
  const mp steps = evaluate<mp>(expression(to), m.p.names) / evaluate<mp>(*m.step, m.p.names);
  if (!(mp(0) < steps) || !(steps < mp(most_steps - 4))) {
    throw invalid_input(fmt::format("'to' must be a time after the start, got '{}'", to));
  }
  return static_cast<std::int64_t>(to_double(mp(floor(steps)))) + 4;
}

/// The mean of 2 z_n/n.
std::vector<named_value> mean_of_quotients(measurement m, run_host& host) {
  const wanted_events wanted = quotients_of(m);
  if (!m.has_end) {
    m.steps = steps_behind(m, wanted.to);
    m.has_end = true;
  }
  return complete(with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return measure_zeros<T, quotient_values>(m, host, wanted);
  }));
}

std::vector<named_value> measure_oscillation(const measurement& m, run_host& host) {
  const wanted_events wanted = oscillation_of(m);
  return complete(with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return measure_zeros<T, oscillation_values>(m, host, wanted);
  }));
}

wanted_events periods_of(const measurement& m) {
  if (!argument_of(m, "to").empty()) {
    throw invalid_input("'to' is the end of quotients = 'all' or 'half'");
  }
  return events_of(m, 3, "N,M for T_avg(N, M) or N,K,L for T_avg(N, K, L)");
}

void check_period(const measurement& m) {
  if (argument_of(m, "quotients").empty()) {
    (void)periods_of(m);
  } else if (const wanted_events wanted = quotients_of(m); !m.has_end) {
    (void)steps_behind(m, wanted.to);
  }
}

std::vector<named_value> measure_period(const measurement& m, run_host& host) {
  if (!argument_of(m, "quotients").empty()) {
    return mean_of_quotients(m, host);
  }
  const wanted_events wanted = periods_of(m);
  return complete(with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return measure_zeros<T, period_values>(m, host, wanted);
  }));
}

wanted_events amplitudes_of(const measurement& m) {
  require_extrema(m);
  return m.events.average == "all" ? all_extrema_of(m) : events_of(m, 2, "FIRST,COUNT or all");
}

std::vector<named_value> measure_amplitude(const measurement& m, run_host& host) {
  const wanted_events wanted = amplitudes_of(m);
  return complete(with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return measure_extrema<T, amplitude_values>(m, host, wanted);
  }));
}

values_of_events zeros_numbered(const measurement& m, run_host& host,
                                const std::vector<event_number>& numbers) {
  return with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return measure_zeros<T, zero_values>(m, host, {0, {}, numbers});
  });
}

values_of_events extrema_numbered(const measurement& m, run_host& host,
                                  const std::vector<event_number>& numbers) {
  return with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return measure_extrema<T, extremum_values>(m, host, {0, {}, numbers});
  });
}

std::vector<named_value> measure_single(const measurement& m, run_host& host) {
  return complete(m.wanted->single(m, host, event_numbers(m)));
}

void check_single(const measurement& m) { (void)event_numbers(m); }
void check_extremum(const measurement& m) {
  require_extrema(m);
  check_single(m);
}

/// Of quantities with --count: name1, name2, …
std::vector<quantity_line> lines_of_events(const measurement& m) {
  if (m.events.count.empty()) {
    return {{m.wanted->name}};
  }
  std::vector<quantity_line> lines;
  const auto count = parse_count("--count", m.events.count, 1, most_single_values);
  for (std::int64_t i = 1; i <= count; ++i) {
    lines.push_back({m.wanted->name + std::to_string(i)});
  }
  return lines;
}

const char* const by_steps = "step: a shorter step of the scheme from the node before ends ";
const event_rule cubic = {"cubic",
                          "cubic: PD's definition, the zero of the cubic through four nodes, whose "
                          "interpolation error is part of the number",
                          true};
const event_rule vertex = {"parabola",
                           "parabola: PD's definition, the vertex of the parabola of least squares "
                           "through five nodes, whose error of fit is part of the number",
                           true};

std::vector<event_rule> rules_of_zeros() {
  return {{"step", std::string(by_steps) + "on the zero"}, cubic};
}
std::vector<event_rule> rules_of_extrema() {
  return {{"step", std::string(by_steps) + "where the velocity is zero"}, vertex};
}

}  // namespace

quantity period_quantity() {
  return {.name = "period",
          .meaning = "the time between zeros, of one coordinate or of an angle's half turns",
          .input = quantity::needs::events,
          .measure = measure_period,
          .keeps = true,
          .rules = rules_of_zeros(),
          .takes = {"average", "count", "coordinate", "rule"},
          .arguments = {{"quotients",
                         "instead of an average: the mean of 2 z_n/n over all zeros behind the "
                         "first, or over half of them, the later ones: all or half",
                         false},
                        {"to", "the time up to which zeros count for it"}},
          .check = check_period,
          .lines = lines_of_events};
}

quantity amplitude_quantity() {
  return {.name = "amplitude",
          .meaning = "the extrema of one coordinate",
          .input = quantity::needs::events,
          .measure = measure_amplitude,
          .keeps = true,
          .rules = rules_of_extrema(),
          .takes = {"average", "count", "coordinate", "rule"},
          .check = [](const measurement& m) { (void)amplitudes_of(m); },
          .lines = lines_of_events};
}

quantity period_oscillation_quantity() {
  return {.name = "period-oscillation",
          .meaning =
              "how far single periods wander from their mean, relative to it: the mean over "
              "the local extrema of their sequence, or the largest where it has none",
          .input = quantity::needs::events,
          .measure = measure_oscillation,
          .keeps = true,
          .rules = rules_of_zeros(),
          .takes = {"count", "coordinate", "rule"},
          .arguments = {{"extrema", "how many local extrema (default 40)"}},
          .check = [](const measurement& m) { (void)oscillation_of(m); }};
}

quantity zero_quantity() {
  return {.name = "zero",
          .meaning = "the time of one zero of a coordinate, or of one half turn of an angle",
          .input = quantity::needs::events,
          .measure = measure_single,
          .keeps = true,
          .rules = rules_of_zeros(),
          .takes = {"coordinate", "rule"},
          .arguments = {{"number", "which zero, from 0 on"},
                        {"since", "instead of the time, that since the zero of this number"}},
          .example = "pendulum --scheme simpson --step period/20 --with number=4",
          .check = check_single,
          .single = zeros_numbered};
}

quantity extremum_quantity() {
  return {.name = "extremum",
          .meaning = "one extremum of a coordinate, with its sign",
          .input = quantity::needs::events,
          .measure = measure_single,
          .keeps = true,
          .rules = rules_of_extrema(),
          .takes = {"coordinate", "rule"},
          .arguments = {{"number", "which extremum, from 1 on"},
                        {"since", "instead of the value, the change since the one of this number"}},
          .example = "pendulum --scheme simpson --step period/20 --with number=4",
          .check = check_extremum,
          .first_event = 1,
          .single = extrema_numbered};
}

}  // namespace plumbline
