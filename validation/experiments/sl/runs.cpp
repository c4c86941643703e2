// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/sl/runs.hpp"

#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/measure/error_norm.hpp>
#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/study/integrate.hpp>

#include <cmath>

namespace plumbline::experiments::sl {

namespace {

constexpr std::array horizons{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};

template <class T>
pendulum_solution<T> solution() {
  return {T(1), T(2) * pi<T>(), pi<T>() / T(2), T(0)};
}

/// H = p²/(2m) + m ω² (1 − cos q).
template <class T>
T energy(const pendulum_start<T>& s, const phase_point<T>& z) {
  return z.p[0] * z.p[0] / (s.m * T(2)) + s.m * s.omega * s.omega * (T(1) - sin_cos(z.q[0]).cos);
}

template <class T>
node node_of(double t, const phase_point<T>& z) {
  return {t, {to_double(z.p[0]), to_double(z.q[0])}};
}

/// The states of the first period at its nodes.
template <class T>
std::vector<phase_point<T>> one_period(const pendulum_solution<T>& exact, int meshes) {
  const time_grid<T> grid(T(0), *exact.period() / T(meshes), meshes);
  std::vector<phase_point<T>> states;
  states.reserve(static_cast<std::size_t>(meshes));
  for (int k = 0; k < meshes; ++k) {
    states.push_back(exact.state(grid[k]));
  }
  return states;
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

  record result;
  error_collector<T> error_p(error_norm::max, grid.step);
  error_collector<T> error_q(error_norm::max, grid.step);
  invariant_drift<T> energies;
  vector<T> state = stepper.start(truth.front());
  const auto observe = [&](std::int64_t n, const T& /*t*/, const vector<T>& y) {
    if (n % 256 == 0) {
      c.poll();
    }
    const phase_point<T> z = stepper.phase(y);
    const phase_point<T>& at = truth[static_cast<std::size_t>(n % r.meshes)];
    error_p.add(z.p, at.p);
    error_q.add(z.q, at.q);
    energies.add(energy(exact.start(), z));
    if (r.nodes) {
      node kept = node_of(static_cast<double>(n) / r.meshes, z);
      kept.energy_error = std::abs(to_double(T(energies.at_end() / energies.first())));
      result.nodes.push_back(kept);
    }
    for (const int horizon : horizons) {
      if (n == static_cast<std::int64_t>(horizon) * r.meshes) {
        result.within[horizon] = {{to_measured(error_p.value()), to_measured(error_q.value())},
                                  to_measured(energies.relative())};
      }
    }
  };
  static_cast<void>(integrate(stepper, state, grid, observe));
  return result;
}

}  // namespace

std::string_view name_of(scheme s) { return s == scheme::newmark ? "Newmark" : "Simpson"; }

report::role role_of(scheme s) {
  return s == scheme::newmark ? report::role::newmark : report::role::simpson;
}

std::string_view name_of(variable v) { return v == variable::momentum ? "momentum" : "state"; }

const record& run(context& c, const request& r) {
  return c.shared<record>(
      r, [&] { return at_digits(r.digits, [&]<class T>() { return make<T>(c, r); }); });
}

std::vector<node> exact_nodes(int meshes, int periods) {
  const auto states = one_period(solution<double>(), meshes);
  std::vector<node> nodes;
  for (int n = 0; n <= meshes * periods; ++n) {
    nodes.push_back(
        node_of(static_cast<double>(n) / meshes, states[static_cast<std::size_t>(n % meshes)]));
  }
  return nodes;
}

measured period(int digits) {
  return at_digits(digits, []<class T>() { return to_measured(*solution<T>().period()); });
}

}  // namespace plumbline::experiments::sl
