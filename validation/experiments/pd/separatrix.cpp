// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Figures 16 to 18: next to the separatrix and on it. At p0 = 2 the exact motion only approaches the upper equilibrium;
// there errors grow like e^t, so that what a scheme that keeps the energy does next is decided by its rounding: the same
// run at 16, 34 and 64 digits.
#include "experiments/experiment.hpp"
#include "experiments/pd/series.hpp"
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plumbline::experiments::pd {

namespace {

std::vector<std::array<double, 2>> thinned(const std::vector<std::array<double, 2>>& points,
                                           std::size_t most) {
  std::vector<std::array<double, 2>> kept;
  const std::size_t every = points.size() / most + 1;
  for (std::size_t i = 0; i < points.size(); i += every) {
    kept.push_back(points[i]);
  }
  return kept;
}

report::panel angles(const std::string& name, const std::string& what,
                     std::vector<report::curve> curves) {
  report::plot p;
  p.description = what;
  p.x_label = "t";
  p.y_label = "φ / rad";
  p.curves = std::move(curves);
  return {report::draw(p, name)};
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

constexpr std::array precisions{16, 34, 64};

}  // namespace

void run_fig16(context& c, report::section& out) {
  constexpr const char* start = "2.000001";
  constexpr int shown = 600;
  const measured exact = exact_period(start);
  const pendulum_solution<measured> motion(measured(1), measured(1), measured(0),
                                           decimal<measured>(start), measured(0));
  report::curve truth{"exact", report::role::exact, report::drawn_as::line, {}};
  for (int n = 0; n <= shown; n += 3) {
    const measured t = rational<measured>(n, 10);
    truth.points.push_back({n / 10.0, to_double(motion.state(t).q[0])});
  }
  std::vector<report::curve> curves{truth};
  for (const auto& [s, r] : {std::pair{scheme::leapfrog, report::role::first},
                             std::pair{scheme::modified_gradient, report::role::third},
                             std::pair{scheme::midpoint, report::role::second}}) {
    curves.push_back({std::string(name_of(s)), r, report::drawn_as::markers,
                      thinned(follow(c, s, start, "0.1", c.digits(), shown).angle, 120)});
  }
  out.add(
      report::figure{fmt::format("φ_n for p0 = 2.000001, ε = 0.1, every fifth step, at {} digits: "
                                 "leapfrog turns twice as fast, midpoint "
                                 "oscillates.",
                                 c.digits()),
                     {angles("pd-fig16", "Angle against time just above the separatrix", curves)}});
  constexpr std::size_t zeros = 401;
  const std::vector<series> seen =
      observe(c, {{scheme::modified_gradient, start, "0.1", c.digits(), zeros},
                  {scheme::gradient, start, "0.1", c.digits(), zeros},
                  {scheme::modified_gradient, start, "0.2", c.digits(), zeros},
                  {scheme::gradient, start, "0.2", c.digits(), zeros},
                  {scheme::leapfrog, start, "0.1", c.digits(), zeros},
                  {scheme::midpoint, start, "0.1", c.digits(), 21}});
  const auto percent = [&](std::size_t i) {
    using std::abs;
    return measured(abs(measured((seen[i].average(0, 100, 200) - exact) / exact)) * 100);
  };
  judge(c, out, "T_th", exact);
  judge(c, out, "T", seen[0].average(0, 100, 200));
  judge(c, out, "modified, 0.1", percent(0));
  judge(c, out, "gradient, 0.1", percent(1));
  judge(c, out, "modified, 0.2", percent(2));
  judge(c, out, "gradient, 0.2", percent(3));
  judge(c, out, "leapfrog", exact / seen[4].average(0, 100, 200));
  out.judge("midpoint", seen[5].turned ? "0" : "1");
}

void run_fig17(context& c, report::section& out) {
  constexpr int shown = 1500;
  report::figure f{
      "φ_n from p0 = 2 with ε = 0.2, at 16, 34 and 64 digits. Each decision at the top needs as "
      "long as the "
      "rounding error takes to grow to 1, and falls as the rounding wants.",
      {}};
  report::plain_table table{"What each scheme does from p0 = 2 with ε = 0.2 up to t = 300.",
                            {"scheme", "digits", "motion"},
                            {}};
  for (const int digits : precisions) {
    std::vector<report::curve> curves;
    for (const auto& [s, r] : {std::pair{scheme::gradient, report::role::first},
                               std::pair{scheme::modified_gradient, report::role::second},
                               std::pair{scheme::standard, report::role::third},
                               std::pair{scheme::symmetric, report::role::fourth}}) {
      const path p = follow(c, s, "2", "0.2", digits, shown);
      table.rows.push_back({std::string(name_of(s)), std::to_string(digits), story(p)});
      curves.push_back({std::string(name_of(s)), r, report::drawn_as::line, thinned(p.angle, 500)});
    }
    f.panels.push_back(
        angles(fmt::format("pd-fig17-{}", digits),
               fmt::format("Angle against time on the separatrix at {} digits", digits),
               std::move(curves)));
  }
  out.add(std::move(f));
  int rotating = 0;
  for (const scheme s : {scheme::leapfrog, scheme::suris1, scheme::suris2, scheme::printed_standard,
                         scheme::printed_symmetric, scheme::midpoint}) {
    const path p = follow(c, s, "2", "0.2", c.digits(), shown);
    const bool printed = s == scheme::printed_standard || s == scheme::printed_symmetric;
    table.rows.push_back({std::string(name_of(s)) + (printed ? ", as printed" : ""),
                          std::to_string(c.digits()), story(p)});
    // more than five turns forward, and never back
    const bool forward =
        !printed && p.phase.back()[0] > 10 * std::numbers::pi &&
        std::all_of(p.phase.begin(), p.phase.end(), [](const auto& z) { return z[1] > 0; });
    rotating += forward ? 1 : 0;
  }
  out.add(std::move(table));
  out.judge("gradient turns once after", "");
  out.judge("modified turns back", "");
  out.judge("rotating", std::to_string(rotating));
  out.judge("projections", "");
}

void run_fig18(context& c, report::section& out) {
  constexpr double end = 60;
  constexpr const char* step = "0.00025";
  const auto steps = static_cast<std::int64_t>(end / 0.00025);
  report::figure f{"φ_n from p0 = 2 with ε = 0.00025, in double.", {}};
  report::plain_table table{
      "What each scheme does from p0 = 2 with ε = 0.00025 up to t = 60, in double.",
      {"scheme", "motion", "φ/π at t = 60"},
      {}};
  constexpr int curve_digits = 16;
  using group = std::vector<std::pair<scheme, report::role>>;
  for (const auto& [name, schemes] :
       {std::pair<std::string, group>{"pd-fig18-plain",
                                      {{scheme::leapfrog, report::role::first},
                                       {scheme::suris1, report::role::second},
                                       {scheme::suris2, report::role::third},
                                       {scheme::midpoint, report::role::fourth}}},
        std::pair<std::string, group>{"pd-fig18-energy",
                                      {{scheme::gradient, report::role::first},
                                       {scheme::modified_gradient, report::role::second},
                                       {scheme::standard, report::role::third},
                                       {scheme::symmetric, report::role::fourth}}}}) {
    std::vector<report::curve> curves;
    for (const auto& [s, r] : schemes) {
      const path p = follow(c, s, "2", step, curve_digits, steps);
      table.rows.push_back({std::string(name_of(s)), story(p),
                            fmt::format("{:.4f}", p.angle.back()[1] / std::numbers::pi)});
      curves.push_back({std::string(name_of(s)), r, report::drawn_as::line, thinned(p.angle, 400)});
      if (s == scheme::symmetric) {
        out.judge("symmetric projection", "");
      }
    }
    f.panels.push_back(
        angles(name, "Angle against time on the separatrix with a small step", curves));
  }
  out.add(std::move(f));
  out.add(std::move(table));
}

}  // namespace plumbline::experiments::pd
