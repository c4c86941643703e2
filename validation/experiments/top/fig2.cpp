// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Figures 2 and 3: the double pendulum over ten seconds at h = 0.1 s; angles and momenta beside a verified
// reference trajectory (the paper's is RK4 at h = 1e-5, see top-rk4-reference).
#include "experiments/top/reference.hpp"

namespace plumbline::experiments::top {

namespace {

constexpr int ten_seconds = 10;

using component = std::array<double, 3> node::*;  ///< the angles or the momenta

const std::vector<node>& nodes(context& c, scheme s) {
  return run(c, {motion::pendulum, s, unit::second, steps_per_second, c.digits()}, ten_seconds)
      .nodes;
}

std::vector<node> reference_nodes(context& c) {
  const pendulum_reference& r = reference(c);
  std::vector<node> found;
  for (std::size_t n = 0; n < r.q.size(); ++n) {
    found.push_back({static_cast<double>(n) / reference_nodes_per_second,
                     {to_double(r.q[n][0]), to_double(r.q[n][1])},
                     {to_double(r.p[n][0]), to_double(r.p[n][1])}});
  }
  return found;
}

/// The largest Euclidean distance from the reference over the nodes up to the time, over the largest size.
double error(context& c, scheme s, component of, double until) {
  const auto truth = reference_nodes(c);
  double worst = 0;
  double size = 0;
  for (const node& n : nodes(c, s)) {
    const node& exact =
        truth[static_cast<std::size_t>(std::lround(n.t * reference_nodes_per_second))];
    if (n.t <= until) {
      worst = std::max(worst, std::hypot((n.*of)[0] - (exact.*of)[0], (n.*of)[1] - (exact.*of)[1]));
    }
    size = std::max(size, std::hypot((exact.*of)[0], (exact.*of)[1]));
  }
  return worst / size;
}

void draw(context& c, report::section& out, component of, const char* letter, const char* unit,
          const std::string& caption) {
  report::figure figure{caption};
  for (const std::size_t i : {0U, 1U}) {
    plot p = axes(fmt::format("{} {} of the double pendulum over ten seconds", letter, i + 1),
                  "t / s", fmt::format("{}_{} / {}", letter, i + 1, unit));
    const auto value = [of, i](const node& n) { return (n.*of)[i]; };
    p.curves.push_back(over_time({"reference", curve_role::exact}, reference_nodes(c), value));
    for (const scheme s : schemes) {
      p.curves.push_back(over_time(look_of(s), nodes(c, s), value));
    }
    figure.panels.push_back(panel_of(p, fmt::format("top-pendulum-{}{}", letter, i + 1)));
  }
  out.add(std::move(figure));
}

void run_states(context& c, report::section& out, component of) {
  const auto say = [&](const char* key, double x) { judge(c, out, key, measured(x)); };
  const double simpson = error(c, scheme::simpson, of, ten_seconds);
  say("Simpson follows", simpson);
  say("Simpson/midpoint", simpson / error(c, scheme::midpoint, of, ten_seconds));
  say("Simpson/RK4", simpson / error(c, scheme::rk4, of, ten_seconds));
  say("midpoint early", error(c, scheme::midpoint, of, 2));
  say("RK4 early", error(c, scheme::rk4, of, 2));
}

}  // namespace

void run_fig2(context& c, report::section& out) {
  draw(c, out, &node::q, "q", "rad",
       fmt::format(
           "Angles of the double pendulum at h = 0.1 s; the reference is verified to {} digits.",
           reference(c).verified_digits));
  run_states(c, out, &node::q);
  judge(c, out, "verified digits", measured(reference(c).verified_digits));
}

void run_fig3(context& c, report::section& out) {
  draw(c, out, &node::p, "p", "(kg m^2/s)", "Momenta of the double pendulum at h = 0.1 s.");
  run_states(c, out, &node::p);
}

}  // namespace plumbline::experiments::top
