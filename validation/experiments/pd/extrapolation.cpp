// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Figure 12 and section 11.1: the average period against the step for p0 = 0.1, the polynomials (67) of third degree
// through ε = 0.01, 0.02, …, 0.12 by least squares, and how far their constant terms are from the exact period. Errors
// count in 1e-7. The paper's T is T_avg(0, 100, 200).
#include "experiments/pd/series.hpp"
#include <plumbline/measure/polynomial_fit.hpp>

#include <map>

namespace plumbline::experiments::pd {

namespace {

constexpr const char* p0 = "0.1";
constexpr std::size_t zeros = 401;
constexpr int drawn_digits = 16;
constexpr std::array fitted{scheme::suris1, scheme::suris2, scheme::leapfrog};
constexpr std::array others{scheme::midpoint,  scheme::modified_gradient, scheme::standard,
                            scheme::symmetric, scheme::printed_standard,  scheme::printed_symmetric,
                            scheme::gradient};

/// What the caption of Figure 12 and section 11.1 say of average periods by scheme and step.
void judge_comparisons(context& c, report::section& out, const measured& exact,
                       const std::map<scheme, std::vector<measured>>& periods) {
  measured top = exact;
  measured bottom = exact;
  for (const auto& [s, values] : periods) {
    for (const measured& t : values) {
      top = std::max(top, t);
      bottom = std::min(bottom, t);
    }
  }
  measured widest(0);
  measured modified(0);
  for (std::size_t i = 0; i < periods.at(scheme::gradient).size(); ++i) {
    const auto [least, most] =
        std::minmax({periods.at(scheme::midpoint)[i], periods.at(scheme::suris2)[i],
                     periods.at(scheme::gradient)[i]});
    widest = std::max(widest, measured(most - least));
    modified = std::max(modified, apart(periods.at(scheme::modified_gradient)[i], exact));
  }
  judge(c, out, "midpoint, Suris 2, gradient alike", widest / (top - bottom));
  judge(c, out, "modified close", modified / (top - bottom));
  measured worst(0);
  const auto first_error = [&](scheme s) { return apart(periods.at(s).front(), exact); };
  for (const scheme s : columns) {
    if (s != scheme::modified_gradient) {
      worst = std::max(worst, measured(first_error(scheme::modified_gradient) / first_error(s)));
    }
  }
  judge(c, out, "modified beats all", worst);
}

}  // namespace

void run_fig12(context& c, report::section& out) {
  std::vector<std::string> steps;
  std::vector<measured> x;
  for (int i = 1; i <= 12; ++i) {
    x.push_back(rational<measured>(i, 100));
    steps.push_back(to_text(x.back(), 6));
  }
  const auto unit = decimal<measured>("1e7");
  const measured exact = exact_period(p0);
  std::vector<watch> wanted{{scheme::leapfrog, p0, "0.001", drawn_digits, zeros},
                            {scheme::modified_gradient, p0, "0.01", c.digits(), zeros}};
  const std::size_t alone = wanted.size();
  want(wanted, fitted, p0, steps, c.digits(), zeros);
  want(wanted, others, p0, steps, drawn_digits, zeros);
  const std::vector<series> seen = observe(c, wanted);
  const measured leapfrog_at_a_thousandth = seen[0].period() - exact;
  const measured modified_at_a_hundredth = seen[1].period() - exact;
  std::map<scheme, std::vector<measured>> periods;
  for (std::size_t i = alone; i < wanted.size(); ++i) {
    periods[wanted[i].by].push_back(seen[i].period());
  }

  std::vector<curve> left;
  for (std::size_t k = 0; k < fitted.size(); ++k) {
    const std::string name(name_of(fitted[k]));
    const std::vector<measured>& y = periods.at(fitted[k]);
    left.push_back(curve_through(
        {name, std::array{curve_role::second, curve_role::third, curve_role::first}[k],
         drawn_as::line_and_markers},
        x, y));
    const auto fit = fit_polynomial(x, y, 3);
    for (std::size_t power = 0; power < fit.coefficients.size(); ++power) {
      judge(c, out, fmt::format("{} ε^{}", name, power), fit.coefficients[power]);
    }
    const measured of_fit = fit.at_zero() - exact;
    const measured at_a_hundredth = y[0] - exact;
    judge(c, out, name + " fit error", of_fit * unit);
    judge(c, out, name + " error at 0.01", at_a_hundredth * unit);
    measured at_a_thousandth = leapfrog_at_a_thousandth;
    if (fitted[k] != scheme::leapfrog) {
      at_a_thousandth =
          suris_of(fitted[k], decimal<measured>(p0), rational<measured>(1, 1000)) - exact;
      judge(c, out, name + " error at 0.001", at_a_thousandth * unit);
    }
    const measured comparison = abs(measured(of_fit / at_a_thousandth));
    judge(c, out, name + " fit over 0.001", std::max(comparison, measured(1 / comparison)));
    judge(c, out, name + " 0.01 over fit", log10(measured(abs(measured(at_a_hundredth / of_fit)))));
  }
  judge(c, out, "modified gradient error at 0.01", modified_at_a_hundredth * unit);
  judge(out, "leapfrog error at 0.001", leapfrog_at_a_thousandth * unit, drawn_digits);
  judge_comparisons(c, out, exact, periods);
  judge(c, out, "T_th", exact);
  judge(c, out, "T_th in the text", exact);

  const auto other = [&](std::size_t k, curve_role shows) {
    return curve_through({title_of(others.at(k)), shows, drawn_as::line_and_markers}, x,
                         periods.at(others.at(k)));
  };
  left.push_back(other(0, curve_role::fourth));
  left.push_back(other(1, curve_role::exact));
  const std::vector<curve> right{other(2, curve_role::first), other(3, curve_role::second),
                                 other(4, curve_role::third), other(5, curve_role::fourth)};
  out.add(report::figure{
      "T_avg(0, 100, 200) against the step for p0 = 0.1; left without, right with projection onto "
      "the energy. The curves of the fits are at the digits that were asked for, the others in "
      "double.",
      {panel_with(left, "pd-fig12-plain", "Average period against the step", "ε", "T_{avg}"),
       panel_with(right, "pd-fig12-projections", "Average period against the step", "ε",
                  "T_{avg}")}});
}

}  // namespace plumbline::experiments::pd
