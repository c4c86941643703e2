// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Why leapfrog and midpoint are "unbeatable" near p0 = 1.21 and 1.6 (PD sections 10.2 and 12): there the leading term of
// the period's error, known in closed form (period_error.hpp), vanishes. Zeros from the closed form, and zeros of the
// measured error of the schemes themselves, T_avg(0, 20, 40) − T, at ε = 1/10, 1/20, 1/40, extrapolated to ε = 0.
#include "experiments/pd/period_error.hpp"
#include "experiments/pd/series.hpp"
#include <plumbline/measure/polynomial_fit.hpp>

namespace plumbline::experiments::pd {

namespace {

constexpr std::array resonant{scheme::leapfrog, scheme::midpoint, scheme::gradient};
// a difference of periods that agree on three digits: double has enough for the search
constexpr int search_digits = 16;

measured measured_error(context& c, scheme s, const measured& p0, const std::string& step,
                        int digits) {
  const std::string text = to_text(p0);
  const series seen = observe(c, {s, text, step, digits, 81});
  return seen.average(0, 20, 40) - exact_period(text);
}

measured measured_zero(context& c, scheme s, const measured& near, const std::string& step) {
  const measured aside = rational<measured>(1, 20);
  return zero_between<measured>(
      near - aside, near + aside,
      [&](const measured& p0) { return measured_error(c, s, p0, step, search_digits); },
      decimal<measured>("1e-9"));
}

report::figure coefficients() {
  report::figure f{
      "The leading coefficient c of the relative error of the period, T(ε)/T = 1 + (c/T) ε² + …, "
      "against p0. Left the schemes with a zero, right those without."};
  const auto drawn = [](scheme s, curve_role shows) {
    return curve_of({std::string(name_of(s)), shows}, whole_numbers(2, 195), [s](int i) {
      const measured p0 = rational<measured>(i, 100);
      const measured relative = period_error_coefficient(s, p0) / exact_period(to_text(p0));
      return point{i / 100.0, to_double(relative)};
    });
  };
  const auto panel = [&](std::string_view name, std::vector<curve> curves) {
    plot p =
        axes("Leading coefficient of the relative error of the period against p0", "p_0", "c/T");
    p.y_range = {{-0.25, 0.45}};
    p.curves = std::move(curves);
    p.curves.push_back({"", curve_role::guide, drawn_as::line, {{0, 0}, {2, 0}}});
    return panel_of(p, name);
  };
  f.panels.push_back(panel("pd-coefficients", {drawn(scheme::leapfrog, curve_role::first),
                                               drawn(scheme::midpoint, curve_role::second),
                                               drawn(scheme::gradient, curve_role::third)}));
  f.panels.push_back(
      panel("pd-coefficients-other",
            {drawn(scheme::suris1, curve_role::first), drawn(scheme::suris2, curve_role::second),
             drawn(scheme::modified_gradient, curve_role::third)}));
  return f;
}

}  // namespace

void run_resonances(context& c, report::section& out) {
  out.add(report::paragraph{
      "The period of an oscillation from (0, p0) is T + c ε² + O(ε⁴). The coefficient follows from "
      "the modified Hamiltonian and is elementary in K(m), E(m) and m = p0²/4: (2mE − (1 − "
      "m)K)/(6(1 − m)) for leapfrog, ((3 − 4m)E − (1 − m)K)/(6(1 − m)) for midpoint, (2E − K)/3 "
      "for the discrete gradient, −2(K − E)/3 for the modified one. Where it vanishes the period "
      "is right to fourth order."});
  out.add(coefficients());
  constexpr int shown = 34;
  report::plain_table table{
      "Zeros of the measured error of the period: how the resonance moves with the step.",
      {"scheme", "ε = 1/2", "ε = 1/10", "ε = 1/20", "ε = 1/40", "ε → 0 from these three",
       "closed form"}};
  for (const scheme s : resonant) {
    const std::string name(name_of(s));
    const measured zero = resonance(s);
    out.judge(name, to_text(zero, shown));
    // the error changes its sign there
    const measured aside = rational<measured>(1, 100);
    judge(c, out, name + ", below",
          measured_error(c, s, measured(zero - aside), "0.05", c.digits()) * 10000);
    judge(c, out, name + ", above",
          measured_error(c, s, measured(zero + aside), "0.05", c.digits()) * 10000);
    std::vector<measured> squares;
    std::vector<measured> zeros;
    std::vector<std::string> row{name, to_text(measured_zero(c, s, zero, "0.5"), 8)};
    for (const char* step : {"0.1", "0.05", "0.025"}) {
      const auto h = decimal<measured>(step);
      squares.push_back(h * h);
      zeros.push_back(measured_zero(c, s, zero, step));
      row.push_back(to_text(zeros.back(), 8));
    }
    const measured limit = fit_polynomial(squares, zeros, 2).at_zero();
    judge(out, name + ", measured", limit, search_digits);
    row.push_back(to_text(limit, 8));
    row.push_back(to_text(zero, 20));
    table.rows.push_back(std::move(row));
    if (s != scheme::gradient) {
      out.judge(name + " in the text", to_text(zero, shown));
      judge(out, name + " at ε = 0.5", measured_zero(c, s, zero, "0.5"), search_digits);
    }
  }
  out.add(std::move(table));
  // ε = 0.02: the columns of Table 3 are the leading term
  const measured step = rational<measured>(1, 50);
  for (const scheme s : {scheme::leapfrog, scheme::suris1, scheme::suris2, scheme::gradient,
                         scheme::modified_gradient, scheme::midpoint}) {
    const measured p0 = rational<measured>(9, 5);
    judge(c, out, fmt::format("{} at p0 = 1.8", name_of(s)),
          period_error_coefficient(s, p0) * step * step / exact_period("1.8"));
  }
}

}  // namespace plumbline::experiments::pd
