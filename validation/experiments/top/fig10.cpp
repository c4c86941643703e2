// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figure 10: the conserved momenta p_φ and p_ψ. The variational schemes keep them to rounding. RK4 on (q, p) keeps
// them exactly, for their derivatives are zero in every stage; the drift in the paper is that of RK4 on (q, q̇).
#include "experiments/experiment.hpp"
#include "experiments/top/runs.hpp"

#include <fmt/format.h>

#include <cmath>

namespace plumbline::experiments::top {

namespace {

constexpr int coarse = 20;
constexpr std::array<const char*, 2> momenta{"p_φ", "p_ψ"};
constexpr std::array all{scheme::midpoint, scheme::rk4, scheme::rk4_velocity, scheme::simpson};

measured drift(context& c, scheme s, std::size_t which, int horizon) {
  return run(c, portion(c, s, coarse), horizon).within.at(horizon).momenta[which];
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
      {"", momenta[0], momenta[1]},
      {}};
  for (const scheme s : which) {
    table.rows.push_back({std::string(name_of(s)), to_text(drift(c, s, 0, horizon), 3),
                          to_text(drift(c, s, 1, horizon), 3)});
  }
  return table;
}

}  // namespace

void run_fig10(context& c, report::section& out) {
  report::figure figure{
      "Relative error of the momenta over ten periods at h = 0.05 P. An error of "
      "exactly zero has no place on a logarithmic scale: see the table.",
      {}};
  for (const std::size_t i : {0U, 1U}) {
    report::plot p;
    p.description = fmt::format("Relative error of {} over ten periods", momenta[i]);
    p.x_label = "t / P";
    p.y_label = fmt::format("|{}/{}(0) − 1|", momenta[i], momenta[i]);
    p.log_y = true;
    for (const scheme s : all) {
      if (drift(c, s, i, 10) > measured(0)) {
        p.curves.push_back(over_time(run(c, portion(c, s, coarse), 10).nodes,
                                     std::string(name_of(s)), role_of(s),
                                     [i](const node& n) { return std::abs(n.momenta[i]); }));
      }
    }
    figure.panels.push_back({report::draw(p, fmt::format("top-momenta-{}", i))});
  }
  out.add(std::move(figure));
  out.add(drift_table(c, {all.begin(), all.end()}, 10));
  judge_symplectic(c, out, 10);
  for (const std::size_t i : {0U, 1U}) {
    judge(c, out, fmt::format("RK4 on velocities {}", momenta[i]),
          digits_lost(drift(c, scheme::rk4_velocity, i, 10), c.digits()));
    judge(c, out, fmt::format("RK4 {}", momenta[i]), drift(c, scheme::rk4, i, 10));
  }
}

void run_momenta_1000(context& c, report::section& out) {
  prepare(c, {portion(c, scheme::simpson, coarse), portion(c, scheme::midpoint, coarse)}, 1000);
  out.add(drift_table(c, {scheme::midpoint, scheme::simpson}, 1000));
  judge_symplectic(c, out, 1000);
}

}  // namespace plumbline::experiments::top
