// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Figures 16 to 18: next to the separatrix and on it. At p0 = 2 the exact motion only approaches the upper equilibrium;
// there errors grow like e^t, so that what a scheme that keeps the energy does next is decided by its rounding: the same
// run at 16, 34 and 64 digits.
#include "experiments/pd/series.hpp"
#include <plumbline/exact/pendulum.hpp>

#include <numbers>

namespace plumbline::experiments::pd {

namespace {

constexpr const char* angle = "φ / rad";

/// At most about so many of the points.
curve drawn(curve line, const std::vector<point>& points, std::size_t most) {
  for (std::size_t i = 0; i < points.size(); i += points.size() / most + 1) {
    line.points.push_back(points[i]);
  }
  return line;
}

/// What happens at p0 = 2: turning points and turns, in order.
std::string story(const path& p) {
  const double turn = 2 * std::numbers::pi;
  std::string told;
  double previous = 0;
  long last_turn = 0;
  int oscillations = 0;
  int rotations = 0;
  const auto tell = [&] {
    if (oscillations > 0 || rotations != 0) {
      told += told.empty() ? "" : ", ";
      told += rotations != 0 ? fmt::format("{} turns {}", std::abs(rotations),
                                           rotations > 0 ? "forward" : "back")
                             : fmt::format("{} half swings", oscillations);
    }
    oscillations = 0;
    rotations = 0;
  };
  for (std::size_t i = 1; i < p.phase.size(); ++i) {
    const double momentum = p.phase[i][1];
    const auto now = std::lround(p.phase[i][0] / turn);
    if (now != last_turn) {
      const int direction = now > last_turn ? 1 : -1;
      if (oscillations > 0 || rotations * direction < 0) {
        tell();
      }
      rotations += direction;
      last_turn = now;
    } else if (momentum * previous < 0) {
      if (rotations != 0) {
        tell();
      }
      ++oscillations;
    }
    previous = momentum != 0 ? momentum : previous;
  }
  tell();
  if (!p.failed.empty()) {
    told += fmt::format("{}no step from t = {:.6g} on: {}", told.empty() ? "" : ", ",
                        p.angle.back()[0], p.failed);
  }
  return told.empty() ? "stays" : told;
}

/// Whether the scheme does what the exact motion from p0 = 2 does, which is within a hundredth of a turn of π from t = 5 on.
bool stays_at_the_top(const path& p) {
  constexpr double arrival = 5;
  return p.failed.empty() && std::all_of(p.angle.begin(), p.angle.end(), [](const point& at) {
           return at[0] < arrival ||
                  std::abs(at[1] - std::numbers::pi) < 2 * std::numbers::pi / 100;
         });
}

}  // namespace

void run_fig16(context& c, report::section& out) {
  constexpr const char* start = "2.000001";
  constexpr int shown = 600;
  const measured exact = exact_period(start);
  const pendulum_solution<measured> motion(measured(1), measured(1), measured(0),
                                           decimal<measured>(start), measured(0));
  const curve truth =
      curve_of({"exact", curve_role::exact}, whole_numbers(0, shown / 3), [&](int n) {
        return point{3 * n / 10.0, to_double(motion.state(rational<measured>(3 * n, 10)).q[0])};
      });
  std::vector<curve> curves{truth};
  for (const auto& [s, r] : {std::pair{scheme::leapfrog, curve_role::first},
                             std::pair{scheme::modified_gradient, curve_role::third},
                             std::pair{scheme::midpoint, curve_role::second}}) {
    curves.push_back(drawn({std::string(name_of(s)), r, drawn_as::markers},
                           follow(c, s, start, "0.1", c.digits(), shown).angle, 120));
  }
  out.add(
      report::figure{fmt::format("φ_n for p0 = 2.000001, ε = 0.1, every fifth step, at {} digits: "
                                 "leapfrog turns twice as fast, midpoint oscillates.",
                                 c.digits()),
                     {panel_with(curves, "pd-fig16", "Angle against time just above the separatrix",
                                 "t", angle)}});
  constexpr std::size_t zeros = 401;
  const std::vector<series> seen =
      observe(c, {{scheme::modified_gradient, start, "0.1", c.digits(), zeros},
                  {scheme::gradient, start, "0.1", c.digits(), zeros},
                  {scheme::modified_gradient, start, "0.2", c.digits(), zeros},
                  {scheme::gradient, start, "0.2", c.digits(), zeros},
                  {scheme::leapfrog, start, "0.1", c.digits(), zeros},
                  {scheme::midpoint, start, "0.1", c.digits(), 21}});
  const auto percent = [&](std::size_t i) {
    return measured(apart(seen[i].period(), exact) / exact * 100);
  };
  judge(c, out, "T_th", exact);
  judge(c, out, "T", seen[0].period());
  judge(c, out, "modified, 0.1", percent(0));
  judge(c, out, "gradient, 0.1", percent(1));
  judge(c, out, "modified, 0.2", percent(2));
  judge(c, out, "gradient, 0.2", percent(3));
  judge(c, out, "leapfrog", exact / seen[4].period());
  out.judge("leapfrog rotates", seen[4].turned ? "1" : "0");
  out.judge("midpoint", seen[5].turned ? "0" : "1");
}

void run_fig17(context& c, report::section& out) {
  constexpr int shown = 1500;
  report::figure f{
      "φ_n from p0 = 2 with ε = 0.2, at 16, 34 and 64 digits. Each decision at the top needs as "
      "long as the rounding error takes to grow to 1, and falls as the rounding wants."};
  report::plain_table table{"What each scheme does from p0 = 2 with ε = 0.2 up to t = 300.",
                            {"scheme", "digits", "motion"}};
  for (const int digits : {16, 34, 64}) {
    std::vector<curve> curves;
    for (std::size_t i = 0; i < keeping_energy.size(); ++i) {
      const path p = follow(c, keeping_energy[i], "2", "0.2", digits, shown);
      const std::string name(name_of(keeping_energy[i]));
      table.rows.push_back({name, std::to_string(digits), story(p)});
      curves.push_back(drawn({name, roles[i]}, p.angle, 500));
    }
    f.panels.push_back(panel_with(
        curves, fmt::format("pd-fig17-{}", digits),
        fmt::format("Angle against time on the separatrix at {} digits", digits), "t", angle));
  }
  out.add(std::move(f));
  int rotating = 0;
  for (const scheme s : {scheme::leapfrog, scheme::suris1, scheme::suris2, scheme::printed_standard,
                         scheme::printed_symmetric, scheme::midpoint}) {
    const path p = follow(c, s, "2", "0.2", c.digits(), shown);
    table.rows.push_back({title_of(s), std::to_string(c.digits()), story(p)});
    // more than five turns forward, and never back
    const bool forward =
        !is_printed_projection(s) && p.phase.back()[0] > 10 * std::numbers::pi &&
        std::all_of(p.phase.begin(), p.phase.end(), [](const auto& z) { return z[1] > 0; });
    rotating += forward ? 1 : 0;
  }
  out.add(std::move(table));
  constexpr int digits_of_figure = 16;
  out.judge("stays at the top",
            std::to_string(std::count_if(columns.begin(), columns.end(), [&](scheme s) {
              return stays_at_the_top(follow(c, s, "2", "0.2", digits_of_figure, shown));
            })));
  out.judge("gradient turns once after", "");
  out.judge("modified turns back", "");
  out.judge("rotating", std::to_string(rotating));
  out.judge("projections", "");
}

void run_fig18(context& c, report::section& out) {
  constexpr double end = 60;
  constexpr const char* step = "0.00025";
  const auto steps = static_cast<std::int64_t>(end / 0.00025);
  report::figure f{"φ_n from p0 = 2 with ε = 0.00025, in double."};
  report::plain_table table{
      "What each scheme does from p0 = 2 with ε = 0.00025 up to t = 60, in double.",
      {"scheme", "motion", "φ/π at t = 60"}};
  constexpr int curve_digits = 16;
  for (const auto& [panel, schemes] :
       {std::pair{"pd-fig18-plain", plain_schemes}, std::pair{"pd-fig18-energy", keeping_energy}}) {
    std::vector<curve> curves;
    for (std::size_t i = 0; i < schemes.size(); ++i) {
      const path p = follow(c, schemes[i], "2", step, curve_digits, steps);
      const std::string name(name_of(schemes[i]));
      table.rows.push_back(
          {name, story(p), fmt::format("{:.4f}", p.angle.back()[1] / std::numbers::pi)});
      curves.push_back(drawn({name, roles[i]}, p.angle, 400));
    }
    f.panels.push_back(panel_with(
        curves, panel, "Angle against time on the separatrix with a small step", "t", angle));
  }
  out.judge("symmetric projection", "");
  out.add(std::move(f));
  out.add(std::move(table));
}

}  // namespace plumbline::experiments::pd
