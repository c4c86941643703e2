// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/ql/runs.hpp"

#include "experiments/ql/problem.hpp"
#include <plumbline/schemes/linear.hpp>

namespace plumbline::experiments::ql {

namespace {

/// A matrix scheme with its step already inside.
template <class T>
struct matrix_scheme {
  linear_map<T> inner;
  solve_report step(vector<T>& y, const T& /*t*/, const T& /*h*/) {
    const auto n = y.size() / 2;
    phase_point<T> z{y.head(n), y.tail(n)};
    inner.apply(z);
    y << z.q, z.p;
    return {};
  }
};

/// RK4 for q̇ = M⁻¹p, ṗ = −Kq.
template <class T>
any_stepper<T> make_rk4(const matrix<T>& inverse_mass, const matrix<T>& stiffness) {
  return rk4_on<T>(2, [=](const vector<T>& y, vector<T>& dy) {
    dy.head(2) = inverse_mass * y.tail(2);
    dy.tail(2) = -(stiffness * y.head(2));
  });
}

struct exact_key {
  int meshes;
  int seconds;
  int digits;
  auto operator<=>(const exact_key&) const = default;  // NOLINT(modernize-use-nullptr)
};

constexpr std::array<shown_scheme, 3> shown{
    {{"Newmark", curve_role::newmark}, {"RK4", curve_role::rk4}, {"Simpson", curve_role::simpson}}};

template <class T>
time_grid<T> grid_of(int meshes, int seconds) {
  return {T(0), rational<T>(1, meshes), static_cast<std::int64_t>(meshes) * seconds};
}

template <class T>
record make(context& c, const request& r) {
  const auto system = pendulum<T>();
  const matrix<T> mass = system.mass_matrix();
  const matrix<T> stiffness = system.stiffness_matrix();
  const matrix<T> inverse_mass = detail::solve_matrix<T>(mass, detail::identity<T>(2), "M");
  const time_grid<T> grid = grid_of<T>(r.meshes, r.seconds);
  const std::vector<phase_point<T>>* exact = nullptr;
  if (r.exact) {
    exact = &c.shared<std::vector<phase_point<T>>>(exact_key{r.meshes, r.seconds, r.digits}, [&] {
      return exact_states<T>(grid, [&] { c.poll(); });
    });
  }
  const auto energy = [&](const phase_point<T>& at) {
    return T((at.p.dot(inverse_mass * at.p) + at.q.dot(stiffness * at.q)) / T(2));
  };
  const auto blocks = r.by == scheme::simpson ? simpson_blocks<T>(mass, stiffness, grid.step)
                                              : newmark_blocks<T>(mass, stiffness, grid.step);
  const linear_map<T> by_matrices(blocks);
  const quadratic_form<T> phi = by_matrices.conserved_form();

  run_watch<T> watch({1, 2, 3, 10, 100, 1000}, r.meshes, r.nodes);
  any_stepper<T> stepper = r.by == scheme::rk4
                               ? make_rk4<T>(inverse_mass, stiffness)
                               : stepper_of<T>({}, 2, matrix_scheme<T>{by_matrices});
  const phase_point<T> first = start<T>();
  vector<T> state = stepper.start(first);
  follow_grid(c, stepper, state, grid, [&](std::int64_t n, const T& t, const vector<T>& y) {
    const phase_point<T> at = stepper.phase(y);
    watch.add(n, to_double(t), at, exact ? &(*exact)[static_cast<std::size_t>(n)] : nullptr,
              energy(at), r.by == scheme::rk4 ? T(0) : phi(at));
  });
  return {watch.seen(), to_measured(phi(first))};
}

}  // namespace

std::string_view name_of(scheme s) { return shown.at(static_cast<std::size_t>(s)).name; }
curve look_of(scheme s, drawn_as how) {
  return {std::string(name_of(s)), shown.at(static_cast<std::size_t>(s)).shows, how};
}

const record& run(context& c, const request& r) {
  return c.shared<record>(
      r, [&] { return at_digits(r.digits, [&]<class T>() { return make<T>(c, r); }); });
}

std::vector<node> exact_nodes(int per_second, int seconds) {
  const time_grid<double> grid = grid_of<double>(per_second, seconds);
  const auto states = exact_states(grid, [] {});
  std::vector<node> nodes;
  for (std::size_t n = 0; n < states.size(); ++n) {
    nodes.push_back(node_of(grid[static_cast<std::int64_t>(n)], states[n]));
  }
  return nodes;
}

}  // namespace plumbline::experiments::ql
