// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 5: phase portraits over three seconds at h = 0.1 s.
#include "experiments/experiment.hpp"
#include "experiments/ql/states.hpp"

#include <fmt/format.h>

namespace plumbline::experiments::ql {

namespace {

report::panel portrait(context& c, int component) {
  const auto i = static_cast<std::size_t>(component);
  report::plot p;
  p.description = fmt::format(
      "Phase portrait of the rod number {} over 3 s: exact, Newmark, Simpson", component + 1);
  p.x_label = fmt::format("q_{} / rad", component + 1);
  p.y_label = fmt::format("p_{} / (kg m^2/s)", component + 1);
  report::curve exact{"exact", report::role::exact, report::drawn_as::line, {}};
  for (const node& n : exact_nodes(200, 3)) {
    exact.points.push_back({n.q[i], n.p[i]});
  }
  p.curves.push_back(std::move(exact));
  for (const scheme s : {scheme::newmark, scheme::simpson}) {
    report::curve drawn{
        std::string(name_of(s)), role_of(s), report::drawn_as::line_and_markers, {}};
    drawn.how =
        s == scheme::simpson ? report::drawn_as::markers : report::drawn_as::line_and_markers;
    for (const node& n :
         run(c, {.by = s, .meshes = 10, .seconds = 3, .digits = c.digits(), .nodes = true}).nodes) {
      drawn.points.push_back({n.q[i], n.p[i]});
    }
    p.curves.push_back(std::move(drawn));
  }
  p.height = 420;
  return {report::draw(p, fmt::format("ql-portrait-{}", component + 1))};
}

}  // namespace

void run_fig5(context& c, report::section& out) {
  out.add(report::figure{
      "Phase portraits over three seconds, h = 0.1 s. Simpson’s nodes lie on the exact curve, "
      "Newmark’s leave it within the first second.",
      {portrait(c, 0), portrait(c, 1)}});
  for (const variable v : {variable::q, variable::p}) {
    const measured ratio =
        error(c, scheme::simpson, 10, v, 3) / error(c, scheme::newmark, 10, v, 3);
    const std::string letter = v == variable::q ? "q" : "p";
    out.judge(letter, judged_text(ratio, c.digits()));
    out.judge(letter + " follows",
              judged_text(error_on_axis(c, scheme::simpson, 10, v, 3), c.digits()));
    out.judge(letter + " deviates",
              judged_text(error_on_axis(c, scheme::newmark, 10, v, 3), c.digits()));
  }
}

}  // namespace plumbline::experiments::ql
