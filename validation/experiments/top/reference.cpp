// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/top/reference.hpp"

#include <plumbline/scalar/exact.hpp>
#include <plumbline/study/reference_trajectory.hpp>

#include <algorithm>

namespace plumbline::experiments::top {

namespace {

constexpr int wanted_digits = 28;  // RK4 at h = 1e-5 has 17

template <class T>
pendulum_reference make(context& c) {
  const problem<T> p = make_problem<T>(motion::pendulum);
  run_control control;
  control.progress = [&c](std::int64_t, std::int64_t) { c.poll(); };
  const reference_trajectory<T> found =
      make_reference<T>(p.system, p.start,
                        time_grid<T>(T(0), rational<T>(1, reference_nodes_per_second),
                                     std::int64_t{reference_seconds} * reference_nodes_per_second),
                        wanted_digits, control);
  pendulum_reference r;
  r.verified_digits = found.verified_digits;
  for (const phase_point<T>& z : found.nodes) {
    r.q.push_back({to_measured(z.q[0]), to_measured(z.q[1])});
    r.p.push_back({to_measured(z.p[0]), to_measured(z.p[1])});
  }
  return r;
}

}  // namespace

int reference_digits(const context& c) { return std::max(34, c.digits()); }

const pendulum_reference& reference(context& c) {
  return c.shared<pendulum_reference>(reference_digits(c), [&] {
    return at_digits(reference_digits(c), [&]<class T>() { return make<T>(c); });
  });
}

}  // namespace plumbline::experiments::top
