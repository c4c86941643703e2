// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 8: the largest error over one second against the step, from h = 0.1 s to 0.001 s, and the slopes
// of the regression lines. The paper does not say at which steps; ours are six a decade, rounded to whole
// numbers of meshes. Other choices move the slopes by up to 0.02.
#include "experiments/experiment.hpp"
#include "experiments/ql/states.hpp"
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/exact.hpp>

#include <fmt/format.h>

namespace plumbline::experiments::ql {

namespace {

constexpr std::array meshes_of_a_second{10, 15, 22, 32, 46, 68, 100, 147, 215, 316, 464, 681, 1000};

/// Slope of the least-squares line through (log h, log error).
measured slope(context& c, scheme s, variable v) {
  std::vector<measured> steps;
  std::vector<measured> errors;
  for (const int m : meshes_of_a_second) {
    steps.push_back(rational<measured>(1, m));
    errors.push_back(error(c, s, m, v, 1));
  }
  return fitted_order(steps, errors);
}

report::panel convergence(context& c, variable v) {
  report::plot p;
  p.description =
      fmt::format("Largest error of {} over one second against the step, both logarithmic",
                  v == variable::q ? 'q' : 'p');
  p.x_label = "h / s";
  p.y_label = v == variable::q ? "error of q / rad" : "error of p / (kg m^2/s)";
  p.log_x = true;
  p.log_y = true;
  p.x_range = {{0.0009, 0.11}};
  for (const int order : {2, 4}) {
    report::curve guide{
        order == 2 ? "h^2, h^4" : "", report::role::guide, report::drawn_as::line, {}};
    const double at_coarse =
        to_double(error(c, order == 2 ? scheme::newmark : scheme::simpson, 10, v, 1)) / 3;
    guide.points = {{0.1, at_coarse}, {0.001, at_coarse * (order == 2 ? 1e-4 : 1e-8)}};
    p.curves.push_back(std::move(guide));
  }
  for (const scheme s : schemes) {
    report::curve drawn{
        std::string(name_of(s)), role_of(s), report::drawn_as::line_and_markers, {}};
    for (const int m : meshes_of_a_second) {
      drawn.points.push_back({1.0 / m, to_double(error(c, s, m, v, 1))});
    }
    p.curves.push_back(std::move(drawn));
  }
  p.height = 400;
  return {report::draw(p, fmt::format("ql-convergence-{}", v == variable::q ? 'q' : 'p'))};
}

}  // namespace

void run_fig8(context& c, report::section& out) {
  out.add(report::figure{
      "Largest error over one second against the step, with the slopes 2 and 4 as thin lines.",
      {convergence(c, variable::q), convergence(c, variable::p)}});
  for (const scheme s : schemes) {
    for (const variable v : {variable::p, variable::q}) {
      const std::string text = judged_text(slope(c, s, v), c.digits());
      const std::string key = fmt::format("{} {}", name_of(s), v == variable::q ? 'q' : 'p');
      out.judge(key, text);
      out.judge(key + " check", text);
    }
  }
}

}  // namespace plumbline::experiments::ql
