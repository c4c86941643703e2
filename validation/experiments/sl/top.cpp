// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's preliminary result on the top, "Nutation θ (rad)": one period of nutation by Newmark (the midpoint rule) and
// Simpson against the exact motion. The slides give no parameters; these are those of TOP's Table 3, with the step a
// twentieth of the period.
#include "experiments/sl/runs.hpp"
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/scalar/expression.hpp>

namespace plumbline::experiments::sl {

namespace {

constexpr int steps = 20;
constexpr int fine = 20;  ///< points of the exact curve in a step

/// The system's default parameters and start are those of TOP's Table 3.
template <class T>
lagrange_top_start<T> table_3() {
  const system_entry& top = find_system("lagrange-top");
  const std::vector<T> p = parameter_values<T>(top.name(), top.parameters, {});
  std::vector<T> s;
  for (const start_value& value : top.info.start) {
    s.push_back(evaluate<T>(expression(value.value)));
  }
  return {p.at(0), p.at(1), p.at(2), p.at(3), p.at(4), s.at(0), s.at(1),
          s.at(2), s.at(3), s.at(4), s.at(5), T(0),    true};
}

/// The curves of θ; judges the largest |θ_n/θ(t_n) − 1|.
template <class T>
std::vector<curve> nutation(const context& c, report::section& out) {
  using std::abs;
  const lagrange_top_solution<T> exact(table_3<T>());
  const T length = *exact.facts().nutation_period;
  const time_grid<T> grid(T(0), length / T(steps), steps);
  const time_grid<T> fine_grid(T(0), length / T(steps * fine), steps * fine);
  std::vector<curve> curves{
      curve_of({"exact", curve_role::exact}, whole_numbers(0, steps * fine), [&](int n) {
        return point{to_double(fine_grid[n]), to_double(exact.state(fine_grid[n]).q[1])};
      })};
  const auto system = find_system("lagrange-top").make<T>();
  for (const scheme s : schemes) {
    auto stepper =
        find_scheme(s == scheme::simpson ? "simpson" : "midpoint").template make<T>({}, system);
    vector<T> state = stepper.start(exact.state(T(0)));
    T worst(0);
    curve& drawn = curves.emplace_back(look_beside_exact(s));
    follow_grid(c, stepper, state, grid, [&](std::int64_t, const T& t, const vector<T>& y) {
      const T theta = stepper.phase(y).q[1];
      const T error = abs(T(theta / exact.state(t).q[1] - T(1)));
      worst = worst < error ? error : worst;
      drawn.points.push_back({to_double(t), to_double(theta)});
    });
    judge(c, out, name_of(s), to_measured(worst));
  }
  return curves;
}

}  // namespace

void run_top(context& c, report::section& out) {
  plot p =
      axes("Nutation of the top over one period: exact, Newmark and Simpson", "t / s", "θ / rad");
  p.curves = at_digits(c.digits(), [&]<class T>() { return nutation<T>(c, out); });
  out.add(
      report::figure{"Nutation over one period, twenty steps. The relative error is largest where "
                     "θ is smallest, 2.7°.",
                     {panel_of(p, "sl-nutation")}});
}

}  // namespace plumbline::experiments::sl
