// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity error: error_q and error_p, the norm of the difference from the truth over the nodes. error_p is empty where
// the system is of first order. The run is made again with other roundings: the error has the digits that these leave.
#include "study/planned_run.hpp"
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/converge.hpp>
#include <plumbline/study/truth.hpp>
#include <plumbline/study/truth_cache.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

namespace {

/// The end of the run: --until T, or the step times their number.
expression end_of(const measurement& m) {
  return m.until ? *m.until : expression(fmt::format("({})*{}", m.step->text(), m.steps));
}

/// What the truth depends on, of measurements of one system.
std::string key_of(const measurement& m) {
  std::string key = fmt::format("{}|{}", m.digits, end_of(m).text());
  if (!m.until) {
    key += "|" + m.step->text();
  }
  for (const auto& [name, value] : m.p.parameters) {
    key += fmt::format("|{}={}", name, value);
  }
  const start_texts& start = m.p.start;
  for (const auto* list : {&start.q, &start.by_default}) {
    for (const auto& value : *list) {
      key += "|" + value.text();
    }
  }
  for (const auto& value : start.given) {
    key += fmt::format("|{}{}", start.given_is_velocity ? "v" : "p", value ? value->text() : "");
  }
  return key + "|" + start.t.text();
}

template <class T>
std::shared_ptr<const truth<T>> shared_truth(const measurement& m, const run_control& control) {
  truth_cache::group& g = m.truths->of(m);
  const std::lock_guard lock(g.guard);
  if (!g.failure.empty()) {
    throw invalid_input(g.failure);
  }
  using known = std::shared_ptr<const truth<T>>;
  if (!std::holds_alternative<known>(g.found)) {
    try {
      const problem_in<T> in = make_problem<T>(*g.p);
      g.found = std::make_shared<const truth<T>>(*g.p, in, end_of(m), g.counts, m.digits, control);
    } catch (const std::exception& error) {
      g.failure = fmt::format("no truth to compare with: {}", error.what());
      throw invalid_input(g.failure);
    }
    control.end_if_stopped();
  }
  known found = std::get<known>(g.found);
  if (--g.users == 0) {
    g.found = std::monostate();
  }
  return found;
}

/// A scheme whose states are rounded otherwise.
template <class T>
struct rounded_scheme {
  std::shared_ptr<any_stepper<T>> own;
  detail::rounding_stepper<T> steps;

  solve_report step(vector<T>& y, const T& t, const T& h) { return steps.step(y, t, h); }
  phase_point<T> phase(const vector<T>& y, const T& t) const { return steps.phase(y, t); }
  void resume(const phase_point<T>& first, const vector<T>& y) { steps.resume(first, y); }
};

template <class T>
std::vector<named_value> error_in(const measurement& m, run_host& host) {
  if (m.steps < 1) {
    throw invalid_input("an error needs at least one step");
  }
  const problem_in<T> in = make_problem<T>(m.p);
  const expression end = end_of(m);
  const run_control control = control_of(m.p, host);
  const auto reference =
      m.truths == nullptr || has_exact_solution(m.p)
          ? std::make_shared<const truth<T>>(m.p, in, end, std::vector{m.steps}, m.digits, control)
          : shared_truth<T>(m, control);
  const auto make = [&] { return m.scheme.entry->make<T>(m.scheme.values, in.system); };
  const auto run = [&](auto&& make_stepper, const vector<T>& start) {
    auto rows = converge<T>(
        make_stepper, start, in.t0, evaluate<T>(end, m.p.names), {m.steps},
        [&](std::int64_t count) { return reference->nodes(count); }, m.norm, 1, control);
    control.end_if_stopped();
    return rows.front();
  };
  const vector<T> start = make().start(in.start, in.t0);
  const auto row = run(make, start);
  using error_type = decltype(row.error_q);
  error_type farthest_q(0);
  error_type farthest_p(0);
  const int others = m.is_printed ? 2 : 0;
  for (int rounding_run = 1; rounding_run <= others; ++rounding_run) {
    using std::abs;
    vector<T> state = start;
    round_otherwise(state, 0, rounding_run);
    try {
      const auto other = run(
          [&] {
            const auto own = std::make_shared<any_stepper<T>>(make());
            return rounded_scheme<T>{own, {*own, rounding_run, 1}};
          },
          state);
      const auto go_farther = [](error_type& farthest, const error_type& difference) {
        farthest = difference <= farthest ? farthest : difference;  // also where it is not a number
      };
      go_farther(farthest_q, abs(error_type(other.error_q - row.error_q)));
      go_farther(farthest_p, abs(error_type(other.error_p - row.error_p)));
    } catch (const step_failure&) {  // no digit is known
      farthest_q = row.error_q;
      farthest_p = row.error_p;
    }
  }
  host.tell({"reference", reference->description()});
  const auto text = [&](const error_type& error, const error_type& size,
                        const error_type& farthest) {
    int digits = reference->digits_of(error, m.norm == error_norm::relative ? error_type(1) : size);
    if (others > 0 && error_type(0) < error) {
      const error_type bound = rounding_bound<error_type>(error, farthest, m.steps);
      const int supported = std::max(supported_digits(error, bound), 1);
      digits = digits == truth<T>::all_digits ? supported : std::min(digits, supported);
    }
    return to_text(error, digits);
  };
  return {{"error_q", text(row.error_q, row.size_q, farthest_q), {}},
          {"error_p", in.start.p.size() > 0 ? text(row.error_p, row.size_p, farthest_p) : "", {}}};
}

std::vector<named_value> measure_error(const measurement& m, run_host& host) {
  return with_scalar(m.digits,
                     [&]<class T>(std::type_identity<T>) { return error_in<T>(m, host); });
}

}  // namespace

quantity error_quantity() {
  return {.name = "error",
          .meaning = "the distance from the truth, as in `converge`",
          .input = quantity::needs::trajectory,
          .measure = measure_error,
          .kind = quantity::kinds::error};
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

}  // namespace plumbline
