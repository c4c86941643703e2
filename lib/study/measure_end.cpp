// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity end: the state after the last step, with the scheme's names.
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/integrate.hpp>

namespace plumbline {

namespace {

template <class T>
std::vector<named_value> end_in(const measurement& m, const run_host& host) {
  const problem_in<T> in = make_problem<T>(m.p);
  const T h = evaluate<T>(*m.step, m.p.names);
  if (h == T(0)) {
    throw invalid_input("--step is zero in this arithmetic");
  }
  auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
  vector<T> state = stepper.start(in.start, in.t0);
  const auto outcome = integrate<T>(
      stepper, state, time_grid<T>(in.t0, h, m.steps),
      [](std::int64_t, const T&, const vector<T>&) {}, control_of(m.p, host));
  if (outcome == run_outcome::stopped) {
    throw interrupted();
  }
  std::vector<named_value> values;
  const auto names = stepper.columns();
  for (std::size_t i = 0; i < names.size(); ++i) {
    values.push_back({names[i], to_text(state[static_cast<Eigen::Index>(i)]), {}});
  }
  return values;
}

std::vector<named_value> measure_end(const measurement& m, run_host& host) {
  return with_scalar(m.digits, [&]<class T>(std::type_identity<T>) { return end_in<T>(m, host); });
}

}  // namespace

quantity end_quantity() {
  return {.name = "end",
          .meaning = "the end state",
          .input = quantity::needs::trajectory,
          .measure = measure_end,
          .kind = quantity::kinds::end_state};
}

}  // namespace plumbline
