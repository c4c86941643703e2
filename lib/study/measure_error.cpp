// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity error: error_q and error_p, the norm of the difference from the truth over the nodes. error_p is empty where
// the system is of first order.
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
  const auto rows = converge<T>(
      make, make().start(in.start, in.t0), in.t0, evaluate<T>(end, m.p.names), {m.steps},
      [&](std::int64_t count) { return reference->nodes(count); }, m.norm, 1, control);
  control.end_if_stopped();
  host.tell({"reference", reference->description()});
  const auto text = [&](const T& error, const T& size) {
    return to_text(error,
                   reference->digits_of(error, m.norm == error_norm::relative ? T(1) : size));
  };
  return {{"error_q", text(rows[0].error_q, rows[0].size_q), {}},
          {"error_p", in.start.p.size() > 0 ? text(rows[0].error_p, rows[0].size_p) : "", {}}};
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
