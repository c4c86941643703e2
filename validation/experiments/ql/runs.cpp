// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/ql/runs.hpp"

#include "experiments/ql/problem.hpp"
#include <plumbline/core/time_grid.hpp>
#include <plumbline/measure/error_norm.hpp>
#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/schemes/linear.hpp>
#include <plumbline/schemes/rk4.hpp>
#include <plumbline/study/integrate.hpp>

#include <cmath>

namespace plumbline::experiments::ql {

namespace {

/// A matrix scheme with its step already inside.
template <class T>
struct matrix_scheme {
  linear_map<T> inner;
  solve_report step(phase_point<T>& z, const T& /*h*/) {
    inner.apply(z);
    return {};
  }
};

/// RK4 for q̇ = M⁻¹p, ṗ = −Kq.
template <class T>
class rk4_scheme {
 public:
  rk4_scheme(const matrix<T>& inverse_mass, const matrix<T>& stiffness)
      : rk4_({inverse_mass, stiffness}) {}
  solve_report step(phase_point<T>& z, const T& t, const T& h) {
    y_.resize(2 * z.q.size());
    y_ << z.q, z.p;
    const solve_report report = rk4_.step(y_, t, h);
    z.q = y_.head(z.q.size());
    z.p = y_.tail(z.q.size());
    return report;
  }

 private:
  struct field {
    matrix<T> inverse_mass;
    matrix<T> stiffness;
    solve_report operator()(const T& /*t*/, const vector<T>& y, vector<T>& dy) const {
      const auto n = inverse_mass.rows();
      dy.resize(2 * n);
      dy.head(n) = inverse_mass * y.tail(n);
      dy.tail(n) = -(stiffness * y.head(n));
      return {};
    }
  };
  rk4_stepper<T, field> rk4_;
  vector<T> y_;
};

struct exact_key {
  int meshes;
  int seconds;
  int digits;
  auto operator<=>(const exact_key&) const = default;
};

constexpr std::array<shown_scheme, 3> shown{{{"Newmark", report::role::newmark},
                                             {"RK4", report::role::rk4},
                                             {"Simpson", report::role::simpson}}};
constexpr std::array horizons{1, 2, 3, 10, 100, 1000};

template <class T>
time_grid<T> grid_of(int meshes, int seconds) {
  return {T(0), rational<T>(1, meshes), static_cast<std::int64_t>(meshes) * seconds};
}

template <class T>
node node_of(const T& t, const phase_point<T>& z) {
  return {
      to_double(t), {to_double(z.q[0]), to_double(z.q[1])}, {to_double(z.p[0]), to_double(z.p[1])}};
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
  phase_point<T> z = start<T>();
  const auto energy = [&](const phase_point<T>& at) {
    return T((at.p.dot(inverse_mass * at.p) + at.q.dot(stiffness * at.q)) / T(2));
  };
  const auto blocks = r.by == scheme::simpson ? simpson_blocks<T>(mass, stiffness, grid.step)
                                              : newmark_blocks<T>(mass, stiffness, grid.step);
  const linear_map<T> by_matrices(blocks);
  const quadratic_form<T> phi = by_matrices.conserved_form();

  record result;
  result.phi0 = to_measured(phi(z));
  error_collector<T> error_q(error_norm::max, grid.step);
  error_collector<T> error_p(error_norm::max, grid.step);
  invariant_drift<T> energies;
  invariant_drift<T> forms;
  const auto observe = [&](std::int64_t n, const T& t, const phase_point<T>& at) {
    if (n % 256 == 0) {
      c.poll();
    }
    energies.add(energy(at));
    forms.add(r.by == scheme::rk4 ? T(0) : phi(at));
    node kept = node_of(t, at);
    if (exact != nullptr) {
      const phase_point<T>& truth = (*exact)[static_cast<std::size_t>(n)];
      error_q.add(at.q, truth.q);
      error_p.add(at.p, truth.p);
      if (r.nodes) {
        kept.error_q = to_double(T((at.q - truth.q).norm()));
        kept.error_p = to_double(T((at.p - truth.p).norm()));
      }
    }
    if (r.nodes) {
      kept.energy_error = std::abs(to_double(T(energies.at_end() / energies.first())));
      kept.drift = std::abs(to_double(forms.at_end()));
      result.nodes.push_back(kept);
    }
    for (const int horizon : horizons) {
      if (n == static_cast<std::int64_t>(horizon) * r.meshes) {
        result.within[horizon] = {to_measured(error_p.value()), to_measured(error_q.value()),
                                  to_measured(energies.relative()), to_measured(forms.absolute())};
      }
    }
  };
  if (r.by == scheme::rk4) {
    rk4_scheme<T> stepper(inverse_mass, stiffness);
    static_cast<void>(integrate(stepper, z, grid, observe));
  } else {
    matrix_scheme<T> stepper{by_matrices};
    static_cast<void>(integrate(stepper, z, grid, observe));
  }
  return result;
}

}  // namespace

std::string_view name_of(scheme s) { return shown.at(static_cast<std::size_t>(s)).name; }
report::role role_of(scheme s) { return shown.at(static_cast<std::size_t>(s)).role; }

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
