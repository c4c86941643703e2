// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/ql/states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::experiments::ql {

namespace {

constexpr int coarse = 10;  // meshes a second: h = 0.1 s

std::string symbol(variable v, int component) {
  return fmt::format("{}_{}", v == variable::q ? 'q' : 'p', component + 1);
}
std::string unit(variable v) { return v == variable::q ? "rad" : "(kg m^2/s)"; }

double value(const node& n, variable v, int component) {
  return (v == variable::q ? n.q : n.p)[static_cast<std::size_t>(component)];
}

const record& states(context& c, scheme s, int meshes, int seconds) {
  return run(c,
             {.by = s, .meshes = meshes, .seconds = seconds, .digits = c.digits(), .nodes = true});
}

}  // namespace

report::panel state_panel(context& c, variable v, int component, int seconds,
                          std::string_view paper) {
  report::plot p;
  p.description = fmt::format("{} over {} s: exact solution, Newmark, RK4 and Simpson at h = 0.1 s",
                              symbol(v, component), seconds);
  p.x_label = "t / s";
  p.y_label = fmt::format("{} / {}", symbol(v, component), unit(v));
  report::curve exact{"exact", report::role::exact, report::drawn_as::line, {}};
  for (const node& n : exact_nodes(seconds > 3 ? 60 : 200, seconds)) {
    exact.points.push_back({n.t, value(n, v, component)});
  }
  p.curves.push_back(std::move(exact));
  for (const scheme s : schemes) {
    report::curve drawn{
        std::string(name_of(s)), role_of(s), report::drawn_as::line_and_markers, {}};
    for (const node& n : states(c, s, coarse, seconds).nodes) {
      drawn.points.push_back({n.t, value(n, v, component)});
    }
    p.curves.push_back(std::move(drawn));
  }
  return {report::draw(
      p, fmt::format("{}-{}{}-{}", paper, v == variable::q ? 'q' : 'p', component + 1, seconds))};
}

report::panel error_panel(context& c, variable v, int seconds, bool fine_newmark) {
  report::plot p;
  p.description = fmt::format("Norm of the error of {} over {} s, logarithmic",
                              v == variable::q ? 'q' : 'p', seconds);
  p.x_label = "t / s";
  p.y_label = fmt::format("error of {} / {}", v == variable::q ? 'q' : 'p', unit(v));
  p.log_y = true;
  const auto add = [&](scheme s, int meshes, std::string title, report::role shows) {
    report::curve drawn{std::move(title), shows, report::drawn_as::line, {}};
    const auto& nodes = states(c, s, meshes, seconds).nodes;
    for (std::size_t n = static_cast<std::size_t>(meshes / coarse); n < nodes.size();
         n += static_cast<std::size_t>(meshes / coarse)) {
      drawn.points.push_back({nodes[n].t, v == variable::q ? nodes[n].error_q : nodes[n].error_p});
    }
    p.curves.push_back(std::move(drawn));
  };
  for (const scheme s : schemes) {
    add(s, coarse, std::string(name_of(s)), role_of(s));
  }
  if (fine_newmark) {
    add(scheme::newmark, 10 * coarse, "Newmark, h = 0.01 s", report::role::fourth);
  }
  return {report::draw(p, fmt::format("ql-error-{}-{}", v == variable::q ? 'q' : 'p', seconds))};
}

measured error(context& c, scheme s, int meshes, variable v, int seconds) {
  const maxima& m = states(c, s, meshes, seconds).within.at(seconds);
  return v == variable::q ? m.error_q : m.error_p;
}

measured error_on_axis(context& c, scheme s, int meshes, variable v, int seconds) {
  double axis = 0;
  for (const node& n : exact_nodes(200, seconds)) {
    axis = std::max({axis, std::abs(value(n, v, 0)), std::abs(value(n, v, 1))});
  }
  return error(c, s, meshes, v, seconds) / measured(axis);
}

void judge_ratio(context& c, report::section& out, scheme over, scheme under, variable v,
                 int seconds) {
  const measured ratio = error(c, over, coarse, v, seconds) / error(c, under, coarse, v, seconds);
  out.judge(fmt::format("{}/{}", name_of(over), name_of(under)), judged_text(ratio, c.digits()));
}

}  // namespace plumbline::experiments::ql
