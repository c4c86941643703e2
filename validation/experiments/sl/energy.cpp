// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The energy error |H/H_0 − 1| of both schemes on SL's pendulum, which the slides do not show. Simpson's is bounded.
// At 10 meshes a period the bound is reached only after about two hundred periods; from 20 meshes on it is reached
// within the first ten.
#include "experiments/experiment.hpp"
#include "experiments/sl/runs.hpp"
#include <plumbline/measure/order_fit.hpp>

#include <fmt/format.h>

namespace plumbline::experiments::sl {

namespace {

constexpr std::array meshes{10, 20, 40};

const record& run_of(context& c, scheme s, int m) {
  // only the coarsest mesh needs a longer run to show its bound
  return run(c, {s, m, s == scheme::simpson && m == meshes.front() ? 10000 : 1000, c.digits()});
}

report::panel growth(context& c, scheme s) {
  report::plot p;
  p.description =
      fmt::format("Largest relative energy error of {} up to T, for three meshes", name_of(s));
  p.x_label = "T / periods";
  p.y_label = "largest energy error up to T";
  p.log_x = true;
  p.log_y = true;
  p.x_range = {{9, 11000}};
  constexpr std::array roles{report::role::first, report::role::second, report::role::third};
  for (std::size_t k = 0; k < meshes.size(); ++k) {
    report::curve drawn{
        fmt::format("{} meshes", meshes[k]), roles[k], report::drawn_as::line_and_markers, {}};
    for (const auto& [periods, worst] : run_of(c, s, meshes[k]).within) {
      drawn.points.push_back({static_cast<double>(periods), to_double(worst.energy_error)});
    }
    p.curves.push_back(std::move(drawn));
  }
  return {report::draw(p, fmt::format("sl-energy-{}", name_of(s)))};
}

}  // namespace

void run_energy(context& c, report::section& out) {
  const auto worst = [&](int m, int periods) {
    return run_of(c, scheme::simpson, m).within.at(periods).energy_error;
  };
  const auto judge = [&](const std::string& key, const measured& x) {
    out.judge(key, judged_text(x, c.digits()));
  };
  out.add(report::figure{
      "Largest relative energy error up to T, left Simpson, right Newmark, at 10, 20 and 40 meshes "
      "a period. Simpson’s at 10 meshes reaches its bound after about two hundred periods, the "
      "others within the first ten.",
      {growth(c, scheme::simpson), growth(c, scheme::newmark)}});
  judge("10 meshes, 10 periods", worst(10, 10));
  judge("10 meshes, 1000 periods", worst(10, 1000));
  judge("10 meshes, bounded", worst(10, 10000) / worst(10, 1000));
  judge("20 meshes, flat", worst(20, 1000) / worst(20, 10));
  judge("40 meshes, flat", worst(40, 1000) / worst(40, 10));
  judge("order", observed_order<measured>(2, worst(20, 1000), 1, worst(40, 1000)));
}

}  // namespace plumbline::experiments::sl
