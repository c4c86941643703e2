// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What one step tells by its derivative: symplecticity at the start, stability at the equilibrium.
#include "commands/quantity.hpp"
#include "shared/digits.hpp"
#include "shared/linear_stability.hpp"
#include "shared/rounded_text.hpp"
#include "shared/stability_digits.hpp"
#include "shared/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/mechanics/poisson.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::cli {

namespace {

/// The step is differentiated in double, or in run-time precision with the digits of the scalar.
template <class B>
B defect_in(const measurement& m) {
  const problem_in<B> in = make_problem<B>(m.p);
  const B h = evaluate<B>(*m.step, m.p.names);
  using D = tangent_number<B>;
  auto stepper = m.scheme.entry->make<D>(m.scheme.values, make_tangent_system<B>(m.p));
  if (in.system.is_first_order()) {
    vector<B> end(in.start.q.size());
    const auto step = [&](vector<D>& y) {
      const solve_report report = stepper.step(y, D(in.t0), D(h));
      for (Eigen::Index k = 0; k < end.size(); ++k) {
        end[k] = y[k].value;
      }
      return report;
    };
    const matrix<B> derivative = step_jacobian<B>(step, in.start.q);
    return poisson_defect<B>(derivative, poisson_matrix<B>(in.system, in.start.q),
                             poisson_matrix<B>(in.system, end));
  }
  // whatever the state of the scheme is, the form lives on (q, p)
  const auto n = in.start.q.size();
  const auto step = [&](vector<D>& y) {
    vector<D> state = stepper.start({y.head(n), y.tail(n)}, D(in.t0));
    const solve_report report = stepper.step(state, D(in.t0), D(h));
    const phase_point<D> z = stepper.phase(state, D(B(in.t0 + h)));
    y << z.q, z.p;
    return report;
  };
  vector<B> start(2 * n);
  start << in.start.q, in.start.p;
  return symplecticity_defect<B>(step_jacobian<B>(step, start));
}

}  // namespace

std::vector<named_value> measure_symplecticity(const measurement& m) {
  const system_entry& system = *m.p.system;
  if (system.kind == system_kind::first_order && !system.formulas->has_poisson()) {
    const auto names = coordinate_names(system, m.p.dimension);
    throw invalid_input(fmt::format(
        "{} is of first order, and its symplecticity is asked of a Poisson bracket, which it does "
        "not have{}",
        system.name(),
        system.file.empty()
            ? ""
            : fmt::format("; write such as [poisson] with \"{},{}\" = \"1\" in its file",
                          names.front(), names.back())));
  }
  if (system.kind == system_kind::second_order) {
    throw invalid_input(system.name() +
                        " has no momenta: symplecticity is asked of Lagrangian systems");
  }
  if (m.digits <= most_digits_of_double) {
    return {{"symplecticity", to_text(defect_in<double>(m)), {}}};
  }
  const precision_scope scope(std::max(m.digits, most_digits_of_quad));
  return {{"symplecticity", rounded_text(defect_in<mp>(m), m.digits), {}}};
}

std::vector<named_value> measure_stability_limit(const measurement& m) {
  const stops_politely polite;
  const auto [scan, at] = stability_of(m.p, m.scheme);
  // the scan is in double; what it cannot say to the digits that are asked is not printed
  constexpr int digits_of_scan = 11;
  const auto text = [&, &at = at](double h) {
    throw_if_stopped();
    if (auto refined = stability_limit_text(m.p, m.scheme, at, h, m.digits)) {
      return *refined;
    }
    if (m.digits > digits_of_scan && !m.options.quiet) {
      say(fmt::format("plumbline: warning: the limit {} is right to {} digits only\n",
                      to_text(h, digits_of_scan), digits_of_scan));
    }
    return to_text(h, digits_of_scan);
  };
  // the last window is open where the scan ends inside it
  const auto end_of = [&, &scan = scan](std::size_t k) {
    return scan.open && k + 1 == scan.windows.size() ? "inf" : text(scan.windows[k].to);
  };
  std::vector<named_value> values = {
      {"stability-limit", scan.windows.empty() ? "0" : end_of(0), {}}};
  for (std::size_t k = 1; k < scan.windows.size(); ++k) {
    values.push_back({fmt::format("window{}-from", k + 1), text(scan.windows[k].from), {}});
    values.push_back({fmt::format("window{}-to", k + 1), end_of(k), {}});
  }
  if (at) {
    const auto positions = position_texts(m.p, *at, m.digits);
    const auto names = state_columns(*m.p.system, m.p.dimension);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      values.push_back({"equilibrium-" + names[i], positions[i], {}});
    }
  }
  return values;
}

}  // namespace plumbline::cli
