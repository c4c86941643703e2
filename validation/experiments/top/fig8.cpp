// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figure 8: nutation over one period at h = 0.05 of the nutation period.
//
// TOP Figures 5 and 9: the relative energy error of the double pendulum over ten seconds at h = 0.1 s, and of the top with
// loops over ten periods at h = 0.05 of the period.
//
// TOP Figure 10: the conserved momenta p_φ and p_ψ. The variational schemes keep them to rounding. RK4 on (q, p) keeps
// them exactly, for their derivatives are zero in every stage; the drift in the paper is that of RK4 on (q, q̇).
#include "experiments/top/runs.hpp"

namespace plumbline::experiments::top {

namespace {

constexpr int steps_a_period = 20;

double theta(const node& n) { return n.q[1]; }

report::panel nutation(context& c, int per_period, const std::string& prefix) {
  plot p =
      axes(fmt::format("Nutation angle over one period at h = {} of the period", 1. / per_period),
           "t / P", "θ / rad");
  p.y_range = {{0, 1.2}};
  p.curves.push_back(over_time({"exact", curve_role::exact}, exact_nodes(c, 320, 1), theta));
  for (const scheme s : schemes) {
    auto nodes = run(c, portion(c, s, per_period), 10).nodes;
    nodes.resize(static_cast<std::size_t>(per_period) + 1);
    p.curves.push_back(over_time(look_of(s, drawn_as::line_and_markers), nodes, theta));
  }
  return panel_of(p, prefix);
}

/// The largest |θ − θ_ex| of one period.
measured error(context& c, scheme s) {
  return run(c, portion(c, s, steps_a_period), 1).within.at(1).angles[1];
}

}  // namespace

void run_fig8(context& c, report::section& out) {
  out.add(report::figure{"Nutation over one period at h = 0.05 P and at h = 0.025 P.",
                         {nutation(c, steps_a_period, "top-nutation-20"),
                          nutation(c, 2 * steps_a_period, "top-nutation-40")}});
  const measured simpson = error(c, scheme::simpson);
  judge(c, out, "Simpson visible", simpson);
  judge(c, out, "Simpson/midpoint", simpson / error(c, scheme::midpoint));
  judge(c, out, "Simpson/RK4", simpson / error(c, scheme::rk4));
}

namespace {

struct energy_figure {
  std::string caption;
  std::string description;
  std::string x_label;
  std::string name;
  int exponent = 0;                 ///< the linear panel counts in 10^exponent
  std::array<double, 2> log_range;  ///< of the logarithmic panel
};

/// H/H₀ − 1 and its magnitude on a logarithmic scale; by(scheme) is the run. Judges the growth of the largest error from
/// the first unit of time to the tenth, and Simpson's against the others'.
template <class Run>
void show_energy(context& c, report::section& out, const energy_figure& shown, Run&& by) {
  report::figure figure{shown.caption};
  for (const bool logarithm : {false, true}) {
    const double unit = logarithm ? 1 : std::pow(10.0, -shown.exponent);
    plot p = axes(shown.description, shown.x_label,
                  logarithm || shown.exponent == 0
                      ? "relative energy error"
                      : fmt::format("relative energy error / 10^{{−{}}}", -shown.exponent),
                  logarithm ? logarithmic::y : logarithmic::neither);
    if (logarithm) {
      p.y_range = shown.log_range;
    }
    for (const scheme s : schemes) {
      p.curves.push_back(over_time(look_of(s), run(c, by(s), 10).nodes, [&](const node& n) {
        return logarithm ? std::abs(n.energy_error) : n.energy_error * unit;
      }));
    }
    figure.panels.push_back(panel_of(p, shown.name + (logarithm ? "-log" : "")));
  }
  out.add(std::move(figure));
  const auto worst = [&](scheme s, int horizon) {
    return run(c, by(s), 10).within.at(horizon).energy;
  };
  for (const scheme s : schemes) {
    judge(c, out, fmt::format("{} growth", name_of(s)), worst(s, 10) / worst(s, 1));
  }
  for (const scheme s : {scheme::midpoint, scheme::rk4}) {
    judge(c, out, fmt::format("Simpson/{}", name_of(s)), worst(scheme::simpson, 10) / worst(s, 10));
  }
}

}  // namespace

void run_fig5(context& c, report::section& out) {
  show_energy(c, out,
              {"Double pendulum: relative energy error H/H₀ − 1 over ten seconds at h = 0.1 s, and "
               "its magnitude on a logarithmic scale.",
               "Relative energy error of the double pendulum over ten seconds",
               "t / s",
               "top-pendulum-energy",
               0,
               {1e-8, 1}},
              [&](scheme s) {
                return request{motion::pendulum, s, unit::second, 10, c.digits()};
              });
}

void run_fig9(context& c, report::section& out) {
  show_energy(c, out,
              {"Relative energy error H/H₀ − 1 over ten periods at h = 0.05 P, and its magnitude "
               "on a logarithmic scale.",
               "Relative energy error of the top over ten periods",
               "t / P",
               "top-energy",
               -5,
               {1e-9, 1e-3}},
              [&](scheme s) { return portion(c, s, 20); });
}

namespace {

constexpr std::array<const char*, 2> momenta{"p_φ", "p_ψ"};

measured drift(context& c, scheme s, std::size_t which, int horizon) {
  return run(c, portion(c, s, steps_a_period), horizon).within.at(horizon).momenta[which];
}

void judge_symplectic(context& c, report::section& out, int horizon) {
  for (const scheme s : {scheme::midpoint, scheme::simpson}) {
    for (const std::size_t i : {0U, 1U}) {
      judge(c, out, fmt::format("{} {}", name_of(s), momenta[i]),
            digits_lost(drift(c, s, i, horizon), c.digits()));
    }
  }
}

report::plain_table drift_table(context& c, const std::vector<scheme>& which, int horizon) {
  report::plain_table table{
      fmt::format("Largest relative drift of the momenta over {} periods, h = 0.05 P.", horizon),
      {"", momenta[0], momenta[1]}};
  for (const scheme s : which) {
    table.rows.push_back({std::string(name_of(s)), to_text(drift(c, s, 0, horizon), 3),
                          to_text(drift(c, s, 1, horizon), 3)});
  }
  return table;
}

}  // namespace

void run_fig10(context& c, report::section& out) {
  report::figure figure{
      "Relative error of the momenta over ten periods at h = 0.05 P. An error of exactly zero has "
      "no place on a logarithmic scale: see the table."};
  for (const std::size_t i : {0U, 1U}) {
    plot p = axes(fmt::format("Relative error of {} over ten periods", momenta[i]), "t / P",
                  fmt::format("|{}/{}(0) − 1|", momenta[i], momenta[i]), logarithmic::y);
    for (const scheme s : with_both_rk4) {
      if (drift(c, s, i, 10) > measured(0)) {
        p.curves.push_back(over_time(look_of(s), run(c, portion(c, s, steps_a_period), 10).nodes,
                                     [i](const node& n) { return std::abs(n.momenta[i]); }));
      }
    }
    figure.panels.push_back(panel_of(p, fmt::format("top-momenta-{}", i)));
  }
  out.add(std::move(figure));
  out.add(drift_table(c, {with_both_rk4.begin(), with_both_rk4.end()}, 10));
  judge_symplectic(c, out, 10);
  for (const std::size_t i : {0U, 1U}) {
    judge(c, out, fmt::format("RK4 on velocities {}", momenta[i]),
          digits_lost(drift(c, scheme::rk4_velocity, i, 10), c.digits()));
    judge(c, out, fmt::format("RK4 {}", momenta[i]), drift(c, scheme::rk4, i, 10));
  }
}

void run_momenta_1000(context& c, report::section& out) {
  prepare(
      c,
      {portion(c, scheme::simpson, steps_a_period), portion(c, scheme::midpoint, steps_a_period)},
      1000);
  out.add(drift_table(c, {scheme::midpoint, scheme::simpson}, 1000));
  judge_symplectic(c, out, 1000);
}

}  // namespace plumbline::experiments::top
