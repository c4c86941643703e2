// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Figure 1: T_N wanders about its average because a zero lies elsewhere in its cell each time; it comes back after K
// periods when K T/ε is nearly whole. μ_K of (65) with our own average period T_avg(0, 100, 200).
#include "experiments/pd/series.hpp"
#include <plumbline/measure/recurrence.hpp>

namespace plumbline::experiments::pd {

namespace {

/// The root mean square of x_{N+K} − x_N over that of x_N − mean.
double repetition(const std::vector<measured>& x, int k) {
  const auto n = static_cast<int>(x.size());
  const auto difference = [&](int i, int j) {
    return to_double(measured(x[static_cast<std::size_t>(i)] - x[static_cast<std::size_t>(j)]));
  };
  double mean = 0;
  for (int i = 0; i < n; ++i) {
    mean += difference(i, 0) / n;
  }
  double spread = 0;
  double change = 0;
  for (int i = 0; i < n; ++i) {
    spread += std::pow(difference(i, 0) - mean, 2) / n;
    change += i + k < n ? std::pow(difference(i + k, i), 2) / (n - k) : 0;
  }
  return std::sqrt(change / spread);
}

/// Section 8, at the parameters of Figure 1: how much less the average period varies than the average amplitude.
void judge_stability(context& c, report::section& out) {
  constexpr std::int64_t last = 1000;
  constexpr std::int64_t periods = 20;
  constexpr std::int64_t extrema = 50;
  constexpr int digits = 16;
  std::vector<watch> wanted;
  for (const scheme s : columns) {
    wanted.push_back({s, "1.95", "0.2", digits, last + 2 * periods + 1, last + extrema});
  }
  const std::vector<series> seen = observe(c, wanted);
  const auto spread = [](auto&& value) {
    measured least = value(1);
    measured most = least;
    for (std::int64_t n = 2; n <= last; ++n) {
      const measured x = value(n);
      least = std::min(least, x);
      most = std::max(most, x);
    }
    return measured((most - least) / least);
  };
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const series& s = seen[i];
    std::vector<measured> sums{measured(0)};
    for (const measured& a : s.amplitudes) {
      sums.push_back(measured(sums.back() + a));
    }
    const measured of_period = spread([&](std::int64_t n) {
      const auto at = static_cast<std::size_t>(n);
      return measured(steps_between(s.zeros[at], s.zeros[at + 2 * periods]));
    });
    const measured of_amplitude = spread([&](std::int64_t n) {
      const auto at = static_cast<std::size_t>(n) - 1;
      return measured(sums[at + extrema] - sums[at]);
    });
    judge(out, fmt::format("period over amplitude/{}", name_of(wanted[i].by)),
          of_period / of_amplitude, digits);
  }
}

}  // namespace

void run_fig1(context& c, report::section& out) {
  constexpr std::size_t shown = 3100;
  constexpr std::int64_t periods_averaged = 20;
  const series seen =
      observe(c, {scheme::suris1, "1.95", "0.2", c.digits(), shown + 2 * periods_averaged + 1});
  const measured period = seen.period();
  std::vector<double> deviations;
  for (std::size_t n = 0; n < shown; ++n) {
    const measured average = steps_between(seen.zeros[n], seen.zeros[n + 2 * periods_averaged]) *
                             seen.step / static_cast<int>(periods_averaged);
    deviations.push_back(to_double(measured((average - period) / period)) * 1e8);
  }
  out.add(report::figure{
      fmt::format("Suris 1, ε = 0.2, p0 = 1.95, at {} digits: T_avg(N0, 20) "
                  "against the half periods N0, relative to T.",
                  c.digits()),
      {points("pd-fig1", "T_avg(N0, 20)", "relative deviation / 10^{-8}", deviations)}});
  judge(c, out, "T_th", exact_period("1.95"));
  judge(c, out, "T", period);
  const measured ratio = period / seen.step;
  for (const int k : {9, 448, 457}) {
    judge(c, out, fmt::format("μ_{}", k), nearest_whole(ratio, k).remainder);
    judge(c, out, fmt::format("μ_{} at ε = 0.1", k),
          nearest_whole(measured(ratio * 2), k).remainder);
  }
  const std::vector<measured> all = seen.periods();
  out.judge("repeats after 457", fmt::format("{:.6g}", repetition(all, 457) / repetition(all, 1)));
  judge_stability(c, out);
}

}  // namespace plumbline::experiments::pd
