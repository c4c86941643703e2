// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 7: the drift |φ − φ_0| of the quadratic form that Simpson's scheme conserves (Proposition 7), in
// double as in the paper and at 64 digits beside it. What falls with the precision is rounding.
#include "experiments/experiment.hpp"
#include "experiments/ql/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::experiments::ql {

namespace {

constexpr int double_digits = 16;
constexpr int many_digits = 64;

request drift_run(int meshes, int digits, bool nodes) {
  return {.by = scheme::simpson,
          .meshes = meshes,
          .seconds = 1000,
          .digits = digits,
          .exact = false,
          .nodes = nodes};
}

report::panel drift_panel(context& c, int digits, int exponent) {
  report::plot p;
  p.description = fmt::format("Drift of the conserved form over 1000 s at {} digits", digits);
  p.x_label = "t / s";
  p.y_label = fmt::format("|φ − φ_0| / 10^{{−{}}}", exponent);
  for (const auto& [meshes, title, shows] : {std::tuple{10, "h = 0.1 s", report::role::simpson},
                                             std::tuple{40, "h = 0.025 s", report::role::second}}) {
    report::curve drawn{title, shows, report::drawn_as::line, {}};
    const auto& nodes = run(c, drift_run(meshes, digits, true)).nodes;
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
  return {report::draw(p, fmt::format("ql-drift-{}", digits))};
}

}  // namespace

void run_fig7(context& c, report::section& out) {
  out.add(report::figure{
      "Drift of the conserved form φ over 1000 s, left in double, right at 64 digits: the same "
      "picture about fifty orders of magnitude lower. It is the rounding of the steps, and nothing "
      "else.",
      {drift_panel(c, double_digits, 15), drift_panel(c, many_digits, 64)}});
  const auto drift = [&](int meshes, int digits) {
    return run(c, drift_run(meshes, digits, false)).within.at(1000).drift;
  };
  out.judge("refined", judged_text(measured(drift(40, double_digits) / drift(10, double_digits)),
                                   double_digits));
  const record& asked = run(c, drift_run(10, c.digits(), false));
  out.judge("double", judged_text(drift(10, double_digits), double_digits));
  out.judge("64 digits", judged_text(drift(10, many_digits), many_digits));
  out.judge("digits lost",
            judged_text(digits_lost(measured(asked.within.at(1000).drift / asked.phi0), c.digits()),
                        c.digits()));
  out.judge("phi0", judged_text(asked.phi0, c.digits()));
}

}  // namespace plumbline::experiments::ql
