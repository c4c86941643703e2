// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_steps.hpp"
#include "schemes/galerkin_of_table.hpp"
#include <plumbline/core/errors.hpp>

#include <cmath>

namespace plumbline::detail {

namespace {

/// The start from which steps are looked at: nowhere special.
phase_point<mp64> start_of_polynomial(int n) {
  phase_point<mp64> z{vector<mp64>(n), vector<mp64>(n)};
  for (int i = 0; i < n; ++i) {
    z.q[i] = rational<mp64>(3 - 5 * (i % 2), 7 + i);
    z.p[i] = rational<mp64>(4 + i, 11);
  }
  return z;
}

/// The largest error of the positions at four places within a step.
double error_within(galerkin_stepper<mp64>& stepper, any_stepper<mp64>& truth,
                    const phase_point<mp64>& start, const mp64& h) {
  phase_point<mp64> end = start;
  if (const solve_report report = stepper.step(end, mp64(0), h); !report.ok()) {
    throw step_failure(0, "the start", report, "in the audit of the polynomial");
  }
  constexpr int places = 5;
  double largest = 0;
  for (int k = 1; k < places; ++k) {
    const mp64 theta = rational<mp64>(k, places);
    vector<mp64> exact = truth.start(start, mp64(0));
    const mp64 time = h * theta;
    if (const solve_report report = truth.step(exact, mp64(0), time); !report.ok()) {
      throw step_failure(0, "the start", report, "in the audit of the polynomial");
    }
    const vector<mp64> gap = stepper.configuration_within(theta) - truth.phase(exact).q;
    largest = std::fmax(largest, to_double(mp64(max_magnitude(gap))));
  }
  return largest;
}

}  // namespace

std::optional<double> polynomial_order(const scheme_table& table, const scheme_entry& scheme) {
  const system_entry* system =
      table.kind == table_kind::galerkin ? trial_system(scheme, {}) : nullptr;
  if (system == nullptr) {
    return std::nullopt;
  }
  constexpr int first = 2;
  constexpr int last = 16;
  constexpr double least_error = 1e-52;
  constexpr double near_whole = 0.01;
  const model<mp64> law = system->make<mp64>();
  galerkin_stepper<mp64> stepper(
      galerkin_of_table<mp64>(scheme.info, table.degree, coefficients_in<mp64>(table)), law);
  any_stepper<mp64> truth = find_scheme("taylor").make<mp64>({}, law);
  const phase_point<mp64> start = start_of_polynomial(law.dimension());
  std::optional<double> order;
  try {
    double before = 0;
    mp64 h = rational<mp64>(1, 1 << first);
    for (int k = first; k <= last; ++k, h /= 2) {
      const double error = error_within(stepper, truth, start, h);
      if (!(error > least_error)) {
        break;
      }
      if (k > first) {
        order = std::log2(before / error) - 1;
        if (std::abs(*order - std::round(*order)) < near_whole) {
          break;
        }
      }
      before = error;
    }
  } catch (const step_failure&) {
    // what could be read stays
  }
  return order;
}

}  // namespace plumbline::detail
