// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The derivative of the first step of a run on phase space, whatever the states of its scheme are: with respect to (q, p), and to
// y of a system of first order. B is double, or run-time precision: on their tangent numbers there are steps.
#pragma once

#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/quantity.hpp>

#include <utility>

namespace plumbline::detail {

template <class B>
struct step_derivative {
  problem_in<B> in;
  vector<B> end;  ///< of the step: (q, p), or y
  matrix<B> value;
};

/// At the start of the measurement. Throws step_failure where the step cannot be made.
template <class B>
step_derivative<B> derivative_at_start(const measurement& m) {
  using D = tangent_number<B>;
  problem_in<B> in = make_problem<B>(m.p);
  const B h = evaluate<B>(*m.step, m.p.names);
  auto stepper = m.scheme.entry->make<D>(m.scheme.values, make_tangent_system<B>(m.p));
  const bool is_first_order = in.system.is_first_order();
  const auto n = in.start.q.size();
  vector<B> start(is_first_order ? n : 2 * n);
  if (is_first_order) {
    start = in.start.q;
  } else {
    start << in.start.q, in.start.p;
  }
  vector<B> end(start.size());
  const auto step = [&](vector<D>& y) {
    solve_report report;
    if (is_first_order) {
      report = stepper.step(y, D(in.t0), D(h));
    } else {
      vector<D> state = stepper.start({y.head(n), y.tail(n)}, D(in.t0));
      report = stepper.step(state, D(in.t0), D(h));
      const phase_point<D> z = stepper.phase(state, D(B(in.t0 + h)));
      y << z.q, z.p;
    }
    for (Eigen::Index k = 0; k < end.size(); ++k) {
      end[k] = y[k].value;
    }
    return report;
  };
  matrix<B> value = step_jacobian<B>(step, start);
  return {std::move(in), std::move(end), std::move(value)};
}

}  // namespace plumbline::detail
