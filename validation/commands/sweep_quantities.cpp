// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "commands/sweep_quantities.hpp"

#include "cli/control.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/converge.hpp>
#include <plumbline/study/texts.hpp>
#include <plumbline/study/truth.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::cli {

namespace {

/// The end of the run: --until T, or the step times their number.
expression end_of(const measurement& m) {
  return m.until ? *m.until : expression(fmt::format("({})*{}", m.step->text(), m.steps));
}

/// What the truth depends on.
std::string key_of(const measurement& m) {
  std::string key = fmt::format("{}|{}", m.digits, end_of(m).text());
  if (!m.until) {
    key += "|" + m.step->text();
  }
  for (const auto& [name, value] : m.p.parameters) {
    key += fmt::format("|{}={}", name, value);
  }
  for (const auto& start : m.options.start) {
    key += "|" + start;
  }
  return key;
}

run_control silent_control(const measurement& m) {
  run_control control;
  control.stop_requested = stop_requested;
  control.hint = m.p.system->info.singular;
  return control;
}

template <class T>
std::shared_ptr<const truth<T>> shared_truth(const measurement& m) {
  truth_cache::group& g = m.truths->of(m);
  const std::lock_guard lock(g.guard);
  if (!g.failure.empty()) {
    throw invalid_input(g.failure);
  }
  using known = std::shared_ptr<const truth<T>>;
  if (!std::holds_alternative<known>(g.found)) {
    try {
      const problem_in<T> in = make_problem<T>(*g.p);
      g.found = std::make_shared<const truth<T>>(*g.p, in, end_of(m), g.counts, m.digits,
                                                 silent_control(m));
    } catch (const std::exception& error) {
      g.failure = fmt::format("no truth to compare with: {}", error.what());
      throw invalid_input(g.failure);
    }
    throw_if_stopped();
  }
  known found = std::get<known>(g.found);
  if (--g.users == 0) {
    g.found = std::monostate();
  }
  return found;
}

template <class T>
std::vector<named_value> error_in(const measurement& m) {
  if (m.steps < 1) {
    throw invalid_input("an error needs at least one step");
  }
  const problem_in<T> in = make_problem<T>(m.p);
  const expression end = end_of(m);
  const run_control control = silent_control(m);
  const auto reference =
      has_exact_solution(m.p)
          ? std::make_shared<const truth<T>>(m.p, in, end, std::vector{m.steps}, m.digits, control)
          : shared_truth<T>(m);
  const auto make = [&] { return m.scheme.entry->make<T>(m.scheme.values, in.system); };
  const auto rows = converge<T>(
      make, make().start(in.start, in.t0), in.t0, evaluate<T>(end, m.p.names), {m.steps},
      [&](std::int64_t count) { return reference->nodes(count); }, m.norm, 1, control);
  throw_if_stopped();
  if (m.reference != nullptr) {
    *m.reference = reference->description();
  }
  const auto text = [&](const T& error, const T& size) {
    return to_text(error,
                   reference->digits_of(error, m.norm == error_norm::relative ? T(1) : size));
  };
  return {{"error_q", text(rows[0].error_q, rows[0].size_q), {}},
          {"error_p", in.start.p.size() > 0 ? text(rows[0].error_p, rows[0].size_p) : "", {}}};
}

template <class T>
std::vector<named_value> end_in(const measurement& m) {
  const problem_in<T> in = make_problem<T>(m.p);
  const T h = evaluate<T>(*m.step, m.p.names);
  if (h == T(0)) {
    throw invalid_input("--step is zero in this arithmetic");
  }
  auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
  vector<T> state = stepper.start(in.start, in.t0);
  const auto outcome = integrate<T>(
      stepper, state, time_grid<T>(in.t0, h, m.steps),
      [](std::int64_t, const T&, const vector<T>&) {}, silent_control(m));
  if (outcome == run_outcome::stopped) {
    throw_if_stopped();
  }
  std::vector<named_value> values;
  const auto names = stepper.columns();
  for (std::size_t i = 0; i < names.size(); ++i) {
    values.push_back({names[i], to_text(state[static_cast<Eigen::Index>(i)]), {}});
  }
  return values;
}

}  // namespace

const std::vector<quantity>& sweep_quantities() {
  static const std::vector<quantity> list = [] {
    std::vector<quantity> all = quantities();
    all.push_back({.name = "error",
                   .meaning = "the distance from the truth, as in `converge`",
                   .input = quantity::needs::trajectory,
                   .measure = measure_error});
    all.push_back({.name = "end",
                   .meaning = "the end state",
                   .input = quantity::needs::trajectory,
                   .measure = measure_end});
    return all;
  }();
  return list;
}

void truth_cache::announce(const measurement& m) {
  if (m.steps < 1) {
    return;
  }
  auto& place = groups_[key_of(m)];
  if (!place) {
    place = std::make_unique<group>();
    place->p = std::make_unique<const problem>(m.p);
  }
  ++place->users;
  if (std::find(place->counts.begin(), place->counts.end(), m.steps) == place->counts.end()) {
    place->counts.push_back(m.steps);
  }
}

truth_cache::group& truth_cache::of(const measurement& m) { return *groups_.at(key_of(m)); }

std::vector<named_value> measure_error(const measurement& m) {
  return with_scalar(m.digits, [&m]<class T>(std::type_identity<T>) { return error_in<T>(m); });
}

std::vector<named_value> measure_end(const measurement& m) {
  return with_scalar(m.digits, [&m]<class T>(std::type_identity<T>) { return end_in<T>(m); });
}

}  // namespace plumbline::cli
