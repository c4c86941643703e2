// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figures 4 and 11: errors against the step, and their orders: least-squares slopes over the four steps of the
// tables, and the slopes between the two finest of still finer steps, which tell what is left at the limit.
#include "experiments/top/runs.hpp"

namespace plumbline::experiments::top {

namespace {

constexpr int steps_in_figures = 6;

/// RK4 is judged on (q, q̇), as Figure 10 shows that the paper has it, and once more on (q, p), which keeps the momenta.
constexpr std::array judged{scheme::midpoint, scheme::rk4_velocity, scheme::rk4, scheme::simpson};

std::string key_of(scheme s) {
  return s == scheme::rk4            ? "RK4 on (q, p)"
         : s == scheme::rk4_velocity ? "RK4"
                                     : std::string(name_of(s));
}

/// Draws the lines of the schemes, judges their slopes and returns the errors.
std::map<scheme, std::vector<measured>> lines(context& c, report::section& out, plot& p,
                                              const table_kind& kind, int horizon,
                                              const std::string& letter) {
  p.height = 400;
  prepare(c, kind, horizon, steps_in_figures);
  const std::vector<measured> steps = steps_of(kind, steps_in_figures);
  std::map<scheme, std::vector<measured>> all;
  for (const scheme s : judged) {
    const std::vector<measured> errors = errors_of(c, kind, s, horizon, steps_in_figures);
    p.curves.push_back(curve_through(look_of(s, drawn_as::line_and_markers), steps, errors));
    judge(c, out, fmt::format("{} {}", key_of(s), letter),
          fitted_order(steps_of(kind), errors_of(c, kind, s, horizon)));
    judge(c, out, fmt::format("{} {} fine", key_of(s), letter), last_order(errors));
    all[s] = errors;
  }
  for (const auto& [order, s] : {std::pair{2, scheme::midpoint}, std::pair{4, scheme::simpson}}) {
    const double at_coarse = to_double(all[s].front()) / 3;
    const double h = 1. / kind.coarsest;
    const double ratio = 1. / (1 << (steps_in_figures - 1));
    p.curves.push_back(
        {order == 2 ? "h^2, h^4" : "",
         curve_role::guide,
         drawn_as::line,
         {{h, at_coarse},
          {h * ratio, at_coarse * (order == 2 ? ratio * ratio : ratio * ratio * ratio * ratio)}}});
  }
  return all;
}

/// Simpson's errors over RK4's, in both readings: the largest over the steps.
void judge_precision(context& c, report::section& out, const std::string& quantity,
                     const std::map<scheme, std::vector<measured>>& all) {
  for (const scheme s : {scheme::rk4_velocity, scheme::rk4}) {
    judge(c, out, fmt::format("Simpson/{}{}", key_of(s), quantity),
          largest(mapped(all.at(scheme::simpson), all.at(s), ratio)));
  }
}

}  // namespace

void run_fig4(context& c, report::section& out) {
  plot p = axes(
      "Largest energy error of the double pendulum over ten seconds against the step, both "
      "logarithmic",
      "h / s", "relative energy error", logarithmic::both);
  const auto all = lines(c, out, p, table2, 10, "H");
  out.add(
      report::figure{"Double pendulum: largest relative energy error over ten seconds against the "
                     "step. Thin lines have the slopes 2 and 4.",
                     {panel_of(p, "top-convergence-pendulum")}});
  judge_precision(c, out, "", all);
}

void run_fig11(context& c, report::section& out) {
  plot nutation = axes(
      "Largest relative error of the nutation angle over one period against the step, both "
      "logarithmic",
      "h / P", "relative error of θ", logarithmic::both);
  const auto theta = lines(c, out, nutation, table4, 1, "θ");
  plot energies =
      axes("Largest relative energy error over one period against the step, both logarithmic",
           "h / P", "relative energy error", logarithmic::both);
  const auto energy = lines(c, out, energies, table5, 1, "H");
  out.add(report::figure{
      "Largest relative errors of θ and of H over one nutation period against the step. Thin lines "
      "have the slopes 2 and 4. RK4 on velocities is RK4 on (q, q̇), on which the paper’s Figure 10 "
      "was made; RK4 is RK4 on (q, p), whose energy error has a bounded part of order 4 and one of "
      "order 5 that grows with time.",
      {panel_of(nutation, "top-convergence-theta"), panel_of(energies, "top-convergence-energy")}});
  judge_precision(c, out, " θ", theta);
  judge_precision(c, out, " H", energy);
}

}  // namespace plumbline::experiments::top
