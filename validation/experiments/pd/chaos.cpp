// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// "For very large ε one can observe chaotic behaviour" (PD sections 1 and 8). With P = εp leapfrog's (φ, P) is the standard
// map of Chirikov and Taylor with K = ε²: its last invariant circle around the cylinder breaks at K = 0.971635…, ε = 0.98572….
// Phase portraits of leapfrog and of Suris 2, which has no chaos at any step, and the growth of a perturbation of 1e-12.
#include "experiments/pd/series.hpp"
#include <plumbline/measure/perturbation_growth.hpp>

#include <numbers>

namespace plumbline::experiments::pd {

namespace {

constexpr int portrait_digits = 16;

report::panel portrait(context& c, scheme s, const std::string& step) {
  plot p = axes(fmt::format("Phase portrait of {} at ε = {}", name_of(s), step),
                fmt::format("φ / rad, {}, ε = {}", name_of(s), step), "p");
  p.x_range = {{-std::numbers::pi, std::numbers::pi}};
  curve regular{"", curve_role::first, drawn_as::markers, {}};
  for (const char* p0 : {"0.3", "0.7", "1.1", "1.4", "1.6", "1.8", "1.95", "2.1", "2.4"}) {
    for (const auto& [q, momentum] : follow(c, s, p0, step, portrait_digits, 250).phase) {
      regular.points.push_back({std::remainder(q, 2 * std::numbers::pi), momentum});
    }
  }
  p.curves.push_back(std::move(regular));
  p.height = 400;
  return panel_of(p, fmt::format("pd-portrait-{}-{}", static_cast<int>(s), step.substr(0, 1)));
}

struct growth {
  double exponent;  ///< (1/T) ln(D(T)/D(0))
  double power;
  bool chaotic;
};

template <class T>
growth grow(context& c, scheme s, const std::string& p0, const std::string& step,
            std::int64_t steps) {
  const T start = decimal<T>(p0);
  const T h = decimal<T>(step);
  const T distance = decimal<T>("1e-12");
  auto stepper = make_stepper<T>(s);
  vector<T> y = stepper.start(phase_of(T(0), start));
  vector<T> z = stepper.start(phase_of(distance, start));
  perturbation_growth<T> seen(distance, T(h * as_scalar<T>(steps)));
  for (std::int64_t n = 1; n <= steps; ++n) {
    c.poll();
    take_step(stepper, y, h, "on the orbit");
    take_step(stepper, z, h, "beside the orbit");
    using std::sqrt;
    const T dq = z[0] - y[0];
    const T dp = z[1] - y[1];
    const T now = sqrt(T(dq * dq + dp * dp));
    seen.add(T(h * as_scalar<T>(n)), now);
    if (decimal<T>("1e-6") < now) {  // no longer a small perturbation
      seen.restart();
      const T shrink = distance / now;
      z[0] = y[0] + dq * shrink;
      z[1] = y[1] + dp * shrink;
    }
  }
  return {seen.lyapunov_exponent(), seen.power(), seen.looks_chaotic()};
}

}  // namespace

void run_chaos(context& c, report::section& out) {
  out.add(
      report::figure{"Phase portraits from φ = 0 and nine p0, 250 steps each, in double: leapfrog "
                     "at ε = 0.5 and 1.2, Suris 2 at ε = 1.2.",
                     {portrait(c, scheme::leapfrog, "0.5"), portrait(c, scheme::leapfrog, "1.2"),
                      portrait(c, scheme::suris2, "1.2")}});
  report::plain_table table{
      "Growth of a perturbation over 4000 steps: the finite-time Lyapunov exponent, and the law "
      "that fits better. Straight growth (power 1) is regular motion.",
      {"scheme", "ε", "p0", "exponent", "power", "law"}};
  for (const auto& [s, step, p0] :
       {std::tuple{scheme::leapfrog, "0.5", "1.8"}, std::tuple{scheme::leapfrog, "1.2", "0.5"},
        std::tuple{scheme::leapfrog, "1.2", "1.8"}, std::tuple{scheme::suris2, "1.2", "0.5"},
        std::tuple{scheme::suris2, "1.2", "1.8"}}) {
    const growth g = at_digits(c.digits(), [&c, s = s, step = step, p0 = p0]<class T>() {
      return grow<T>(c, s, p0, step, 4000);
    });
    table.rows.push_back({std::string(name_of(s)), step, p0, fmt::format("{:.4f}", g.exponent),
                          g.chaotic ? "" : fmt::format("{:.2f}", g.power),
                          g.chaotic ? "exponential" : "power"});
    out.judge(fmt::format("{}, {}, {}", name_of(s), step, p0), g.chaotic ? "1" : "0");
  }
  out.add(std::move(table));
}

}  // namespace plumbline::experiments::pd
