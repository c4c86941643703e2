// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 6: the relative energy error |H/H_0 − 1| of the three schemes. Simpson's is bounded and of order
// h⁴, Newmark's is rounding alone, RK4's grows.
#include "experiments/experiment.hpp"
#include "experiments/ql/runs.hpp"

#include <fmt/format.h>

namespace plumbline::experiments::ql {

namespace {

request energies(scheme s, int meshes, int seconds, int digits, bool nodes) {
  return {.by = s,
          .meshes = meshes,
          .seconds = seconds,
          .digits = digits,
          .exact = false,
          .nodes = nodes};
}

report::curve over_time(context& c, const request& r, std::string title, report::role shows) {
  report::curve drawn{std::move(title), shows, report::drawn_as::line, {}};
  for (const node& n : run(c, r).nodes) {
    drawn.points.push_back({n.t, n.energy_error});
  }
  return drawn;
}

report::plot energy_plot(std::string description) {
  report::plot p;
  p.description = std::move(description);
  p.x_label = "t / s";
  p.y_label = "relative energy error";
  p.log_y = true;
  return p;
}

void draw_fig6(context& c, report::section& out) {
  const int digits = c.digits();
  report::plot steps =
      energy_plot("Relative energy error of RK4 and of Simpson at two steps over 10 s");
  steps.y_range = {{1e-10, 1}};
  steps.curves = {
      over_time(c, energies(scheme::rk4, 10, 10, digits, true), "RK4, 0.1 s", report::role::rk4),
      over_time(c, energies(scheme::simpson, 10, 10, digits, true), "Simpson, 0.1 s",
                report::role::simpson),
      over_time(c, energies(scheme::simpson, 100, 10, digits, true), "Simpson, 0.01 s",
                report::role::fourth)};

  report::plot growth =
      energy_plot("Largest relative energy error up to T, for T from 1 to 1000 s");
  growth.x_label = "T / s";
  growth.y_label = "largest energy error up to T";
  growth.log_x = true;
  growth.y_range = {{1e-8, 1}};
  for (const auto& [s, m, title, shows] :
       {std::tuple{scheme::rk4, 10, "RK4, 0.1 s", report::role::rk4},
        std::tuple{scheme::simpson, 10, "Simpson, 0.1 s", report::role::simpson},
        std::tuple{scheme::simpson, 100, "Simpson, 0.01 s", report::role::fourth}}) {
    report::curve drawn{title, shows, report::drawn_as::line_and_markers, {}};
    for (const auto& [seconds, worst] : run(c, energies(s, m, 1000, digits, false)).within) {
      drawn.points.push_back({static_cast<double>(seconds), to_double(worst.energy_error)});
    }
    growth.curves.push_back(std::move(drawn));
  }
  out.add(report::figure{
      "Left: relative energy error over ten seconds. Right: its maximum up to T. RK4 loses nearly "
      "all energy; Simpson’s error is bounded and falls by four orders of magnitude with a tenth "
      "of the step. Newmark’s, not drawn, is rounding alone.",
      {{report::draw(steps, "ql-energy-steps")}, {report::draw(growth, "ql-energy-growth")}}});
}

}  // namespace

void run_fig6(context& c, report::section& out) {
  const int digits = c.digits();
  draw_fig6(c, out);
  const auto worst = [&](scheme s, int meshes, int seconds) {
    return run(c, energies(s, meshes, 1000, digits, false)).within.at(seconds).energy_error;
  };
  const auto judge = [&](std::string_view key, const measured& x) {
    out.judge(key, judged_text(x, digits));
  };
  const measured coarse = worst(scheme::simpson, 10, 1000);
  judge("Simpson order of magnitude", coarse);
  judge("Simpson per tenfold step", log10(measured(coarse / worst(scheme::simpson, 100, 1000))));
  judge("Simpson growth", coarse / worst(scheme::simpson, 10, 10));
  judge("RK4 growth", worst(scheme::rk4, 10, 1000) / worst(scheme::rk4, 10, 10));
  judge("Newmark digits lost", digits_lost(worst(scheme::newmark, 10, 1000), digits));
  judge("h = 0.1", coarse);
  judge("h = 0.05", worst(scheme::simpson, 20, 1000));
  judge("h = 0.025", worst(scheme::simpson, 40, 1000));
  judge("h = 0.01", worst(scheme::simpson, 100, 1000));
}

}  // namespace plumbline::experiments::ql
