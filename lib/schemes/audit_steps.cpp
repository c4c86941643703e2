// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_steps.hpp"

#include <plumbline/catalogue/derivative_at_rest.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace plumbline::detail {

namespace {

/// Two coupled pendulums without symmetry, constant masses.
template <class T>
struct coupled_pendulums {
  static std::array<parameter<coupled_pendulums>, 0> parameters() { return {}; }
  static system_info info() {
    return {.name = "coupled-pendulums",
            .summary = "a trial system of the audit",
            .formula = "L = v1^2/2 + v2^2 + 2 cos q1 + cos q2 + cos(q1 - 2 q2)/3 - sin(q1 + q2)/5",
            .source = "",
            .start = {}};
  }
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    using std::sin;
    return v[0] * v[0] / 2 + v[1] * v[1] + cos(q[0]) * 2 + cos(q[1]) + cos(S(q[0] - q[1] * 2)) / 3 -
           sin(S(q[0] + q[1])) / 5;
  }
};

/// The same with a mass matrix that depends on q.
template <class T>
struct coupled_arms {
  static std::array<parameter<coupled_arms>, 0> parameters() { return {}; }
  static system_info info() {
    return {.name = "coupled-arms",
            .summary = "a trial system of the audit",
            .formula =
                "L = (1 + sin(q2)^2/2) v1^2/2 + v2^2 + cos(q1 - q2) v1 v2/2 + 2 cos q1 + cos q2 + "
                "cos(q1 - 2 q2)/3 - sin(q1 + q2)/5",
            .source = "",
            .start = {}};
  }
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    using std::sin;
    const S s = sin(q[1]);
    return (s * s / 2 + S(1)) * (v[0] * v[0]) / 2 + v[1] * v[1] +
           cos(S(q[0] - q[1])) * (v[0] * v[1]) / 2 + cos(q[0]) * 2 + cos(q[1]) +
           cos(S(q[0] - q[1] * 2)) / 3 - sin(S(q[0] + q[1])) / 5;
  }
};

bool fits(const scheme_entry& scheme, const settings& chosen, const system_entry& system) {
  return scheme.base_for ? find_scheme(scheme.base_for(chosen)).fits(system) : scheme.fits(system);
}

template <class T>
phase_point<T> trial_start(int n) {
  phase_point<T> z{vector<T>(n), vector<T>(n)};
  for (int i = 0; i < n; ++i) {
    z.q[i] = rational<T>(5 - 8 * (i % 2), 11 + i);
    z.p[i] = rational<T>(3 + 2 * i, 13);
  }
  return z;
}

/// The start as the state of this system; of first-order systems q alone.
template <class T>
vector<T> start_state(const any_stepper<T>& stepper, const system_entry& system) {
  phase_point<T> z = trial_start<T>(system.dimension);
  if (system.kind == system_kind::first_order) {
    z.p = vector<T>(0);
  }
  return stepper.start(z, T(0));
}

/// The state after n steps over the time `until`; nothing where a step fails.
std::optional<vector<mp64>> run(const scheme_entry& scheme, const settings& chosen,
                                const system_entry& system, const mp64& until, int n) {
  auto stepper = scheme.make<mp64>(chosen, system.make<mp64>());
  vector<mp64> y = start_state(stepper, system);
  const mp64 h = until / n;
  for (int i = 0; i < n; ++i) {
    if (!stepper.step(y, mp64(h * i), h).ok()) {
      return std::nullopt;
    }
  }
  const phase_point<mp64> z = stepper.phase(y, until);
  vector<mp64> end(z.q.size() + z.p.size());
  end << z.q, z.p;
  return end;
}

/// The exponent p of the error C h^p against the truth, from two runs whose steps differ by a factor of two: those with the
/// finest steps whose errors stand above the noise. The truth is a Taylor series. A table whose weights do not sum to one
/// converges, too, but not to the truth, and has order 0.
std::optional<double> read_order(const scheme_entry& scheme, const settings& chosen,
                                 const system_entry& system, double noise) {
  constexpr int most_steps = 1024;
  constexpr int steps_of_truth = 24;
  constexpr double far_above = 100;
  constexpr double of_truth = 1e-56;
  const double floor = std::max(noise, of_truth);
  const mp64 until = rational<mp64>(1, 2);
  const auto truth = run(find_scheme("taylor"), {}, system, until, steps_of_truth);
  if (!truth) {
    return std::nullopt;
  }
  std::optional<double> order;
  std::optional<double> before;
  for (int n = 1; n <= most_steps; n *= 2) {
    const auto end = run(scheme, chosen, system, until, n);
    if (!end) {
      before.reset();
      continue;
    }
    const double error = to_double(max_magnitude(*end - *truth));
    if (!(error > floor * far_above)) {
      break;
    }
    if (before) {
      order = std::log2(*before / error);
      if (n >= 64 && std::abs(*order - std::round(*order)) < 0.02) {
        break;
      }
    }
    before = error;
  }
  return order;
}

double symmetry_defect(const scheme_entry& scheme, const settings& chosen,
                       const system_entry& system) {
  auto stepper = scheme.make<mp64>(chosen, system.make<mp64>());
  const vector<mp64> start = start_state(stepper, system);
  vector<mp64> y = start;
  const mp64 h = rational<mp64>(1, 4);
  if (!stepper.step(y, mp64(0), h).ok() || !stepper.step(y, h, mp64(-h)).ok()) {
    return std::numeric_limits<double>::infinity();
  }
  return to_double(max_magnitude(y - start));
}

double symplecticity_defect_of(const scheme_entry& scheme, const settings& chosen,
                               const system_entry& system) {
  const precision_scope scope(64);
  using D = tangent_number<mp>;
  auto stepper = scheme.make<D>(chosen, system.make<D>());
  const phase_point<mp> z = trial_start<mp>(system.dimension);
  const Eigen::Index n = system.dimension;
  vector<mp> y(2 * n);
  y << z.q, z.p;
  const auto jacobian = step_jacobian<mp>(
      [&](vector<D>& w) {
        vector<D> state = stepper.start({w.head(n), w.tail(n)}, D(0));
        const solve_report report = stepper.step(state, D(0), D(rational<mp>(1, 4)));
        const auto end = stepper.phase(state);
        w << end.q, end.p;
        return report;
      },
      y);
  return to_double(symplecticity_defect(jacobian));
}

}  // namespace

const system_entry* trial_system(const scheme_entry& scheme, const settings& chosen) {
  static const system_entry arms = system_entry_of<coupled_arms>();
  static const system_entry pendulums = system_entry_of<coupled_pendulums>();
  for (const system_entry* system : {&arms, &pendulums}) {
    if (fits(scheme, chosen, *system)) {
      return system;
    }
  }
  for (const char* name :
       {"pendulum", "linear-double-pendulum", "harmonic-oscillator", "reduced-lagrange-top"}) {
    const system_entry& system = find_system(name);
    if (fits(scheme, chosen, system)) {
      return &system;
    }
  }
  return nullptr;
}

step_facts observe_steps(const scheme_entry& scheme, const settings& chosen, double noise) {
  step_facts facts;
  const system_entry* system = trial_system(scheme, chosen);
  if (system == nullptr) {
    return facts;
  }
  constexpr double exact = 1e-50;
  try {
    facts.order = read_order(scheme, chosen, *system, noise);
    const double back = symmetry_defect(scheme, chosen, *system);
    if (std::isfinite(back)) {
      facts.symmetric = back < exact;
    }
    if (system->kind == system_kind::lagrangian) {
      facts.symplectic = symplecticity_defect_of(scheme, chosen, *system) < exact;
    }
  } catch (const step_failure&) {
    // the remaining facts stay unknown
  }
  return facts;
}

std::optional<double> oscillator_limit(const scheme_entry& scheme, const settings& chosen,
                                       double noise) {
  const system_entry& system = find_system("harmonic-oscillator");
  if (!fits(scheme, chosen, system)) {
    return std::nullopt;
  }
  const auto derivative = [&]<class T>(std::type_identity<T>) {
    using D = tangent_number<T>;
    const vector<T> zero = vector<T>::Constant(1, T(0));
    return derivative_at_rest<T>(scheme.make<D>(chosen, system.make<D>({{"m", "1"}, {"k", "1"}})),
                                 {zero, zero});
  };
  constexpr int digits = 17;
  constexpr double far_above = 30;  // growth from errors of the coefficients is none
  const precision_scope scope(2 * digits);
  const auto found = find_stability_windows(
      {derivative(std::type_identity<double>()),
       [&] { return derivative(std::type_identity<mp>()); }, 1},
      {.digits = digits, .reach = 1, .only_first = true, .uncertain = noise * far_above});
  return found.open ? std::numeric_limits<double>::infinity() : to_double(found.list.front().to.h);
}

}  // namespace plumbline::detail
