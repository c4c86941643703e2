// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figures 7 and 12: the path of the top's axis on the sphere, with the parameters of Table 3 (called looping) and
// of Table 6 (with cusps). The class of a motion is read from φ̇ = (p_φ − p_ψ cos θ)/(I sin²θ) between the bounds of θ:
// it changes sign where there are loops, touches zero at a bound where there are cusps, and keeps its sign otherwise.
//
// The sphere is seen from far away: with the Euler angles of TOP the axis points to (sin θ sin φ, −sin θ cos φ, cos θ).
#include "experiments/top/runs.hpp"

#include <numbers>

namespace plumbline::experiments::top {

namespace {

constexpr int periods = 5;                                        // of the paths
constexpr double gap = std::numeric_limits<double>::quiet_NaN();  // interrupts a curve

/// Across, up, and towards the eye.
std::array<double, 3> seen(double phi, double theta, double elevation) {
  const double x = std::sin(theta) * std::sin(phi);
  const double y = -std::sin(theta) * std::cos(phi);
  const double z = std::cos(theta);
  const double s = std::sin(elevation);
  const double c = std::cos(elevation);
  return {x, y * s + z * c, z * s - y * c};
}

/// The parts of a path before and behind the horizon of the sphere.
struct halves {
  std::vector<point> front;
  std::vector<point> back;
};

halves split(const std::vector<point>& path, double elevation) {
  halves h;
  bool was_front = true;
  for (std::size_t k = 0; k < path.size(); ++k) {
    const auto [x, y, towards] = seen(path[k][0], path[k][1], elevation);
    const bool front = towards >= 0;
    auto& here = front ? h.front : h.back;
    if (k > 0 && front != was_front) {
      auto& other = front ? h.back : h.front;
      other.push_back({x, y});  // so that the halves meet
      other.push_back({gap, gap});
    }
    here.push_back({x, y});
    was_front = front;
  }
  return h;
}

std::vector<point> latitude(double theta) {
  constexpr int points = 180;
  return mapped(whole_numbers(0, points), [theta](int k) {
    return point{2 * std::numbers::pi * k / points, theta};
  });
}

struct path {
  std::vector<point> points;        ///< (φ, θ) of the exact motion
  measured slowest{0}, fastest{0};  ///< φ̇ over one period, in rad/s
  measured p_phi{0}, p_psi{0};
  point theta_bounds{};  ///< drawn as circles
};

/// `dots` are Simpson's nodes; those behind are left out. The eye is so many degrees above the horizon, at 90 it looks
/// from above.
report::panel draw_sphere(std::string description, const path& exact,
                          const std::vector<point>& dots, int degrees, const std::string& prefix) {
  plot p = axes(std::move(description), "", "");
  p.bare = true;
  p.same_scale = true;
  p.x_range = {{-1.03, 1.03}};
  p.y_range = {{-1.03, 1.03}};
  p.width = 460;
  p.height = 490;
  const double elevation = degrees * std::numbers::pi / 180;
  constexpr int points = 240;
  p.curves.push_back(curve_of({"", curve_role::exact}, whole_numbers(0, points), [](int k) {
    const double a = 2 * std::numbers::pi * k / points;
    return point{std::cos(a), std::sin(a)};
  }));
  const auto line = [&](curve empty, std::vector<point> through) {
    empty.points = std::move(through);
    p.curves.push_back(std::move(empty));
  };
  for (const double theta : exact.theta_bounds) {
    line({"", curve_role::guide}, split(latitude(theta), elevation).front);
  }
  halves parts = split(exact.points, elevation);
  line({"", curve_role::guide}, std::move(parts.back));
  line({"exact", curve_role::first}, std::move(parts.front));
  if (!dots.empty()) {
    std::vector<point> visible;
    for (const auto& [phi, theta] : dots) {
      const auto [x, y, towards] = seen(phi, theta, elevation);
      if (towards >= 0) {
        visible.push_back({x, y});
      }
    }
    line({"Simpson", curve_role::second, drawn_as::markers}, std::move(visible));
  }
  return panel_of(p, prefix);
}

template <class T>
path path_of(motion m) {
  constexpr int nodes = 240;  // even: both bounds of θ are nodes
  const lagrange_top_solution<T> exact = exact_motion<T>(m);
  const auto facts = exact.facts();
  const equations<T> hamilton = make_equations<T>(m);
  path r;
  std::vector<T> rates;
  std::vector<point> one;
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
  const auto [slowest, fastest] = std::minmax_element(rates.begin(), rates.end());
  r.slowest = to_measured(*slowest);
  r.fastest = to_measured(*fastest);
  const auto [lowest, highest] = std::minmax(one[0][1], one[nodes / 2][1]);
  r.theta_bounds = {lowest, highest};
  const double turn = to_double(*facts.precession_per_period);
  for (int k = 0; k <= nodes * periods; ++k) {
    const auto& [phi, theta] = one[static_cast<std::size_t>(k % nodes)];
    const int period = k / nodes;
    r.points.push_back({phi + period * turn, theta});
  }
  return r;
}

report::figure picture(const path& exact, const std::vector<point>& dots, const std::string& what,
                       const std::string& prefix, std::string caption) {
  return {std::move(caption),
          {draw_sphere(what + ", seen from the side", exact, dots, 24, prefix + "-side"),
           draw_sphere(what + ", seen from above", exact, dots, 90, prefix + "-above")}};
}

}  // namespace

void run_fig7(context& c, report::section& out) {
  const path loops = at_digits(c.digits(), []<class T>() { return path_of<T>(motion::loops); });
  std::vector<point> dots;
  for (const node& n : run(c, portion(c, scheme::simpson, 40), 10).nodes) {
    if (n.t <= periods) {
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
  const path cusps = at_digits(c.digits(), []<class T>() { return path_of<T>(motion::cusps); });
  out.add(picture(cusps, {}, "Path of the axis over five nutation periods, Table 6",
                  "top-path-cusps",
                  "The axis of the top of Table 6 on the sphere over five nutation periods, from "
                  "the side and from above. It stops in every cusp, at θ = π/6."));
  judge(c, out, "precession in the cusp", cusps.slowest / cusps.fastest);
  judge(c, out, "cusp angle", measured(cusps.theta_bounds[0]) / (pi<measured>() / 6));
}

}  // namespace plumbline::experiments::top
