// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Beyond the report: is extrapolation worth its work? The two bodies of Table 8 with every scheme at 16, 34 and 64 digits:
// the error after one second against the number of evaluations of the Lagrangian and its derivatives in the arithmetic of
// the run (what a solver does in fewer digits first is not counted), and how well energy and momentum are kept over 30 s.
#include "experiments/at_digits.hpp"
#include "experiments/experiment.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/study/integrate.hpp>

#include <fmt/format.h>

#include <array>
#include <map>

namespace plumbline::experiments::nx {

namespace {

/// The report's two bodies: J1 = 5/3, J2 = 9/2, e d1 d2 = 1.
struct two_bodies {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    return v[0] * v[0] * 5 / 6 + v[1] * v[1] * 9 / 4 + cos(S(q[1] - q[0])) * (v[0] * v[1]);
  }
};

struct contender {
  const char* title;
  const char* scheme;
  settings chosen;
};

const std::array<contender, 8> contenders{{
    {"RK4", "rk4", {}},
    {"Simpson", "simpson", {}},
    {"Lobatto, degree 4", "lobatto", {{"degree", "4"}}},
    {"Gauss, degree 4", "galerkin-gauss", {{"degree", "4"}}},
    {"Newmark-extrapolation, 4 levels", "newmark-extrapolation", {}},
    {"midpoint-extrapolation, 4 levels", "midpoint-extrapolation", {}},
    {"midpoint-extrapolation, 8 harmonic levels",
     "midpoint-extrapolation",
     {{"levels", "8"}, {"sequence", "harmonic"}}},
    {"extrapolated Simpson, 4 levels", "extrapolation", {{"base", "simpson"}}},
}};

constexpr std::array counts{20, 40, 80, 160};

template <class T>
model<T> system_of() {
  return model<T>(two_bodies{});
}

template <class T>
phase_point<T> start_of(const model<T>& system) {
  vector<T> q(2);
  vector<T> v(2);
  q << T(0), T(1);
  v << T(0), T(5);
  return {q, momentum(system, q, v)};
}

struct point {
  std::int64_t work = 0;
  measured error{0};
};

template <class T>
std::vector<std::array<measured, 2>> end_of_reference() {
  const model<T> system = system_of<T>();
  auto stepper = find_scheme("galerkin-gauss").make<T>({{"degree", "24"}}, system);
  vector<T> y = stepper.start(start_of<T>(system));
  static_cast<void>(
      integrate<T>(stepper, y, time_grid<T>(T(0), rational<T>(1, 60), 60), [](auto&&...) {}));
  const auto z = stepper.phase(y);
  return {{to_measured(z.q[0]), to_measured(z.q[1])}};
}

template <class T>
point run_one(const contender& who, int steps, const std::array<measured, 2>& truth) {
  const auto evaluations = std::make_shared<std::int64_t>(0);
  const model<T> system = system_of<T>().counted(evaluations);
  auto stepper = find_scheme(who.scheme).make<T>(who.chosen, system);
  vector<T> y = stepper.start(start_of<T>(system));
  *evaluations = 0;
  static_cast<void>(
      integrate<T>(stepper, y, time_grid<T>(T(0), rational<T>(1, steps), steps), [](auto&&...) {}));
  point result;
  result.work = *evaluations;
  const auto z = stepper.phase(y);
  for (Eigen::Index i = 0; i < 2; ++i) {
    const measured d = abs(measured(to_measured(z.q[i]) - truth[static_cast<std::size_t>(i)]));
    result.error = result.error < d ? d : result.error;
  }
  return result;
}

struct drifts {
  measured energy;
  measured momentum;
};

template <class T>
drifts drift_of(const contender& who) {
  const model<T> system = find_system("planar-two-body").make<T>();
  evaluation<T> at(system);
  auto stepper = find_scheme(who.scheme).make<T>(who.chosen, system);
  vector<T> y = stepper.start(start_of<T>(system.lagrangian()));
  invariant_drift<T> energies;
  invariant_drift<T> momenta;
  static_cast<void>(integrate<T>(stepper, y, time_grid<T>(T(0), rational<T>(3, 100), 1000),
                                 [&](std::int64_t, const T&, const vector<T>& state) {
                                   const auto z = stepper.phase(state);
                                   energies.add(energy(at, z));
                                   momenta.add(T(z.p[0] + z.p[1]));
                                 }));
  return {to_measured(energies.relative()), to_measured(momenta.relative())};
}

/// Four curves a panel can be told apart: single steps in one, extrapolated ones in the other.
constexpr std::array roles{report::role::first, report::role::second, report::role::third,
                           report::role::fourth};

}  // namespace

void run_work(context& c, report::section& out) {
  const auto reference = end_of_reference<mp64>().front();
  report::figure figure{
      "Error of the angles after one second against the evaluations of the Lagrangian and its "
      "derivatives, at 16, 34 and 64 digits: left schemes of one step, right extrapolated ones.",
      {}};
  report::plain_table table{
      "The same in numbers, at 64 digits: evaluations and error.", {"scheme"}, {}};
  for (const int n : counts) {
    table.header.push_back(fmt::format("{} steps", n));
    table.header.emplace_back("error");
  }
  table.header.emplace_back("order");
  for (const int digits : {16, 34, 64}) {
    std::array<report::plot, 2> plots;
    for (report::plot& p : plots) {
      p.description = fmt::format("Error against work at {} digits", digits);
      p.x_label = fmt::format("evaluations, {} digits", digits);
      p.y_label = "error of the angles / rad";
      p.log_x = true;
      p.log_y = true;
      p.height = 400;
    }
    for (std::size_t k = 0; k < contenders.size(); ++k) {
      const contender& who = contenders[k];
      report::curve drawn{
          who.title, roles[k % roles.size()], report::drawn_as::line_and_markers, {}};
      std::vector<std::string> row = {who.title};
      std::vector<measured> steps;
      std::vector<measured> errors;
      for (const int n : counts) {
        c.poll();
        const point at =
            at_digits(digits, [&]<class T>() { return run_one<T>(who, n, reference); });
        drawn.points.push_back({static_cast<double>(at.work), to_double(at.error)});
        row.push_back(std::to_string(at.work));
        row.push_back(to_text(at.error, 2));
        steps.push_back(rational<measured>(1, n));
        errors.push_back(at.error);
      }
      plots[k / roles.size()].curves.push_back(std::move(drawn));
      if (digits == 64) {
        row.push_back(to_text(observed_order(steps[2], errors[2], steps[3], errors[3]), 3));
        table.rows.push_back(std::move(row));
      }
    }
    for (std::size_t k = 0; k < plots.size(); ++k) {
      figure.panels.push_back({report::draw(plots[k], fmt::format("nx-work-{}-{}", digits, k))});
    }
  }
  out.add(std::move(figure));
  out.add(std::move(table));
  report::plain_table kept{
      "Largest relative errors of energy and momentum over 30 s, Δt = 0.03 s, at 64 digits.",
      {"scheme", "energy", "momentum p1 + p2"},
      {}};
  for (const contender& who : contenders) {
    c.poll();
    const drifts d = drift_of<mp64>(who);
    kept.rows.push_back({who.title, to_text(d.energy, 3), to_text(d.momentum, 3)});
  }
  out.add(std::move(kept));
}

}  // namespace plumbline::experiments::nx
