// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity furthest: the largest |q1| of the nodes.
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>

namespace plumbline {

namespace {

template <class T>
std::vector<named_value> furthest_in(const measurement& m, run_host& host) {
  using std::abs;
  const problem_in<T> in = make_problem<T>(m.p);
  auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
  const time_grid<T> grid(in.t0, evaluate<T>(*m.step, m.p.names), m.steps);
  vector<T> state = stepper.start(in.start, in.t0);
  T furthest(0);
  const auto progress = host.begin(m.steps, "steps");
  const auto outcome = integrate<T>(
      stepper, state, grid,
      [&](std::int64_t, const T& t, const vector<T>& y) {
        const T q = abs(stepper.phase(y, t).q[0]);
        furthest = furthest < q ? q : furthest;
      },
      control_of(m.p, host, *progress));
  if (outcome == run_outcome::stopped) {
    throw interrupted();
  }
  return {{"furthest", to_text(furthest), {}}};
}

std::vector<named_value> measure_furthest(const measurement& m, run_host& host) {
  return with_scalar(m.digits,
                     [&]<class T>(std::type_identity<T>) { return furthest_in<T>(m, host); });
}

}  // namespace

quantity furthest_quantity() {
  return {.name = "furthest",
          .meaning = "the largest |q1| along a trajectory",
          .input = quantity::needs::trajectory,
          .measure = measure_furthest};
}

}  // namespace plumbline
