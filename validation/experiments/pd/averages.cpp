// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Figures 4, 5 and 12 to 15: averages of period and amplitude against time and step. Curves are computed in double, which
// has ten digits more than a picture; numbers that the paper prints in the digits that were asked for.
#include "experiments/pd/series.hpp"

#include <map>

namespace plumbline::experiments::pd {

namespace {

constexpr int curve_digits = 16;
constexpr std::array as_printed{scheme::printed_standard, scheme::printed_symmetric};
constexpr std::array neither_printed{scheme::leapfrog, scheme::suris1,   scheme::suris2,
                                     scheme::midpoint, scheme::gradient, scheme::modified_gradient};
/// value(series) of one scheme over the steps, one curve for each scheme.
template <class Schemes, class Value>
std::vector<curve> over_steps(context& c, const Schemes& schemes, const std::string& p0,
                              const std::vector<std::string>& steps, std::size_t zeros,
                              std::size_t extrema, Value&& value) {
  std::vector<watch> wanted;
  want(wanted, schemes, p0, steps, curve_digits, zeros, extrema);
  const std::vector<series> seen = observe(c, wanted);
  std::vector<curve> curves;
  curves.reserve(schemes.size());
  std::size_t i = 0;
  for (const scheme s : schemes) {
    curves.push_back(curve_of({title_of(s), roles.at(curves.size()), drawn_as::line_and_markers},
                              steps, [&](const std::string& h) {
                                return point{std::stod(h), value(seen[i++])};
                              }));
  }
  return curves;
}

std::vector<std::string> multiples(const char* unit, int from, int to) {
  std::vector<std::string> texts;
  for (int i = from; i <= to; ++i) {
    texts.push_back(to_text(measured(decimal<measured>(unit) * i), 10));
  }
  return texts;
}

curve level(const measured& y, double from, double to) {
  return {"exact", curve_role::exact, drawn_as::line, {{from, to_double(y)}, {to, to_double(y)}}};
}

/// |T − T_th|/T_th.
double relative_error(const measured& t, const measured& exact) {
  return to_double(measured(apart(t, exact) / exact));
}

}  // namespace

void run_fig4(context& c, report::section& out) {
  constexpr std::size_t shown = 4000;
  constexpr std::int64_t mean_of = 20;
  const measured exact = exact_period("1.95");
  const series rk4 =
      observe(c, {scheme::rk4, "1.95", "0.2", curve_digits, shown + 2 * mean_of + 1});
  const auto average_from = [&](std::size_t n) {
    return measured(steps_between(rk4.zeros[n], rk4.zeros[n + 2 * mean_of]) * rk4.step /
                    static_cast<int>(mean_of));
  };
  const curve falling =
      curve_of({"RK4", curve_role::rk4}, whole_numbers(0, shown / 10 - 1), [&](int n) {
        const int from = 10 * n;
        return point{10.0 * n, to_double(average_from(static_cast<std::size_t>(from)))};
      });
  std::vector<watch> wanted;
  want(wanted, plain_schemes, "1.95", {"0.2"}, curve_digits, 401);
  want(wanted, keeping_energy, "1.95", {"0.2"}, curve_digits, 401);
  want(wanted, as_printed, "1.95", {"0.2"}, curve_digits, 401);
  const std::vector<series> others = observe(c, wanted);
  report::plain_table table{
      "When the error of RK4, T_avg(N0, 20) − T, passes that of the other schemes.",
      {"scheme", "T_avg(0, 100, 200) − T", "RK4 is worse from N0"}};
  std::size_t latest = 0;
  std::size_t latest_printed = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const measured error = others[i].period() - exact;
    std::size_t n = 0;
    while (n < shown && apart(average_from(n), exact) < abs(error)) {
      ++n;
    }
    table.rows.push_back({title_of(wanted[i].by), to_text(error, 6),
                          n == shown ? fmt::format("later than {}", shown) : std::to_string(n)});
    const bool printed = is_printed_projection(wanted[i].by);
    const bool projection = wanted[i].by == scheme::standard || wanted[i].by == scheme::symmetric;
    latest = printed ? latest : std::max(latest, n);
    latest_printed = projection ? latest_printed : std::max(latest_printed, n);
  }
  const auto small_average = [&](scheme s) {
    return observe(c, {s, "1.95", "0.2", c.digits(), 41}).average(0, 20);
  };
  const measured gradient = small_average(scheme::gradient);
  const measured modified = small_average(scheme::modified_gradient);
  out.add(report::figure{
      "T_avg(N0, 20) of RK4 falls with the half periods N0, for RK4 loses energy; ε = 0.2, p0 = "
      "1.95, in double.",
      {panel_with({falling, level(exact, 0, static_cast<double>(shown))}, "pd-fig4",
                  "Average period of RK4 against the number of half periods", "N_0",
                  "T_{avg}(N_0, 20)")}});
  out.add(std::move(table));
  judge(c, out, "T_th", exact);
  judge(out, "RK4", average_from(0), curve_digits);
  judge(c, out, "gradient", gradient);
  const measured rk4_error = apart(average_from(0), exact);
  judge(c, out, "gradient over RK4", apart(gradient, exact) / rk4_error);
  judge(c, out, "modified gradient over RK4", apart(modified, exact) / rk4_error);
  out.judge("worse than all", std::to_string(latest_printed));
  out.judge("worse than all, with projections of leapfrog", std::to_string(latest));
  judge(out, "falls", average_from(shown - 1) - average_from(0), curve_digits);
}

void run_fig5(context& c, report::section& out) {
  const std::vector<std::string> steps = multiples("0.05", 1, 12);
  constexpr std::size_t zeros = 401;
  const auto tau_of = [&](const auto& schemes) {
    return over_steps(c, schemes, "1.8", steps, zeros, 0,
                      [](const series& s) { return to_double(s.period_oscillation()); });
  };
  out.add(report::figure{
      "τ(ε) for p0 = 1.8: the mean of |T_N/T − 1| over 40 local extrema. Left and middle the "
      "schemes of the library, right what the paper’s projection columns were computed with. In "
      "double.",
      {panel_with(tau_of(plain_schemes), "pd-fig5-plain",
                  "Relative oscillation of the period against the step", "ε", "τ", logarithmic::y),
       panel_with(tau_of(keeping_energy), "pd-fig5-energy",
                  "The same for the schemes that keep the energy", "ε", "τ", logarithmic::y),
       panel_with(tau_of(as_printed), "pd-fig5-printed", "The same for the projections as printed",
                  "ε", "τ", logarithmic::y)}});
  // at ε = 1 the equation for λ may have no root that is continuous with 0
  const auto at_one = [&](scheme s) {
    try {
      const series seen = observe(c, {s, "0.5", "1", curve_digits, zeros});
      return to_text(seen.period_oscillation(), curve_digits);
    } catch (const step_failure&) {
      return std::string();
    }
  };
  for (const auto& [key, s] : {std::pair{"printed standard", scheme::printed_standard},
                               {"printed symmetric", scheme::printed_symmetric},
                               {"standard", scheme::standard},
                               {"symmetric", scheme::symmetric}}) {
    out.judge(key, at_one(s));
  }
  const auto of_others = mapped(neither_printed, [&](scheme s) { return std::stod(at_one(s)); });
  const auto [least, most] = std::minmax_element(of_others.begin(), of_others.end());
  constexpr double of_projections = 0.2;
  out.judge("others, orders least", fmt::format("{:.6g}", std::log10(of_projections / *most)));
  out.judge("others, orders most", fmt::format("{:.6g}", std::log10(of_projections / *least)));
}

void run_fig13(context& c, report::section& out) {
  const std::vector<std::string> steps = multiples("0.05", 1, 12);
  const auto mean = [](const series& s) { return to_double(s.average_amplitude(1, 50)); };
  const measured exact = exact_amplitude("1.8");
  const auto with_exact = [&](const auto& schemes) {
    std::vector<curve> curves = over_steps(c, schemes, "1.8", steps, 0, 50, mean);
    curves.push_back(level(exact, 0.05, 0.6));
    return curves;
  };
  out.add(report::figure{
      "A_avg(0, 50) against the step for p0 = 1.8. In double.",
      {panel_with(with_exact(plain_schemes), "pd-fig13-plain", "Average amplitude against the step",
                  "ε", "A_{avg} / rad"),
       panel_with(with_exact(keeping_energy), "pd-fig13-energy",
                  "The same for the schemes that keep the energy", "ε", "A_{avg} / rad")}});
  // largest |A − A_th| of the gradient schemes and projections over the least of the others
  std::map<scheme, std::vector<point>> of;
  double top = to_double(exact);
  double bottom = top;
  for (const scheme s : columns) {
    of[s] = over_steps(c, std::array{s}, "1.8", steps, 0, 50, mean).front().points;
    for (const auto& point : of[s]) {
      top = std::max(top, point[1]);
      bottom = std::min(bottom, point[1]);
    }
  }
  double worst = 0;
  double widest = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    double accurate = 0;
    double best_other = std::numeric_limits<double>::max();
    for (const auto& [s, points] : of) {
      const double error = std::abs(points[i][1] - to_double(exact));
      const bool plain =
          std::find(plain_schemes.begin(), plain_schemes.end(), s) != plain_schemes.end();
      accurate = plain ? accurate : std::max(accurate, error);
      best_other = plain ? std::min(best_other, error) : best_other;
    }
    worst = std::max(worst, accurate / best_other);
    widest = std::max(widest,
                      std::abs(of[scheme::gradient][i][1] - of[scheme::modified_gradient][i][1]));
  }
  out.judge("gradients and projections best", fmt::format("{:.6g}", worst));
  out.judge("gradients alike", fmt::format("{:.6g}", widest / (top - bottom)));
  judge(c, out, "p0 of π/4", measured(sin_cos(measured(pi<measured>() / 8)).sin * 2));
  judge(c, out, "A_th(1.8)", exact);
  judge(c, out, "A_th(1.8)/π", exact / pi<measured>());
  judge(c, out, "A_th(0.1)", exact_amplitude("0.1"));
  judge(c, out, "A_th(0.1)/π", exact_amplitude("0.1") / pi<measured>());
}

void run_fig14(context& c, report::section& out) {
  const measured exact = exact_period("0.02");
  out.add(report::figure{
      "The modified discrete gradient at p0 = 0.02: |T_avg(0, 30) − T|/T against the step. In "
      "double.",
      {panel_with(
          over_steps(c, std::array{scheme::modified_gradient}, "0.02", multiples("0.05", 1, 20), 61,
                     0, [&](const series& s) { return relative_error(s.average(0, 30), exact); }),
          "pd-fig14", "Relative error of the period against the step", "ε", "error",
          logarithmic::y)}});
  judge(c, out, "T_th", exact);
  const auto error = [&](scheme s) {
    return measured(observe(c, {s, "0.02", "0.02", c.digits(), 61}).average(0, 30) - exact);
  };
  judge(c, out, "leapfrog over modified",
        error(scheme::leapfrog) / error(scheme::modified_gradient));
}

void run_fig15(context& c, report::section& out) {
  const measured exact = exact_period("1.21");
  const std::array shown{scheme::leapfrog, scheme::midpoint, scheme::modified_gradient};
  const auto steps = multiples("0.05", 1, 12);
  const auto error = [&](const series& s) { return relative_error(s.period(), exact); };
  out.add(report::figure{
      "p0 = 1.21: |T_avg(0, 100, 200) − T|/T against the step. Leapfrog’s error vanishes near ε = "
      "0.5 (pd-resonances). In double.",
      {panel_with(over_steps(c, shown, "1.21", steps, 401, 0, error), "pd-fig15",
                  "Relative error of the period against the step", "ε", "error", logarithmic::y)}});
  judge(c, out, "T_th", exact);
  const auto error_at = [&](const std::string& step, scheme s) {
    return error(observe(c, {s, "1.21", step, curve_digits, 401}));
  };
  double others = std::numeric_limits<double>::max();
  for (const std::string& step : steps) {
    const auto at = [&](scheme s) { return error_at(step, s); };
    const double worse = std::max(at(scheme::midpoint), at(scheme::modified_gradient));
    for (const scheme s : {scheme::suris1, scheme::suris2, scheme::gradient,
                           scheme::printed_standard, scheme::printed_symmetric}) {
      others = std::min(others, at(s) / worse);
    }
  }
  out.judge("others over these two", fmt::format("{:.6g}", others));
  for (const scheme s : {scheme::midpoint, scheme::modified_gradient}) {
    double worst = 0;
    for (const std::string& step : steps) {
      worst = std::max(worst, error_at(step, scheme::leapfrog) / error_at(step, s));
    }
    out.judge(fmt::format("leapfrog over {}", name_of(s)), fmt::format("{:.6g}", worst));
  }
}

}  // namespace plumbline::experiments::pd
