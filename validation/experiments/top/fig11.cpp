// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figures 4 and 11: errors against the step, and their orders: least-squares slopes over the four steps of the
// tables, and the slopes between the two finest of still finer steps, which tell what is left at the limit.
#include "experiments/top/runs.hpp"

namespace plumbline::experiments::top {

namespace {

constexpr std::array finer{1, 2, 4, 8, 16, 32};  ///< times the coarsest mesh
constexpr std::size_t in_tables = 4;

struct line {
  motion of;
  scheme by;
  int coarsest;  ///< steps a unit
  int horizon;
  quantity value;
};

std::vector<measured> errors(context& c, const line& l) {
  std::vector<request> all;
  for (const int k : finer) {
    all.push_back({l.of, l.by, l.of == motion::loops ? unit::period : unit::second, l.coarsest * k,
                   c.digits()});
  }
  std::reverse(all.begin(), all.end());
  prepare(c, all, l.horizon);
  std::vector<measured> found;
  for (auto r = all.rbegin(); r != all.rend(); ++r) {
    found.push_back(l.value(run(c, *r, l.horizon).within.at(l.horizon)));
  }
  return found;
}

std::vector<measured> steps(int coarsest) {
  auto meshes = finer;
  for (int& m : meshes) {
    m *= coarsest;
  }
  return steps_of(meshes);
}

measured slope_of_tables(const line& l, const std::vector<measured>& e) {
  auto h = steps(l.coarsest);
  h.resize(in_tables);
  return fitted_order(h, {e.begin(), e.begin() + in_tables});
}

/// RK4 is judged on (q, q̇), as Figure 10 shows that the paper has it, and once more on (q, p), which keeps the momenta.
constexpr std::array judged{scheme::midpoint, scheme::rk4_velocity, scheme::rk4, scheme::simpson};

std::string key_of(scheme s) {
  return s == scheme::rk4            ? "RK4 on (q, p)"
         : s == scheme::rk4_velocity ? "RK4"
                                     : std::string(name_of(s));
}

/// Draws the lines of the schemes, judges their slopes and returns the errors.
std::map<scheme, std::vector<measured>> lines(context& c, report::section& out, report::plot& p,
                                              const line& common, const std::string& quantity) {
  p.height = 400;
  std::map<scheme, std::vector<measured>> all;
  for (const scheme s : judged) {
    line l = common;
    l.by = s;
    all[s] = errors(c, l);
    p.curves.push_back(
        curve_through(look_of(s, drawn_as::line_and_markers), steps(l.coarsest), all[s]));
    judge(c, out, fmt::format("{} {}", key_of(s), quantity), slope_of_tables(l, all[s]));
    judge(c, out, fmt::format("{} {} fine", key_of(s), quantity),
          halved_order(all[s][finer.size() - 2], all[s].back()));
  }
  for (const auto& [order, s] : {std::pair{2, scheme::midpoint}, std::pair{4, scheme::simpson}}) {
    const double at_coarse = to_double(all[s].front()) / 3;
    const double h = 1. / common.coarsest;
    const double ratio = 1. / finer.back();
    p.curves.push_back(
        {order == 2 ? "h^2, h^4" : "",
         role::guide,
         drawn_as::line,
         {{h, at_coarse},
          {h * ratio, at_coarse * (order == 2 ? ratio * ratio : ratio * ratio * ratio * ratio)}}});
  }
  return all;
}

/// The largest ratio over the steps.
measured largest_ratio(const std::vector<measured>& above, const std::vector<measured>& below) {
  measured worst(0);
  for (std::size_t k = 0; k < above.size(); ++k) {
    worst = std::max(worst, measured(above[k] / below[k]));
  }
  return worst;
}

/// Simpson's errors over RK4's, in both readings.
void judge_precision(context& c, report::section& out, const std::string& quantity,
                     const std::map<scheme, std::vector<measured>>& all) {
  for (const scheme s : {scheme::rk4_velocity, scheme::rk4}) {
    judge(c, out, fmt::format("Simpson/{}{}", key_of(s), quantity),
          largest_ratio(all.at(scheme::simpson), all.at(s)));
  }
}

}  // namespace

void run_fig4(context& c, report::section& out) {
  report::plot p = axes(
      "Largest energy error of the double pendulum over ten seconds against the step, both "
      "logarithmic",
      "h / s", "relative energy error", logarithmic::both);
  const auto all = lines(c, out, p, {motion::pendulum, scheme::simpson, 10, 10, energy_error}, "H");
  out.add(
      report::figure{"Double pendulum: largest relative energy error over ten seconds against the "
                     "step. Thin lines have the slopes 2 and 4.",
                     {panel_of(p, "top-convergence-pendulum")}});
  judge_precision(c, out, "", all);
}

void run_fig11(context& c, report::section& out) {
  report::plot nutation = axes(
      "Largest relative error of the nutation angle over one period against the step, both "
      "logarithmic",
      "h / P", "relative error of θ", logarithmic::both);
  const auto theta =
      lines(c, out, nutation, {motion::loops, scheme::simpson, 20, 1, theta_error}, "θ");
  report::plot energies =
      axes("Largest relative energy error over one period against the step, both logarithmic",
           "h / P", "relative energy error", logarithmic::both);
  const auto energy =
      lines(c, out, energies, {motion::loops, scheme::simpson, 20, 1, energy_error}, "H");
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
