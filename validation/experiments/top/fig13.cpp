// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figures 13 and 14: the top with cusps over one second. Simpson's scheme on the complete system against RK4 on
// the reduced one, at h = 0.1 s and at h = 0.1/2^k. Both are of order 4, so that the order of their difference cannot
// tell them apart: here each is also compared with the exact solution.
#include "experiments/experiment.hpp"
#include "experiments/top/cusps.hpp"
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/exact.hpp>

#include <fmt/format.h>

namespace plumbline::experiments::top {

namespace {

constexpr int coarse = 10;  // steps a second

report::curve drawn(const std::vector<measured>& theta, std::string title, report::role shows) {
  report::curve r{std::move(title), shows, report::drawn_as::line_and_markers, {}};
  const double last = static_cast<double>(theta.size() - 1);
  for (std::size_t n = 0; n < theta.size(); ++n) {
    r.points.push_back({static_cast<double>(n) / last, to_double(theta[n])});
  }
  return r;
}

measured error(context& c, model m, scheme by, int per_second) {
  return distance(nutation(c, m, by, per_second), exact_nutation(c, per_second));
}

}  // namespace

void run_fig13(context& c, report::section& out) {
  report::plot p;
  p.description = "Nutation angle of the top with cusps over one second at h = 0.1 s";
  p.x_label = "t / s";
  p.y_label = "θ / rad";
  p.curves = {
      drawn(exact_nutation(c, 200), "exact", report::role::exact),
      drawn(nutation(c, model::complete, scheme::midpoint, coarse), "midpoint",
            role_of(scheme::midpoint)),
      drawn(nutation(c, model::reduced, scheme::rk4, coarse), "RK4, reduced", role_of(scheme::rk4)),
      drawn(nutation(c, model::complete, scheme::simpson, coarse), "Simpson",
            role_of(scheme::simpson))};
  p.curves.front().how = report::drawn_as::line;
  out.add(
      report::figure{"The top with cusps over one second at h = 0.1 s: midpoint and Simpson on "
                     "the complete system, RK4 on the reduced one. RK4 on the complete system in "
                     "(q, p) has the same θ: its stages keep p_φ and p_ψ, and what is left is the "
                     "reduced system.",
                     {{report::draw(p, "top-cusps")}}});
  const measured simpson = error(c, model::complete, scheme::simpson, coarse);
  judge(c, out, "Simpson/RK4", simpson / error(c, model::reduced, scheme::rk4, coarse));
  const auto theta = exact_nutation(c, 200);
  judge(c, out, "Simpson follows", simpson / *std::max_element(theta.begin(), theta.end()));
  judge(c, out, "Simpson/RK4 complete", simpson / error(c, model::complete, scheme::rk4, coarse));
  judge(c, out, "Simpson/midpoint", simpson / error(c, model::complete, scheme::midpoint, coarse));
}

void run_fig14(context& c, report::section& out) {
  constexpr int halvings = 7;
  std::vector<measured> steps;
  std::vector<measured> difference;
  std::vector<measured> simpson;
  std::vector<measured> rk4;
  report::plain_table table{
      "The top with cusps over one second: largest |θ| difference of Simpson on the complete "
      "system "
      "and RK4 on the reduced one (Figure 14), its order from step to step, and the error of each "
      "against the exact solution.",
      {"h / s", "difference", "order", "Simpson’s error", "order", "RK4’s error", "order"},
      {}};
  for (int k = 0; k <= halvings; ++k) {
    const int per_second = coarse << k;
    steps.push_back(rational<measured>(1, per_second));
    difference.push_back(distance(nutation(c, model::complete, scheme::simpson, per_second),
                                  nutation(c, model::reduced, scheme::rk4, per_second)));
    simpson.push_back(error(c, model::complete, scheme::simpson, per_second));
    rk4.push_back(error(c, model::reduced, scheme::rk4, per_second));
    std::vector<std::string> row{fmt::format("{}", 1. / per_second)};
    for (const auto* e : {&difference, &simpson, &rk4}) {
      row.push_back(to_text(e->back(), 4));
      row.push_back(k == 0 ? ""
                           : fmt::format("{:.3f}", to_double(observed_order<measured>(
                                                       2, (*e)[e->size() - 2], 1, e->back()))));
    }
    table.rows.push_back(std::move(row));
  }
  report::plot p;
  p.description =
      "Difference of Simpson on the complete and RK4 on the reduced top against the "
      "step, and their errors, all logarithmic";
  p.x_label = "h / s";
  p.y_label = "error of θ / rad";
  p.log_x = true;
  p.log_y = true;
  p.height = 400;
  const auto line = [&](const char* title, report::role shows, const std::vector<measured>& e) {
    report::curve r{title, shows, report::drawn_as::line_and_markers, {}};
    for (std::size_t k = 0; k < e.size(); ++k) {
      r.points.push_back({to_double(steps[k]), to_double(e[k])});
    }
    return r;
  };
  p.curves = {line("difference", report::role::fourth, difference),
              line("RK4, reduced", role_of(scheme::rk4), rk4),
              line("Simpson", role_of(scheme::simpson), simpson)};
  out.add(
      report::figure{"Figure 14: the difference of the two solutions, and the error of each. Both "
                     "are of order 4; the difference would be of order 4 as well if one of them "
                     "were of any higher order.",
                     {{report::draw(p, "top-consistency")}}});
  out.add(std::move(table));
  for (int k = 0; k < 4; ++k) {
    const auto at = static_cast<std::size_t>(k);
    judge(c, out, fmt::format("difference/{}", k), difference[at]);
    if (k > 0) {
      judge(c, out, fmt::format("order/{}", k),
            observed_order<measured>(2, difference[at - 1], 1, difference[at]));
    }
  }
  const auto last_order = [](const std::vector<measured>& e) {
    return observed_order<measured>(2, e[e.size() - 2], 1, e.back());
  };
  judge(c, out, "order", last_order(difference));
  judge(c, out, "order of Simpson", last_order(simpson));
  judge(c, out, "order of RK4", last_order(rk4));
}

}  // namespace plumbline::experiments::top
