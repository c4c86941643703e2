// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/linear_stability.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/measure/step_jacobian.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

namespace plumbline::cli {

namespace {

/// The largest frequency of small oscillations about q = 0, if that is a stable equilibrium without load and damping.
std::optional<double> fastest_frequency(const model<double>& system) {
  const vector<double> zero = vector<double>::Zero(system.dimension());
  const auto x = view(zero);
  vector<double> force(zero.size());
  matrix<double> mass;
  matrix<double> stiffness;
  matrix<double> damping;
  evaluation<double> at(system);
  at.equation(x, x, x, view(force));
  at.mass(x, x, mass);
  at.equation_slopes(x, x, x, stiffness, damping);
  constexpr double rounding = 1e-12;
  if (!all_finite(mass) || !all_finite(stiffness) || !all_finite(force) ||
      max_magnitude(force) > rounding * max_magnitude(stiffness)) {
    return std::nullopt;
  }
  try {
    const modal_basis<double> modes(mass, stiffness);
    if (modes.lambda[0] > 0) {
      return std::sqrt(modes.lambda[modes.lambda.size() - 1]);
    }
  } catch (const domain_error&) {
    // a mass matrix that is singular there
  }
  return std::nullopt;
}

}  // namespace

namespace {

/// The spectral radius of a step of h at rest in the equilibrium, or at q = 0. Momenta of rest need not be zero.
std::function<double(double)> radius_at(const problem& p, const scheme_choice& scheme,
                                        const std::optional<equilibrium>& e) {
  using D = tangent_number<double>;
  const auto stepper = std::make_shared<any_stepper<D>>(
      scheme.entry->make<D>(scheme.values, make_tangent_system<double>(p)));
  const auto size = static_cast<Eigen::Index>(stepper->columns().size());
  const vector<double> rest =
      rest_in_scheme(*stepper, e ? state_of_rest<double>(p, *e) : rest_at_zero<double>(p));
  return [stepper, size, rest](double h) {
    const auto step = [&](vector<D>& y) { return stepper->step(y, D(0.0), D(h)); };
    try {
      const matrix<double> jacobian = step_jacobian<double>(step, rest);
      std::vector<double> entries;
      for (Eigen::Index i = 0; i < size; ++i) {
        for (Eigen::Index j = 0; j < size; ++j) {
          entries.push_back(jacobian(i, j));
        }
      }
      return spectral_radius(entries, static_cast<int>(size));
    } catch (const step_failure&) {
      return std::numeric_limits<double>::infinity();
    }
  };
}

}  // namespace

std::optional<linearised_step> linearise(const problem& p, const scheme_choice& scheme) {
  if (p.system->kind == system_kind::first_order) {
    return std::nullopt;
  }
  const auto fastest = fastest_frequency(make_problem<double>(p).system.second_order());
  if (!fastest) {
    return std::nullopt;
  }
  return linearised_step{radius_at(p, scheme, {}), *fastest};
}

stability_at_rest stability_of(const problem& p, const scheme_choice& scheme) {
  auto step = linearise(p, scheme);
  std::optional<equilibrium> at;
  if (!step) {
    at = find_equilibrium(p);
    if (!at) {
      throw invalid_input(fmt::format(
          "no stable equilibrium of {} is found from 0 or from its start for these parameters; "
          "--start begins the search elsewhere",
          p.system->name()));
    }
    step = linearised_step{radius_at(p, scheme, at), at->fastest};
  }
  // in units of 1/omega: beyond the windows of Simpson (2 sqrt 6) and of higher members
  const double reach = 6.0 + 3.0 * scheme.entry->info_for(scheme.values).order;
  constexpr int samples_per_unit = 200;
  return {scan_stability(step->radius, reach / step->fastest,
                         static_cast<int>(reach * samples_per_unit)),
          at};
}

void warn_if_unstable(const problem& p, const scheme_choice& scheme, double h) {
  constexpr double threshold = 1 + 1e-6;
  constexpr double barely = 1.001;
  const auto step = linearise(p, scheme);
  const double radius = step ? step->radius(h) : 0.0;
  if (radius > threshold && std::isfinite(radius)) {
    say(fmt::format(
        "plumbline: warning: the step {:.6g} is beyond the stability limit of {}: near the "
        "equilibrium a step grows by the factor {}\n",
        h, scheme.entry->info.name,
        radius < barely ? fmt::format("1 + {:.2g}", radius - 1) : fmt::format("{:.4g}", radius)));
  }
}

}  // namespace plumbline::cli
