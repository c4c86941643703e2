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

struct example {
  scheme by;
  std::string p0;
  std::string step;
};

/// The K of the paper's μ_K or ν_K: those of the experiment's published numbers.
std::vector<int> printed_indices(context& c, const char* id, const std::string& letter) {
  std::vector<int> all;
  for (const auto& number : c.published().of(id)) {
    if (number.key.starts_with(letter + "_")) {
      all.push_back(std::stoi(number.key.substr(letter.size() + 1)));
    }
  }
  return all;
}

/// The whole numbers that stand in the text of one of the published numbers.
std::vector<int> printed_positions(context& c, const char* id, std::string_view key) {
  const auto& numbers = c.published().of(id);
  const auto at = std::find_if(numbers.begin(), numbers.end(),
                               [&](const auto& number) { return number.key == key; });
  std::vector<int> all;
  for (const std::string& text : report::decimals_in(at->printed)) {
    all.push_back(std::stoi(text));
  }
  return all;
}

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

/// How many of the printed positions are among ours.
int agreeing(const std::vector<int>& printed, const std::vector<int>& ours) {
  return static_cast<int>(std::count_if(printed.begin(), printed.end(), [&](int n) {
    return std::find(ours.begin(), ours.end(), n) != ours.end();
  }));
}

/// The N up to `most` whose values are the lowest of those `around` places before and behind.
std::vector<int> local_minima(const std::vector<measured>& values, int most, int around) {
  std::vector<int> lowest;
  for (int n = 1; n <= most; ++n) {
    const auto begin = values.begin() + std::max(1, n - around) - 1;
    const auto end = values.begin() + std::min(most, n + around);
    if (!(*std::min_element(begin, end) < values[static_cast<std::size_t>(n - 1)])) {
      lowest.push_back(n);
    }
  }
  return lowest;
}

/// The `count` N up to `most` with the lowest values.
std::vector<int> lowest_of(const std::vector<measured>& values, int most, std::size_t count) {
  std::vector<int> order = whole_numbers(1, most);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return values[static_cast<std::size_t>(a - 1)] < values[static_cast<std::size_t>(b - 1)];
  });
  order.resize(count);
  return order;
}

/// The figure of T_N and A_N, T, T/ε, μ_K, ν_K.
series show(context& c, report::section& out, const example& e, const char* name,
            double period_scale) {
  constexpr int most = 240;
  series seen = observe(c, {e.by, e.p0, e.step, c.digits(), zeros_of_averages, extrema_shown});
  const measured period = seen.period();
  const measured amplitude = seen.average_amplitude(1, extrema_shown);
  const std::vector<measured> periods = seen.periods();
  const std::vector<measured> amplitudes = seen.amplitudes();
  const measured ratio = period / seen.step;
  out.add(report::figure{
      fmt::format("{}, ε = {}, p0 = {}: T_N (left) and A_N (right), relative to their averages, at "
                  "{} digits.",
                  name_of(e.by), e.step, e.p0, c.digits()),
      {points(fmt::format("{}-periods", name), "T_N", periods, period, period_scale, most),
       points(fmt::format("{}-amplitudes", name), "A_N", amplitudes, amplitude, 1e-6, most)}});
  judge(c, out, "T", period);
  judge(c, out, "ratio", ratio);
  report::plain_table table{
      "Recurrences: root mean square of T_{N+K} − T_N and of A_{N+K} − A_N over that of the "
      "deviations from the average. Small means that the pattern repeats after K.",
      {"K", "μ_K", "T_{N+K} − T_N", "ν_K", "A_{N+K} − A_N"}};
  const std::vector<int> mu = printed_indices(c, name, "μ");
  const std::vector<int> nu = printed_indices(c, name, "ν");
  std::set<int> all(mu.begin(), mu.end());
  all.insert(nu.begin(), nu.end());
  const auto of_period = [&](int k) { return nearest_whole(ratio, k).remainder; };
  const auto of_half = [&](int k) { return nearest_whole(measured(ratio / 2), k).remainder; };
  for (const int k : mu) {
    judge(c, out, fmt::format("μ_{}", k), of_period(k));
  }
  for (const int k : nu) {
    judge(c, out, fmt::format("ν_{}", k), of_half(k));
  }
  for (const int k : all) {
    if (k < 250) {
      table.rows.push_back({std::to_string(k), to_text(of_period(k), 3),
                            fmt::format("{:.3g}", repetition(periods, k)), to_text(of_half(k), 3),
                            fmt::format("{:.3g}", repetition(amplitudes, k))});
    }
  }
  out.add(std::move(table));
  return seen;
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

void run_fig6(context& c, report::section& out) {
  const series seen = show(c, out, {scheme::leapfrog, "1.8", "0.05"}, "pd-fig6", 1e-6);
  judge_repetition(out, "repeats after 2", seen.periods(), 120);
  judge_repetition(out, "60 is no period", seen.periods(), 60);
  judge_repetition(out, "amplitudes repeat after 240", seen.amplitudes(), 240);
  judge_repetition(out, "periods repeat after 181", seen.periods(), 181);
  judge_repetition(out, "amplitudes repeat after 181", seen.amplitudes(), 181);
}

void run_fig8(context& c, report::section& out) {
  const series seen = show(c, out, {scheme::leapfrog, "0.05", "0.1"}, "pd-fig8", 1e-8);
  const auto printed = [&](const char* key) { return printed_positions(c, "pd-fig8", key); };
  const auto periods = printed("lowest periods");
  out.judge("lowest periods",
            std::to_string(agreeing(periods, lowest_of(seen.periods(), 100, periods.size()))));
  const auto lowest = mapped(
      periods, [&, all = seen.periods()](int n) { return all[static_cast<std::size_t>(n - 1)]; });
  judge(c, out, "lowest periods, least", std::ranges::min(lowest));
  judge(c, out, "lowest periods, largest", std::ranges::max(lowest));
  out.judge("lowest amplitudes", std::to_string(agreeing(printed("lowest amplitudes"),
                                                         local_minima(seen.amplitudes(), 220, 9))));
  judge_repetition(out, "repeats after 65", seen.periods(), 65);
  judge_repetition(out, "13 is no period", seen.periods(), 13);
  judge_repetition(out, "amplitudes repeat after 130", seen.amplitudes(), 130);
  judge_repetition(out, "amplitudes repeat after 103", seen.amplitudes(), 103);
  judge_repetition(out, "periods repeat after 103", seen.periods(), 103);
}

void run_fig10(context& c, report::section& out) {
  const series seen = show(c, out, {scheme::suris1, "0.05", "0.1"}, "pd-fig10", 1e-8);
  judge_repetition(out, "repeats after 36", seen.periods(), 36);
  judge_repetition(out, "181 over 36", seen.periods(), 181, 36);
  judge_repetition(out, "amplitudes repeat after 72", seen.amplitudes(), 72);
  judge_repetition(out, "amplitudes do not repeat after 36", seen.amplitudes(), 36);
  judge_repetition(out, "amplitudes repeat after 181", seen.amplitudes(), 181);
}

}  // namespace plumbline::experiments::pd
