// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's curves of the pendulum: Newmark over ten periods at 10 points a period, and Simpson against Newmark at 10,
// 20 and 40 meshes a period. The slides do not say which part of the motion the latter show; ours is the last three
// of ten periods, where the lag of Newmark is largest.
#include "experiments/experiment.hpp"
#include "experiments/sl/runs.hpp"

#include <fmt/format.h>

namespace plumbline::experiments::sl {

namespace {

constexpr int periods = 10;
constexpr std::array meshes{10, 20, 40};

report::curve over_time(std::string title, report::role shows, report::drawn_as how,
                        const std::vector<node>& nodes, variable v, double from) {
  report::curve drawn{std::move(title), shows, how, {}};
  for (const node& n : nodes) {
    if (n.t >= from) {
      drawn.points.push_back({n.t, n.value(v)});
    }
  }
  return drawn;
}

/// The exact curve and the nodes of some schemes from `from` to the end of the tenth period.
report::panel motion(context& c, int m, variable v, const std::vector<scheme>& shown, int from) {
  report::plot p;
  p.description = fmt::format("{} of the pendulum at {} meshes a period, periods {} to {}",
                              v == variable::state ? "Angle" : "Momentum", m, from, periods);
  p.x_label = "t / T";
  p.y_label = v == variable::state ? "q / rad" : "p / (kg m^2/s)";
  p.curves.push_back(over_time("exact", report::role::exact, report::drawn_as::line,
                               exact_nodes(80, periods), v, from));
  for (const scheme s : shown) {
    p.curves.push_back(over_time(
        std::string(name_of(s)), role_of(s),
        s == scheme::simpson ? report::drawn_as::markers : report::drawn_as::line_and_markers,
        run(c, {s, m, periods, c.digits(), true}).nodes, v, from));
  }
  return {report::draw(p, fmt::format("sl-{}-{}-{}", name_of(v), m, from))};
}

}  // namespace

void run_curves(context& c, report::section& out) {
  out.add(report::figure{
      "Newmark over ten periods at 10 points a period: it falls behind the exact motion.",
      {motion(c, 10, variable::state, {scheme::newmark}, 0)}});
  for (const int m : meshes) {
    out.add(report::figure{
        fmt::format("Simpson and Newmark at {} meshes a period, the last three of ten periods.", m),
        {motion(c, m, variable::state, {scheme::newmark, scheme::simpson}, periods - 3),
         motion(c, m, variable::momentum, {scheme::newmark, scheme::simpson}, periods - 3)}});
    const auto error = [&](scheme s) {
      return run(c, {s, m, periods, c.digits(), true}).within.at(periods).error(variable::state);
    };
    out.judge(fmt::format("{} meshes", m),
              judged_text(measured(error(scheme::simpson) / error(scheme::newmark)), c.digits()));
  }
}

}  // namespace plumbline::experiments::sl
