// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's curves of the pendulum: Newmark over ten periods at 10 points a period, and Simpson against Newmark at 10,
// 20 and 40 meshes a period. The slides do not say which part of the motion the latter show; ours is the last three
// of ten periods, where the lag of Newmark is largest.
//
// The energy error |H/H_0 − 1| of both schemes on SL's pendulum, which the slides do not show. Simpson's is bounded.
// At 10 meshes a period the bound is reached only after about two hundred periods; from 20 meshes on it is reached
// within the first ten.
#include "experiments/sl/runs.hpp"

namespace plumbline::experiments::sl {

namespace {

constexpr int periods = 10;
constexpr std::array meshes{10, 20, 40};

/// The exact curve and the nodes of some schemes from `from` to the end of the tenth period.
report::panel motion(context& c, int m, variable v, const std::vector<scheme>& shown, int from) {
  const bool angle = v == variable::q;
  plot p = axes(fmt::format("{} of the pendulum at {} meshes a period, periods {} to {}",
                            angle ? "Angle" : "Momentum", m, from, periods),
                "t / T", angle ? "q / rad" : "p / (kg m^2/s)");
  const auto add = [&](curve empty, std::vector<node> nodes) {
    std::erase_if(nodes, [from](const node& n) { return n.t < from; });
    p.curves.push_back(curve_of(std::move(empty), nodes, [v](const node& n) {
      return point{n.t, n.value(v)};
    }));
  };
  add({"exact", curve_role::exact}, exact_nodes(80, periods));
  for (const scheme s : shown) {
    add(look_beside_exact(s), run(c, {s, m, periods, c.digits(), true}).nodes);
  }
  return panel_of(p, fmt::format("sl-{}-{}-{}", name_of(v), m, from));
}

}  // namespace

void run_curves(context& c, report::section& out) {
  out.add(report::figure{
      "Newmark over ten periods at 10 points a period: it falls behind the exact motion.",
      {motion(c, 10, variable::q, {scheme::newmark}, 0)}});
  for (const int m : meshes) {
    out.add(report::figure{
        fmt::format("Simpson and Newmark at {} meshes a period, the last three of ten periods.", m),
        {motion(c, m, variable::q, {scheme::newmark, scheme::simpson}, periods - 3),
         motion(c, m, variable::p, {scheme::newmark, scheme::simpson}, periods - 3)}});
    const auto error = [&](scheme s) {
      return run(c, {s, m, periods, c.digits(), true}).within.at(periods).error(variable::q);
    };
    judge(c, out, fmt::format("{} meshes", m), error(scheme::simpson) / error(scheme::newmark));
  }
}

namespace {

const record& run_of(context& c, scheme s, int m) {
  // only the coarsest mesh needs a longer run to show its bound
  return run(c, {s, m, s == scheme::simpson && m == meshes.front() ? 10000 : 1000, c.digits()});
}

report::panel growth(context& c, scheme s) {
  plot p =
      axes(fmt::format("Largest relative energy error of {} up to T, for three meshes", name_of(s)),
           "T / periods", "largest energy error up to T", logarithmic::both);
  p.x_range = {{9, 11000}};
  constexpr std::array roles{curve_role::first, curve_role::second, curve_role::third};
  for (std::size_t k = 0; k < meshes.size(); ++k) {
    p.curves.push_back(curve_of(
        {fmt::format("{} meshes", meshes[k]), roles[k], drawn_as::line_and_markers},
        run_of(c, s, meshes[k]).within, [](const auto& horizon) {
          return point{static_cast<double>(horizon.first), to_double(horizon.second.energy_error)};
        }));
  }
  return panel_of(p, fmt::format("sl-energy-{}", name_of(s)));
}

}  // namespace

void run_energy(context& c, report::section& out) {
  const auto worst = [&](int m, int horizon) {
    return run_of(c, scheme::simpson, m).within.at(horizon).energy_error;
  };
  out.add(
      report::figure{"Largest relative energy error up to T, left Simpson, right Newmark, at 10, "
                     "20 and 40 meshes a period. Simpson’s at 10 meshes reaches its bound after "
                     "about two hundred periods, the others within the first ten.",
                     {growth(c, scheme::simpson), growth(c, scheme::newmark)}});
  judge(c, out, "10 meshes, 10 periods", worst(10, 10));
  judge(c, out, "10 meshes, 1000 periods", worst(10, 1000));
  judge(c, out, "10 meshes, bounded", worst(10, 10000) / worst(10, 1000));
  judge(c, out, "20 meshes, flat", worst(20, 1000) / worst(20, 10));
  judge(c, out, "40 meshes, flat", worst(40, 1000) / worst(40, 10));
  judge(c, out, "order", halved_order(worst(20, 1000), worst(40, 1000)));
}

}  // namespace plumbline::experiments::sl
