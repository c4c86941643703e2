// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figures 8 and 9: nutation over one period, and the energy error over ten, at h = 0.05 of the nutation period.
#include "experiments/experiment.hpp"
#include "experiments/top/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::experiments::top {

namespace {

constexpr int coarse = 20;  // steps a period

double theta(const node& n) { return n.q[1]; }

report::panel nutation(context& c, int per_period, const std::string& prefix) {
  report::plot p;
  p.description =
      fmt::format("Nutation angle over one period at h = {} of the period", 1. / per_period);
  p.x_label = "t / P";
  p.y_label = "θ / rad";
  p.y_range = {{0, 1.2}};
  p.curves.push_back(over_time(exact_nodes(c, 320, 1), "exact", report::role::exact, theta));
  for (const scheme s : schemes) {
    auto nodes = run(c, portion(c, s, per_period), 10).nodes;
    nodes.resize(static_cast<std::size_t>(per_period) + 1);
    p.curves.push_back(over_time(nodes, std::string(name_of(s)), role_of(s), theta));
    p.curves.back().how = report::drawn_as::line_and_markers;
  }
  return {report::draw(p, prefix)};
}

/// The largest |θ − θ_ex| of one period.
measured error(context& c, scheme s) {
  return run(c, portion(c, s, coarse), 1).within.at(1).angles[1];
}

}  // namespace

void run_fig8(context& c, report::section& out) {
  out.add(report::figure{
      "Nutation over one period at h = 0.05 P and at h = 0.025 P.",
      {nutation(c, coarse, "top-nutation-20"), nutation(c, 2 * coarse, "top-nutation-40")}});
  const measured simpson = error(c, scheme::simpson);
  judge(c, out, "Simpson visible", simpson);
  judge(c, out, "Simpson/midpoint", simpson / error(c, scheme::midpoint));
  judge(c, out, "Simpson/RK4", simpson / error(c, scheme::rk4));
}

void run_fig9(context& c, report::section& out) {
  report::figure figure{
      "Relative energy error H/H₀ − 1 over ten periods at h = 0.05 P, and its "
      "magnitude on a logarithmic scale.",
      {}};
  for (const bool logarithmic : {false, true}) {
    report::plot p;
    p.description = "Relative energy error of the top over ten periods";
    p.x_label = "t / P";
    p.y_label = logarithmic ? "relative energy error" : "relative energy error / 10^{−5}";
    p.log_y = logarithmic;
    if (logarithmic) {
      p.y_range = {{1e-9, 1e-3}};
    }
    for (const scheme s : schemes) {
      p.curves.push_back(over_time(run(c, portion(c, s, coarse), 10).nodes, std::string(name_of(s)),
                                   role_of(s), [logarithmic](const node& n) {
                                     return logarithmic ? std::abs(n.energy_error)
                                                        : n.energy_error * 1e5;
                                   }));
    }
    figure.panels.push_back({report::draw(p, logarithmic ? "top-energy-log" : "top-energy")});
  }
  out.add(std::move(figure));
  const auto worst = [&](scheme s, int horizon) {
    return run(c, portion(c, s, coarse), 10).within.at(horizon).energy;
  };
  for (const scheme s : schemes) {
    judge(c, out, fmt::format("{} growth", name_of(s)), worst(s, 10) / worst(s, 1));
  }
  judge(c, out, "Simpson/midpoint", worst(scheme::simpson, 10) / worst(scheme::midpoint, 10));
  judge(c, out, "Simpson/RK4", worst(scheme::simpson, 10) / worst(scheme::rk4, 10));
}

}  // namespace plumbline::experiments::top
