// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figures 2 to 5: the angles over one and over ten seconds, the momenta, and phase portraits, all at h = 0.1 s, with
// what section 6.1 says of Newmark at h = 0.01 s.
#include "experiments/ql/states.hpp"

namespace plumbline::experiments::ql {

namespace {

constexpr int coarse = 10;  // meshes a second: h = 0.1 s

std::string symbol(variable v, int component) {
  return fmt::format("{}_{}", letter_of(v), component + 1);
}
std::string unit(variable v) { return v == variable::q ? "rad" : "(kg m^2/s)"; }

const record& states(context& c, scheme s, int meshes, int seconds) {
  return run(c,
             {.by = s, .meshes = meshes, .seconds = seconds, .digits = c.digits(), .nodes = true});
}

/// The norms of the errors over time, with Newmark at h = 0.01 s if wanted.
report::panel error_panel(context& c, variable v, int seconds, bool fine_newmark) {
  plot p =
      axes(fmt::format("Norm of the error of {} over {} s, logarithmic", letter_of(v), seconds),
           "t / s", error_label(v), logarithmic::y);
  const auto add = [&](scheme s, int meshes, curve empty) {
    std::vector<node> coarse_nodes;
    const auto& nodes = states(c, s, meshes, seconds).nodes;
    const auto stride = static_cast<std::size_t>(meshes / coarse);
    for (std::size_t n = stride; n < nodes.size(); n += stride) {
      coarse_nodes.push_back(nodes[n]);
    }
    p.curves.push_back(curve_of(std::move(empty), coarse_nodes, [v](const node& n) {
      return point{n.t, n.error(v)};
    }));
  };
  for (const scheme s : schemes) {
    add(s, coarse, look_of(s, drawn_as::line));
  }
  if (fine_newmark) {
    add(scheme::newmark, 10 * coarse, {"Newmark, h = 0.01 s", curve_role::fourth});
  }
  return panel_of(p, fmt::format("ql-error-{}-{}", letter_of(v), seconds));
}

report::panel portrait(context& c, int component) {
  const auto in_phase_space = [component](const node& n) {
    return point{n.value(variable::q, component), n.value(variable::p, component)};
  };
  plot p = axes(fmt::format("Phase portrait of the rod number {} over 3 s: exact, Newmark, Simpson",
                            component + 1),
                fmt::format("q_{} / rad", component + 1),
                fmt::format("p_{} / (kg m^2/s)", component + 1));
  p.curves.push_back(curve_of({"exact", curve_role::exact}, exact_nodes(200, 3), in_phase_space));
  for (const scheme s : {scheme::newmark, scheme::simpson}) {
    const auto how = s == scheme::simpson ? drawn_as::markers : drawn_as::line_and_markers;
    p.curves.push_back(curve_of(look_of(s, how), states(c, s, coarse, 3).nodes, in_phase_space));
  }
  p.height = 420;
  return panel_of(p, fmt::format("ql-portrait-{}", component + 1));
}

/// The largest error of q or p up to a horizon over the largest |q| or |p| of the exact motion: a share of the axis.
measured error_on_axis(context& c, scheme s, int meshes, variable v, int seconds) {
  double axis = 0;
  for (const node& n : exact_nodes(200, seconds)) {
    axis = std::max({axis, std::abs(n.value(v, 0)), std::abs(n.value(v, 1))});
  }
  return error(c, s, meshes, v, seconds) / measured(axis);
}

measured ratio(context& c, scheme over, scheme under, variable v, int seconds) {
  return error(c, over, coarse, v, seconds) / error(c, under, coarse, v, seconds);
}

/// Judges the ratio of two errors under "<over>/<under>".
void judge_ratio(context& c, report::section& out, scheme over, scheme under, variable v,
                 int seconds) {
  judge(c, out, fmt::format("{}/{}", name_of(over), name_of(under)),
        ratio(c, over, under, v, seconds));
}

}  // namespace

report::panel state_panel(context& c, variable v, int component, int seconds,
                          std::string_view paper) {
  const auto over_time = [&](const node& n) { return point{n.t, n.value(v, component)}; };
  plot p = axes(fmt::format("{} over {} s: exact solution, Newmark, RK4 and Simpson at h = 0.1 s",
                            symbol(v, component), seconds),
                "t / s", fmt::format("{} / {}", symbol(v, component), unit(v)));
  p.curves.push_back(curve_of({"exact", curve_role::exact},
                              exact_nodes(seconds > 3 ? 60 : 200, seconds), over_time));
  for (const scheme s : schemes) {
    p.curves.push_back(curve_of(look_of(s), states(c, s, coarse, seconds).nodes, over_time));
  }
  return panel_of(p, fmt::format("{}-{}{}-{}", paper, letter_of(v), component + 1, seconds));
}

measured error(context& c, scheme s, int meshes, variable v, int seconds) {
  return states(c, s, meshes, seconds).within.at(seconds).error(v);
}

std::string error_label(variable v) {
  return fmt::format("error of {} / {}", letter_of(v), unit(v));
}

void run_fig2(context& c, report::section& out) {
  out.add(
      report::figure{"The angles q₁ and q₂ over one second, h = 0.1 s. Simpson’s nodes lie on the "
                     "exact curve to the eye; Newmark’s lag behind.",
                     {state_panel(c, variable::q, 0, 1), state_panel(c, variable::q, 1, 1)}});
  judge_ratio(c, out, scheme::simpson, scheme::newmark, variable::q, 1);
  judge_ratio(c, out, scheme::simpson, scheme::rk4, variable::q, 1);
  judge_ratio(c, out, scheme::rk4, scheme::newmark, variable::q, 1);
}

void run_fig3(context& c, report::section& out) {
  out.add(
      report::figure{"The angles q₁ and q₂ over ten seconds, h = 0.1 s. Newmark and RK4 lose the "
                     "phase or the amplitude; Simpson’s nodes stay on the exact curve. Below: the "
                     "norm of the error of q, also for Newmark with ten times as many steps.",
                     {state_panel(c, variable::q, 0, 10), state_panel(c, variable::q, 1, 10),
                      error_panel(c, variable::q, 10, true)}});
  judge_ratio(c, out, scheme::simpson, scheme::newmark, variable::q, 10);
  judge_ratio(c, out, scheme::simpson, scheme::rk4, variable::q, 10);
  judge(c, out, "Simpson follows", error_on_axis(c, scheme::simpson, coarse, variable::q, 10));
  judge(c, out, "Newmark fine deviates",
        error_on_axis(c, scheme::newmark, 10 * coarse, variable::q, 10));
  const measured fine = error(c, scheme::newmark, 10 * coarse, variable::q, 10);
  for (const scheme s : {scheme::newmark, scheme::simpson}) {
    judge(c, out, fmt::format("Newmark fine/{}", name_of(s)),
          fine / error(c, s, coarse, variable::q, 10));
  }
}

void run_fig4(context& c, report::section& out) {
  out.add(report::figure{
      "The momenta p₁ and p₂ over ten seconds, h = 0.1 s, and the norm of the error of p.",
      {state_panel(c, variable::p, 0, 10), state_panel(c, variable::p, 1, 10),
       error_panel(c, variable::p, 10, false)}});
  judge_ratio(c, out, scheme::simpson, scheme::newmark, variable::p, 10);
  judge_ratio(c, out, scheme::simpson, scheme::rk4, variable::p, 10);
  judge(c, out, "Simpson follows", error_on_axis(c, scheme::simpson, coarse, variable::p, 10));
}

void run_fig5(context& c, report::section& out) {
  out.add(
      report::figure{"Phase portraits over three seconds, h = 0.1 s. Simpson’s nodes lie on the "
                     "exact curve, Newmark’s leave it within the first second.",
                     {portrait(c, 0), portrait(c, 1)}});
  for (const variable v : {variable::q, variable::p}) {
    judge(c, out, letter_of(v), ratio(c, scheme::simpson, scheme::newmark, v, 3));
    judge(c, out, letter_of(v) + " follows", error_on_axis(c, scheme::simpson, coarse, v, 3));
    judge(c, out, letter_of(v) + " deviates", error_on_axis(c, scheme::newmark, coarse, v, 3));
  }
}

}  // namespace plumbline::experiments::ql
