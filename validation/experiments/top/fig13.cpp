// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figures 13 and 14: the top with cusps over one second. Simpson's scheme on the complete system against RK4 on
// the reduced one, at h = 0.1 s and at h = 0.1/2^k. Both are of order 4, so that the order of their difference cannot
// tell them apart: here each is also compared with the exact solution.
#include "experiments/top/cusps.hpp"

namespace plumbline::experiments::top {

namespace {

curve drawn(curve empty, const std::vector<measured>& theta) {
  const auto last = static_cast<double>(theta.size() - 1);
  return curve_of(std::move(empty), whole_numbers(0, static_cast<int>(theta.size()) - 1),
                  [&](int n) {
                    return point{n / last, to_double(theta[static_cast<std::size_t>(n)])};
                  });
}

measured error(context& c, formulation form, scheme by, int per_second) {
  return largest_distance(nutation(c, form, by, per_second), exact_nutation(c, per_second));
}

}  // namespace

void run_fig13(context& c, report::section& out) {
  plot p =
      axes("Nutation angle of the top with cusps over one second at h = 0.1 s", "t / s", "θ / rad");
  p.curves.push_back(drawn({"exact", curve_role::exact}, exact_nutation(c, 200)));
  for (const scheme s : schemes) {
    curve empty = look_of(s, drawn_as::line_and_markers);
    empty.title += s == scheme::rk4 ? ", reduced" : "";
    p.curves.push_back(
        drawn(std::move(empty),
              nutation(c, s == scheme::rk4 ? formulation::reduced : formulation::complete, s,
                       steps_per_second)));
  }
  out.add(report::figure{
      "The top with cusps over one second at h = 0.1 s: midpoint and Simpson on the complete "
      "system, RK4 on the reduced one. RK4 on the complete system in (q, p) has the same θ: its "
      "stages keep p_φ and p_ψ, and what is left is the reduced system.",
      {panel_of(p, "top-cusps")}});
  const measured simpson = error(c, formulation::complete, scheme::simpson, steps_per_second);
  judge(c, out, "Simpson/RK4",
        simpson / error(c, formulation::reduced, scheme::rk4, steps_per_second));
  const auto theta = exact_nutation(c, 200);
  judge(c, out, "Simpson follows", simpson / *std::max_element(theta.begin(), theta.end()));
  judge(c, out, "Simpson/RK4 complete",
        simpson / error(c, formulation::complete, scheme::rk4, steps_per_second));
  judge(c, out, "Simpson/midpoint",
        simpson / error(c, formulation::complete, scheme::midpoint, steps_per_second));
}

void run_fig14(context& c, report::section& out) {
  constexpr int halvings = 7;
  std::vector<measured> steps;
  std::vector<measured> difference;
  std::vector<measured> simpson;
  std::vector<measured> rk4;
  report::plain_table table{
      "The top with cusps over one second: largest |θ| difference of Simpson on the complete "
      "system and RK4 on the reduced one (Figure 14), its order from step to step, and the error "
      "of each against the exact solution.",
      {"h / s", "difference", "order", "Simpson’s error", "order", "RK4’s error", "order"}};
  for (int k = 0; k <= halvings; ++k) {
    const int per_second = steps_per_second << k;
    steps.push_back(rational<measured>(1, per_second));
    difference.push_back(
        largest_distance(nutation(c, formulation::complete, scheme::simpson, per_second),
                         nutation(c, formulation::reduced, scheme::rk4, per_second)));
    simpson.push_back(error(c, formulation::complete, scheme::simpson, per_second));
    rk4.push_back(error(c, formulation::reduced, scheme::rk4, per_second));
    std::vector<std::string> row{fmt::format("{}", 1. / per_second)};
    for (const auto* e : {&difference, &simpson, &rk4}) {
      row.push_back(to_text(e->back(), 4));
      row.push_back(k == 0 ? "" : fmt::format("{:.3f}", to_double(last_order(*e))));
    }
    table.rows.push_back(std::move(row));
  }
  plot p = axes(
      "Difference of Simpson on the complete and RK4 on the reduced top against the step, and "
      "their errors, all logarithmic",
      "h / s", "error of θ / rad", logarithmic::both);
  p.height = 400;
  curve reduced = look_of(scheme::rk4, drawn_as::line_and_markers);
  reduced.title += ", reduced";
  p.curves = {curve_through({"difference", curve_role::fourth, drawn_as::line_and_markers}, steps,
                            difference),
              curve_through(reduced, steps, rk4),
              curve_through(look_of(scheme::simpson, drawn_as::line_and_markers), steps, simpson)};
  out.add(report::figure{
      "Figure 14: the difference of the two solutions, and the error of each. Both are of order 4; "
      "the difference would be of order 4 as well if one of them were of any higher order.",
      {panel_of(p, "top-consistency")}});
  out.add(std::move(table));
  for (int k = 0; k < 4; ++k) {
    const auto at = static_cast<std::size_t>(k);
    judge(c, out, fmt::format("difference/{}", k), difference[at]);
    if (k > 0) {
      judge(c, out, fmt::format("order/{}", k), halved_order(difference[at - 1], difference[at]));
    }
  }
  judge(c, out, "order", last_order(difference));
  judge(c, out, "order of Simpson", last_order(simpson));
  judge(c, out, "order of RK4", last_order(rk4));
}

namespace {

struct nutation_key {
  formulation form;
  scheme by;
  int per_second;
  int stride;
  auto operator<=>(const nutation_key&) const = default;  // NOLINT(modernize-use-nullptr)
};

template <class T>
std::vector<measured> make(const context& c, const nutation_key& key) {
  const problem<T> p = make_problem<T>(motion::cusps);
  any_stepper<T> stepper = make_stepper<T>(key.by, motion::cusps, p.system);
  phase_point<T> start = p.start;
  if (key.form == formulation::reduced) {
    stepper = find_scheme("rk4").make<T>({}, find_system("reduced-lagrange-top").make<T>());
    start = {vector<T>(3), vector<T>(0)};
    start.q << p.start.q[0], p.start.q[1], T(0);  // at rest in the cusp
  }
  std::vector<measured> theta;
  vector<T> state = stepper.start(start);
  const time_grid<T> grid(T(0), rational<T>(1, key.per_second), key.per_second);
  follow_grid(c, stepper, state, grid, [&](std::int64_t n, const T&, const vector<T>& y) {
    if (n % key.stride == 0) {
      theta.push_back(to_measured(y[1]));  // y = (φ, θ, …) in both systems
    }
  });
  return theta;
}

struct exact_nutation_key {
  int per_second;
  auto operator<=>(const exact_nutation_key&) const = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace

const std::vector<measured>& nutation(context& c, formulation form, scheme by, int per_second,
                                      int stride) {
  const nutation_key key{form, by, per_second, stride};
  return c.shared<std::vector<measured>>(
      key, [&] { return at_digits(c.digits(), [&]<class T>() { return make<T>(c, key); }); });
}

const std::vector<measured>& exact_nutation(context& c, int per_second) {
  return c.shared<std::vector<measured>>(exact_nutation_key{per_second}, [&] {
    return at_digits(c.digits(), [&]<class T>() {
      const lagrange_top_solution<T> exact = exact_motion<T>(motion::cusps);
      const time_grid<T> grid(T(0), rational<T>(1, per_second), per_second);
      return mapped(whole_numbers(0, per_second),
                    [&](int n) { return to_measured(exact.state(grid[n]).q[1]); });
    });
  });
}

}  // namespace plumbline::experiments::top
