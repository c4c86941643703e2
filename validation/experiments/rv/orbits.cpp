// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// RV's periodic orbits. Their start values and periods are printed as if they were exact, but belong to the orbit: they are
// the root of the equations that close it, which is computed here. A further table says how far the printed start comes
// back after the printed period.
#include "experiments/rv/problems.hpp"
#include <plumbline/scalar/expression.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>

namespace plumbline::experiments::rv {

namespace {

constexpr int spare_digits = 10;  // shown beyond those that are printed

/// The entries of the printed start that stand with `names`, and what they are after the printed period.
void closure(context& c, report::section& out, const problem& p, const std::string& period,
             int digits, const std::vector<std::pair<std::string, std::size_t>>& names) {
  const precision_scope scope(digits + spare_digits);
  const vector<mp> end = end_state(c, p, period, digits + 2);
  report::plain_table table{"The motion from the printed start, one printed period later.",
                            {"", "printed start", "one period later", "digits that come back"},
                            {}};
  for (const auto& [name, i] : names) {
    const std::string later = to_text(end[static_cast<Eigen::Index>(i)], digits);
    table.rows.push_back({name, marked(p.start[i], later), later, true_of_all(p.start[i], later)});
  }
  out.add(std::move(table));
}

}  // namespace

/// The orbit that leaves (0.994, 0) at a right angle to the x-axis and meets it so again after half a period.
void run_arenstorf(context& c, report::section& out) {
  const std::string period = "17.0652165601579625588917206249";
  const problem p = restricted_three_bodies();
  constexpr int digits = 40;
  const auto found = root(
      c,
      [&p](const vector<mp>& u, int more_orders) {
        vector<mp> start = vector<mp>::Constant(4, mp(0));
        start[0] = evaluate<mp>(expression(p.start[0]));
        start[3] = u[0];
        const vector<mp> half = flow(p, start, mp(u[1] / mp(2)), more_orders);
        return vector<mp>(vector<mp>{{half[1], half[2]}});
      },
      {p.start[3], period}, digits);
  judge_all(out, "The orbit through x = 0.994 exactly.",
            {{"y′(0)", "velocity", found[0]}, {"period", "period", found[1]}});
  closure(c, out, p, period, digits, {{"x", 0}, {"y′", 3}});
}

/// The orbit that comes back to the plane z = 27 at the same point.
void run_lorenz(context& c, report::section& out) {
  const std::string period = "1.558652210716174727567870209212696070528480548997243935889521578";
  const problem p = lorenz();
  constexpr int digits = 76;
  const auto found = root(
      c,
      [&p](const vector<mp>& u, int more_orders) {
        const vector<mp> start{{u[0], u[1], mp(27)}};
        return vector<mp>(flow(p, start, u[2], more_orders) - start);
      },
      {p.start[0], p.start[1], period}, digits);
  judge_all(out, "The orbit AB through the plane z = 27.",
            {{"x(0)", "x", found[0]}, {"y(0)", "y", found[1]}, {"period", "period", found[2]}});
  closure(c, out, p, period, digits, {{"x", 0}, {"y", 1}});
}

/// The third body starts in the centre of the eight, whose axes are x and y, and the moment of inertia is 2. A twelfth of
/// the period later the first body is at the end of the eight and the others are each other's images in the x-axis.
void run_figure_eight(context& c, report::section& out) {
  const std::string period = "6.32591398292621";
  const std::vector<std::string> printed = {"0.97000436", "-0.24308753", "0.466203685",
                                            "0.43236573"};
  constexpr int digits = 25;
  const auto bodies = [](const std::string& x, const std::string& y, const std::string& u,
                         const std::string& v) {
    const auto negative = [](const std::string& text) { return "-(" + text + ")"; };
    return gravity("1", {{"1", {x, y}, {u, v}},
                         {"1", {negative(x), negative(y)}, {u, v}},
                         {"1", {"0", "0"}, {"-2*(" + u + ")", "-2*(" + v + ")"}}});
  };
  const problem p = bodies(printed[0], printed[1], printed[2], printed[3]);
  const auto found = root(
      c,
      [&p](const vector<mp>& u, int more_orders) {
        const mp& x = u[0];
        const mp& y = u[1];
        vector<mp> start(12);
        start << x, y, -x, -y, mp(0), mp(0), u[2], u[3], u[2], u[3], mp(-2 * u[2]), mp(-2 * u[3]);
        const vector<mp> z = flow(p, start, mp(u[4] / mp(12)), more_orders);
        return vector<mp>(
            vector<mp>{{mp(x * x + y * y - mp(1)), z[1], z[6], mp(z[2] - z[4]), mp(z[9] - z[11])}});
      },
      {printed[0], printed[1], printed[2], printed[3], period}, digits);
  const auto twice = [](const std::string& text) {
    const precision_scope scope(digits + spare_digits);
    return to_text(mp(-2 * evaluate<mp>(expression(text))), digits);
  };
  judge_all(out, "The eight with moment of inertia 2, its axes along x and y.",
            {{"x₁", "x1", found[0]},
             {"y₁", "y1", found[1]},
             {"x₁′", "vx1", found[2]},
             {"y₁′", "vy1", found[3]},
             {"x₃′", "vx3", twice(found[2])},
             {"y₃′", "vy3", twice(found[3])},
             {"period", "period", found[4]}});
  problem plain = p;
  std::copy(printed.begin(), printed.begin() + 2, plain.start.begin());
  std::copy(printed.begin() + 2, printed.end(), plain.start.begin() + 6);
  // the third body's velocity is printed too, and is not −2 times that of the others to all digits
  plain.start[10] = "-0.93240737";
  plain.start[11] = "-0.86473146";
  closure(c, out, plain, period, digits, {{"x₁", 0}, {"y₁", 1}, {"x₁′", 6}, {"y₁′", 7}});
}

}  // namespace plumbline::experiments::rv
