// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 8: the largest error over one second against the step, from h = 0.1 s to 0.001 s, and the slopes
// of the regression lines. The paper does not say at which steps; ours are six a decade, rounded to whole
// numbers of meshes. Other choices move the slopes by up to 0.02.
#include "experiments/ql/states.hpp"

namespace plumbline::experiments::ql {

namespace {

constexpr std::array meshes_of_a_second{10, 15, 22, 32, 46, 68, 100, 147, 215, 316, 464, 681, 1000};

/// Slope of the least-squares line through (log h, log error).
measured slope(context& c, scheme s, variable v) {
  const auto errors = mapped(meshes_of_a_second, [&](int m) { return error(c, s, m, v, 1); });
  return fitted_order(steps_of(meshes_of_a_second), errors);
}

report::panel convergence(context& c, variable v) {
  plot p =
      axes(fmt::format("Largest error of {} over one second against the step, both logarithmic",
                       letter_of(v)),
           "h / s", error_label(v), logarithmic::both);
  p.x_range = {{0.0009, 0.11}};
  for (const int order : {2, 4}) {
    const double at_coarse =
        to_double(error(c, order == 2 ? scheme::newmark : scheme::simpson, 10, v, 1)) / 3;
    p.curves.push_back({order == 2 ? "h^2, h^4" : "",
                        curve_role::guide,
                        drawn_as::line,
                        {{0.1, at_coarse}, {0.001, at_coarse * (order == 2 ? 1e-4 : 1e-8)}}});
  }
  for (const scheme s : schemes) {
    p.curves.push_back(curve_of(look_of(s), meshes_of_a_second, [&](int m) {
      return point{1.0 / m, to_double(error(c, s, m, v, 1))};
    }));
  }
  p.height = 400;
  return panel_of(p, "ql-convergence-" + letter_of(v));
}

}  // namespace

void run_fig8(context& c, report::section& out) {
  out.add(report::figure{
      "Largest error over one second against the step, with the slopes 2 and 4 as thin lines.",
      {convergence(c, variable::q), convergence(c, variable::p)}});
  for (const scheme s : schemes) {
    for (const variable v : {variable::p, variable::q}) {
      const std::string key = fmt::format("{} {}", name_of(s), letter_of(v));
      const measured found = slope(c, s, v);
      judge(c, out, key, found);
      judge(c, out, key + " check", found);
    }
  }
}

}  // namespace plumbline::experiments::ql
