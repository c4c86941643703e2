// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/sl/runs.hpp"

#include <plumbline/catalogue/systems.hpp>
#include <plumbline/exact/pendulum.hpp>

namespace plumbline::experiments::sl {

namespace {

template <class T>
pendulum_solution<T> solution() {
  return {T(1), T(2) * pi<T>(), pi<T>() / T(2), T(0)};
}

/// H = p²/(2m) + m ω² (1 − cos q).
template <class T>
T energy(const pendulum_start<T>& s, const phase_point<T>& z) {
  return z.p[0] * z.p[0] / (s.m * T(2)) + s.m * s.omega * s.omega * (T(1) - sin_cos(z.q[0]).cos);
}

/// The states of the first period at its nodes.
template <class T>
std::vector<phase_point<T>> one_period(const pendulum_solution<T>& exact, int meshes) {
  const time_grid<T> grid(T(0), *exact.period() / T(meshes), meshes);
  return mapped(whole_numbers(0, meshes - 1), [&](int k) { return exact.state(grid[k]); });
}

template <class T>
record make(context& c, const request& r) {
  const pendulum_solution<T> exact = solution<T>();
  const std::vector<phase_point<T>> truth = one_period(exact, r.meshes);
  const time_grid<T> grid(T(0), *exact.period() / T(r.meshes),
                          static_cast<std::int64_t>(r.meshes) * r.periods);
  const auto system = find_system("pendulum").make<T>({{"m", "1"}, {"omega", "2*pi"}});
  auto stepper =
      find_scheme(r.by == scheme::simpson ? "simpson" : "midpoint").template make<T>({}, system);

  run_watch<T> watch({10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}, r.meshes, r.nodes);
  vector<T> state = stepper.start(truth.front());
  follow_grid(c, stepper, state, grid, [&](std::int64_t n, const T& /*t*/, const vector<T>& y) {
    const phase_point<T> z = stepper.phase(y);
    watch.add(n, static_cast<double>(n) / r.meshes, z,
              &truth[static_cast<std::size_t>(n % r.meshes)], energy(exact.start(), z));
  });
  return watch.seen();
}

}  // namespace

std::string_view name_of(scheme s) { return s == scheme::newmark ? "Newmark" : "Simpson"; }

curve look_beside_exact(scheme s) {
  return s == scheme::newmark
             ? curve{"Newmark", curve_role::newmark, drawn_as::line_and_markers, {}}
             : curve{"Simpson", curve_role::simpson, drawn_as::markers, {}};
}

std::string_view name_of(variable v) { return v == variable::p ? "momentum" : "state"; }

const record& run(context& c, const request& r) {
  return c.shared<record>(
      r, [&] { return at_digits(r.digits, [&]<class T>() { return make<T>(c, r); }); });
}

std::vector<node> exact_nodes(int meshes, int periods) {
  const auto states = one_period(solution<double>(), meshes);
  return mapped(whole_numbers(0, meshes * periods), [&](int n) {
    return node_of(static_cast<double>(n) / meshes, states[static_cast<std::size_t>(n % meshes)]);
  });
}

measured period(int digits) {
  return at_digits(digits, []<class T>() { return to_measured(*solution<T>().period()); });
}

}  // namespace plumbline::experiments::sl
