// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 7: the drift |φ − φ_0| of the quadratic form that Simpson's scheme conserves (Proposition 7), in
// double as in the paper and at 64 digits beside it. What falls with the precision is rounding.
#include "experiments/ql/runs.hpp"

namespace plumbline::experiments::ql {

namespace {

/// What is kept of a run beside its maxima.
enum class keep { maxima, nodes };

/// A run without the exact solution.
const record& run_alone(context& c, scheme s, int meshes, int seconds, int digits, keep what) {
  return run(c, {.by = s,
                 .meshes = meshes,
                 .seconds = seconds,
                 .digits = digits,
                 .exact = false,
                 .nodes = what == keep::nodes});
}

constexpr int double_digits = 16;
constexpr int many_digits = 64;

report::panel drift_panel(context& c, int digits, int exponent) {
  plot p = axes(fmt::format("Drift of the conserved form over 1000 s at {} digits", digits),
                "t / s", fmt::format("|φ − φ_0| / 10^{{−{}}}", exponent));
  for (const auto& [meshes, title, shows] : {std::tuple{10, "h = 0.1 s", curve_role::simpson},
                                             std::tuple{40, "h = 0.025 s", curve_role::second}}) {
    curve drawn{title, shows, drawn_as::line, {}};
    const auto& nodes = run_alone(c, scheme::simpson, meshes, 1000, digits, keep::nodes).nodes;
    const std::size_t cell =
        nodes.size() / 400;  // the largest of each of 400 cells: what the eye would see
    for (std::size_t begin = 0; begin + 1 < nodes.size(); begin += cell) {
      double largest = 0;
      for (std::size_t n = begin; n < std::min(begin + cell, nodes.size()); ++n) {
        largest = std::max(largest, nodes[n].drift);
      }
      drawn.points.push_back({nodes[begin].t, largest * std::pow(10.0, exponent)});
    }
    p.curves.push_back(std::move(drawn));
  }
  return panel_of(p, fmt::format("ql-drift-{}", digits));
}

}  // namespace

void run_fig7(context& c, report::section& out) {
  out.add(
      report::figure{"Drift of the conserved form φ over 1000 s, left in double, right at 64 "
                     "digits: the same picture about fifty orders of magnitude lower. It is the "
                     "rounding of the steps, and nothing else.",
                     {drift_panel(c, double_digits, 15), drift_panel(c, many_digits, 64)}});
  const auto drift = [&](int meshes, int digits) {
    return run_alone(c, scheme::simpson, meshes, 1000, digits, keep::maxima).within.at(1000).drift;
  };
  const record& asked = run_alone(c, scheme::simpson, 10, 1000, c.digits(), keep::maxima);
  judge(out, "refined", drift(40, double_digits) / drift(10, double_digits), double_digits);
  judge(out, "double", drift(10, double_digits), double_digits);
  judge(out, "64 digits", drift(10, many_digits), many_digits);
  judge(c, out, "digits lost", digits_lost(asked.within.at(1000).drift / asked.phi0, c.digits()));
  judge(c, out, "phi0", asked.phi0);
}

}  // namespace plumbline::experiments::ql
