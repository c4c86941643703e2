// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The verified trajectory of the double pendulum, and what TOP has instead: the reference curves of Figures 2, 3 and 13 are
// RK4 at h = 1e-5 s. How many digits do they have? The double pendulum is compared with the verified trajectory, the
// reduced top with the exact solution.
#include "experiments/top/reference.hpp"

#include "experiments/top/cusps.hpp"
#include <plumbline/study/parallel.hpp>
#include <plumbline/study/reference_trajectory.hpp>

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

constexpr std::array steps_a_second{100000, 10000, 1000};

/// RK4 on the double pendulum over ten seconds against the reference.
template <class T>
measured pendulum_error(context& c, int per_second) {
  const pendulum_reference& truth = reference(c);
  const problem<T> p = make_problem<T>(motion::pendulum);
  any_stepper<T> stepper = make_rk4<T>(motion::pendulum);
  vector<T> state = stepper.start(p.start);
  const int stride = per_second / reference_nodes_per_second;
  measured worst(0);
  measured size(0);
  const time_grid<T> grid(T(0), rational<T>(1, per_second),
                          std::int64_t{per_second} * reference_seconds);
  const auto norm = [](const measured& a, const measured& b) {
    return measured(sqrt(measured(a * a + b * b)));
  };
  follow_grid(c, stepper, state, grid, [&](std::int64_t n, const T&, const vector<T>& y) {
    if (n % stride == 0) {
      const auto& exact = truth.q[static_cast<std::size_t>(n / stride)];
      worst = std::max(worst, norm(to_measured(y[0]) - exact[0], to_measured(y[1]) - exact[1]));
      size = std::max(size, norm(exact[0], exact[1]));
    }
  });
  return worst / size;
}

}  // namespace

int reference_digits(const context& c) { return std::max(34, c.digits()); }

const pendulum_reference& reference(context& c) {
  return c.shared<pendulum_reference>(reference_digits(c), [&] {
    return at_digits(reference_digits(c), [&]<class T>() { return make<T>(c); });
  });
}

void run_rk4_reference(context& c, report::section& out) {
  const auto size = steps_a_second.size();
  static_cast<void>(reference(c));
  std::vector<measured> pendulum(size);
  for_each_parallel<measured>(size, default_jobs(), [&](std::size_t i) {
    pendulum[i] =
        at_digits(c.digits(), [&]<class T>() { return pendulum_error<T>(c, steps_a_second[i]); });
  });
  const auto reduced = mapped(steps_a_second, [&](int per_second) {
    return largest_distance(
        nutation(c, formulation::reduced, scheme::rk4, per_second, per_second / 20),
        exact_nutation(c, 20));
  });
  report::plain_table table{
      "RK4’s error and the correct digits that it leaves: the angles of the double pendulum over "
      "ten seconds (relative to their size), θ of the reduced top over one second.",
      {"", "double pendulum", "digits", "reduced top", "digits"}};
  const auto digits = [](const measured& e) {
    return fmt::format("{:.1f}", -to_double(measured(log10(e))));
  };
  for (std::size_t i = 0; i < size; ++i) {
    table.rows.push_back({fmt::format("h = {} s", 1. / steps_a_second[i]), to_text(pendulum[i], 3),
                          digits(pendulum[i]), to_text(reduced[i], 3), digits(reduced[i])});
  }
  out.add(std::move(table));
  judge(c, out, "pendulum", pendulum[0]);
  judge(c, out, "reduced top", reduced[0]);
  judge(c, out, "pendulum order", observed_order<measured>(10, pendulum[2], 1, pendulum[1]));
  judge(c, out, "reduced order", observed_order<measured>(10, reduced[2], 1, reduced[1]));
}

}  // namespace plumbline::experiments::top
