// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figures 7 and 12: the path of the top's axis on the sphere, with the parameters of Table 3 (called looping) and
// of Table 6 (with cusps). The class of a motion is read from φ̇ = (p_φ − p_ψ cos θ)/(I sin²θ) between the bounds of θ:
// it changes sign where there are loops, touches zero at a bound where there are cusps, and keeps its sign otherwise.
#include "experiments/experiment.hpp"
#include "experiments/top/runs.hpp"
#include "experiments/top/sphere.hpp"

#include <algorithm>
#include <numbers>

namespace plumbline::experiments::top {

namespace {

struct path {
  std::vector<std::array<double, 2>> points;  ///< (φ, θ)
  measured slowest{0}, fastest{0};            ///< φ̇ over one period, in rad/s
  measured p_phi{0}, p_psi{0};
  std::array<double, 2> theta_bounds{};
};

template <class T>
path find(motion m, int periods) {
  constexpr int nodes = 240;  // even: both bounds of θ are nodes
  const lagrange_top_solution<T> exact = exact_motion<T>(m);
  const auto facts = exact.facts();
  const equations<T> hamilton = make_equations<T>(m);
  path r;
  std::vector<T> rates;
  std::vector<std::array<double, 2>> one;
  vector<T> y(6);
  vector<T> dy(6);
  for (int k = 0; k < nodes; ++k) {
    const phase_point<T> z = exact.state(T(*facts.nutation_period * k / nodes));
    y << z.q, z.p;
    hamilton.field(y, dy);
    rates.push_back(dy[0]);
    one.push_back({to_double(z.q[0]), to_double(z.q[1])});
    if (k == 0) {
      r.p_phi = to_measured(z.p[0]);
      r.p_psi = to_measured(z.p[2]);
    }
  }
  r.slowest = to_measured(*std::min_element(rates.begin(), rates.end()));
  r.fastest = to_measured(*std::max_element(rates.begin(), rates.end()));
  r.theta_bounds = {std::min(one[0][1], one[nodes / 2][1]), std::max(one[0][1], one[nodes / 2][1])};
  const double turn = to_double(*facts.precession_per_period);
  for (int k = 0; k <= nodes * periods; ++k) {
    const auto& [phi, theta] = one[static_cast<std::size_t>(k % nodes)];
    r.points.push_back({phi + k / nodes * turn, theta});
  }
  return r;
}

report::figure picture(const path& exact, const std::vector<std::array<double, 2>>& dots,
                       const std::string& what, const std::string& prefix, std::string caption) {
  report::figure f{std::move(caption), {}};
  for (const double elevation : {24., 90.}) {
    f.panels.push_back(draw_sphere(
        {what + (elevation < 90 ? ", seen from the side" : ", seen from above"), "exact",
         exact.points, dots.empty() ? "" : "Simpson", dots, exact.theta_bounds, elevation},
        prefix + (elevation < 90 ? "-side" : "-above")));
  }
  return f;
}

}  // namespace

void run_fig7(context& c, report::section& out) {
  const path loops = at_digits(c.digits(), []<class T>() { return find<T>(motion::loops, 5); });
  std::vector<std::array<double, 2>> dots;
  for (const node& n : run(c, portion(c, scheme::simpson, 40), 10).nodes) {
    if (n.t <= 5) {
      dots.push_back({n.q[0], n.q[1]});
    }
  }
  out.add(picture(loops, dots, "Path of the axis over five nutation periods, Table 3",
                  "top-path-loops",
                  "The axis of the top of Table 3 on the sphere over five nutation periods, from "
                  "the side (what lies behind is dotted) and from above; dots are Simpson’s nodes "
                  "at h = 0.025 P. The path turns about the vertical, which it passes at 2.7°; it "
                  "has no loops of its own, for φ̇ is never negative."));
  judge(c, out, "slowest precession", loops.slowest);
  judge(c, out, "momenta", loops.p_phi / loops.p_psi);
  judge(c, out, "upper bound", measured(loops.theta_bounds[1]) / (pi<measured>() / 3));
}

void run_fig12(context& c, report::section& out) {
  const path cusps = at_digits(c.digits(), []<class T>() { return find<T>(motion::cusps, 5); });
  out.add(picture(cusps, {}, "Path of the axis over five nutation periods, Table 6",
                  "top-path-cusps",
                  "The axis of the top of Table 6 on the sphere over five nutation periods, from "
                  "the side and from above. It stops in every cusp, at θ = π/6."));
  judge(c, out, "precession in the cusp", cusps.slowest / cusps.fastest);
  judge(c, out, "cusp angle", measured(cusps.theta_bounds[0]) / (pi<measured>() / 6));
}

}  // namespace plumbline::experiments::top
