// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Figures 1, 6 to 11 and Examples 1 to 3: T_N and A_N wander about their averages because a zero lies elsewhere in its
// cell each time; they come back after K periods when K T/ε is nearly whole. μ_K and ν_K of (65) with our own average
// periods T_avg(0, 100, 200), and where the minima of the figures are.
#include "experiments/pd/series.hpp"
#include <plumbline/measure/recurrence.hpp>

#include <set>

namespace plumbline::experiments::pd {

namespace {

constexpr std::size_t extrema_shown = 480;
constexpr std::size_t zeros_of_averages = 601;

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

report::panel points(const std::string& name, const std::string& what,
                     const std::vector<measured>& values, const measured& mean, double scale,
                     int most) {
  const int shown = std::min(static_cast<int>(values.size()), most);
  const curve deviations =
      curve_of({"", curve_role::first, drawn_as::markers}, whole_numbers(1, shown), [&](int n) {
        const measured& x = values[static_cast<std::size_t>(n - 1)];
        return point{static_cast<double>(n), to_double(measured((x - mean) / mean)) / scale};
      });
  return panel_with({deviations}, name, what + " against its number", "N",
                    fmt::format("relative deviation / 10^{{{}}}", std::lround(std::log10(scale))));
}

/// The root mean square of x_{N+K} − x_N over that of x_{N+L} − x_N.
void judge_repetition(report::section& out, const char* key, const std::vector<measured>& x, int k,
                      int over = 1) {
  out.judge(key, fmt::format("{:.6g}", repetition(x, k) / repetition(x, over)));
}

/// Section 8, at the parameters of Figure 1: how much less the average period varies than the average amplitude.
void judge_stability(context& c, report::section& out) {
  constexpr std::int64_t last = 1000;
  constexpr std::int64_t periods = 20;
  constexpr std::int64_t extrema = 50;
  constexpr int digits = 16;
  std::vector<watch> wanted;
  want(wanted, columns, "1.95", {"0.2"}, digits, last + 2 * periods + 1, last + extrema);
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
    const std::vector<measured> amplitudes = s.amplitudes();
    std::vector<measured> sums{measured(0)};
    for (const measured& a : amplitudes) {
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
  std::vector<measured> averages;
  for (std::size_t n = 0; n < shown; ++n) {
    averages.push_back(measured(steps_between(seen.zeros[n], seen.zeros[n + 2 * periods_averaged]) *
                                seen.step / static_cast<int>(periods_averaged)));
  }
  out.add(report::figure{fmt::format("Suris 1, ε = 0.2, p0 = 1.95, at {} digits: T_avg(N0, 20) "
                                     "against the half periods N0, relative to T.",
                                     c.digits()),
                         {points("pd-fig1", "T_avg(N0, 20)", averages, period, 1e-8, shown)}});
  judge(c, out, "T_th", exact_period("1.95"));
  judge(c, out, "T", period);
  const measured ratio = period / seen.step;
  for (const int k : {9, 448, 457}) {
    judge(c, out, fmt::format("μ_{}", k), nearest_whole(ratio, k).remainder);
    judge(c, out, fmt::format("μ_{} at ε = 0.1", k),
          nearest_whole(measured(ratio * 2), k).remainder);
  }
  judge_repetition(out, "repeats after 457", seen.periods(), 457);
  judge_stability(c, out);
}

}  // namespace plumbline::experiments::pd
