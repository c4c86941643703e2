// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Figures 2 and 3: the period of Suris 1 (ε = 0.2, p0 = 1.95) over 10⁷ half periods, 3·10⁸ steps. In double, as in the
// paper, with the map itself in the loop: what is left of a drift is rounding.
#include "experiments/pd/series.hpp"
#include <plumbline/schemes/suris.hpp>

#include <numbers>

namespace plumbline::experiments::pd {

namespace {

constexpr std::int64_t half_periods = 10'000'000;
constexpr std::size_t points_shown = 2000;
constexpr std::int64_t averaged = 20;

}  // namespace

void run_fig2(context& c, report::section& out) {
  const auto step = decimal<double>("0.2");
  suris_stepper<double> map(suris_map::first, 1, 1);
  phase_point<double> z = phase_of(0.0, decimal<double>("1.95"));
  zero_crossings<double> crossings(std::numbers::pi);
  series first;
  first.step = decimal<measured>("0.2");
  series last = first;
  std::int64_t count = 0;
  bool going = true;
  run_control control;
  control.stop_requested = [&] { return !going; };
  (void)integrate<double>(
      map, z, time_grid<double>(0, step, half_periods * 40),
      [&](std::int64_t n, double, const phase_point<double>& state) {
        if (n % 65536 == 0) {
          c.poll();
        }
        crossings.add(state.q[0], [&](const crossing<double>& found) {
          const crossing<measured> kept{found.cell, measured(found.fraction)};
          if (count < static_cast<std::int64_t>(points_shown)) {
            first.zeros.push_back(kept);
          } else if (count >= half_periods - static_cast<std::int64_t>(points_shown)) {
            last.zeros.push_back(kept);
          }
          ++count;
        });
        going = count < half_periods;
      },
      control);
  report::figure f{
      "Suris 1, ε = 0.2, p0 = 1.95: T_avg(N0, 20) (left) and T_N (right) in the last 2000 of 10⁷ "
      "half periods, relative to T. In double."};
  const measured period = first.period();
  const auto panel = [&](const char* name, const char* what, const std::vector<measured>& values) {
    std::vector<double> deviations;
    deviations.reserve(values.size());
    for (const measured& t : values) {
      deviations.push_back(to_double(measured((t - period) / period)) * 1e8);
    }
    return points(name, what, "relative deviation / 10^{-8}", deviations);
  };
  std::vector<measured> averages;
  for (std::size_t n = 0; n + 2 * averaged < last.zeros.size(); ++n) {
    averages.push_back(last.average(static_cast<std::int64_t>(n), averaged));
  }
  const std::vector<measured> periods = last.periods();
  f.panels = {panel("pd-fig2", "T_avg(N0, 20)", averages), panel("pd-fig3", "T_N", periods)};
  out.add(std::move(f));
  const auto spread = [](const std::vector<measured>& x) {
    return measured(*std::max_element(x.begin(), x.end()) - *std::min_element(x.begin(), x.end()));
  };
  constexpr int digits = 16;
  judge(out, "T", last.period(), digits);
  judge(out, "drift", apart(last.period(), period) * decimal<measured>("1e8"), digits);
  judge(out, "narrower", spread(averages) / spread(periods), digits);
}

}  // namespace plumbline::experiments::pd
