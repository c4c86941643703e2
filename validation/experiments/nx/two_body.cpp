// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// NX Table 8: two planar bodies joined by a hinge, from the angles (0, 1) with the velocities (0, 5), 30 s. Error areas
// of the Lagrangian, which is the energy, and of the momentum: 0.03 s × the samples i = 1 … 998 of the extrapolation,
// 0.002 s × the samples i = 1 … 14998 of the standard method, which has 15 times as many steps. The equations of each
// substep are solved as far as the arithmetic goes; the report's iteration stopped earlier, it does not say where.
// reference/oracles/nx-table8/ is an independent program for the areas.
//
// Beyond the report: is extrapolation worth its work? The same bodies with every scheme at 16, 34 and 64 digits: the error
// after one second against the number of evaluations of the Lagrangian and its derivatives in the arithmetic of the run
// (what a solver does in fewer digits first is not counted), and how well energy and momentum are kept over 30 s.
#include "experiments/nx/arithmetic.hpp"
#include "experiments/nx/step_matrix.hpp"
#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/mechanics/legendre.hpp>

namespace plumbline::experiments::nx {

namespace {

template <class T>
phase_point<T> start_of(const model<T>& system) {
  const vector<T> q{{T(0), T(1)}};
  const vector<T> v{{T(0), T(5)}};
  return {q, momentum(system, q, v)};
}

// ---------------------------------------------------------------------------------------- Table 8

struct run_of_two_bodies {
  measured lagrangian{0};
  measured momentum{0};
  std::array<measured, 2> acceleration{};
  measured first_momentum{0};
  measured first_energy{0};
  measured cycles{0};  ///< of the angle between the bodies in 30 s
};

template <class T>
run_of_two_bodies run_two_bodies(context& c, const std::string& scheme, int parts) {
  using std::abs;
  const model<T> system = find_system("planar-two-body").make<T>();
  const phase_point<T> start = start_of<T>(system.lagrangian());
  auto stepper = find_scheme(scheme).make<T>({}, system);
  vector<T> y = stepper.start(start);
  evaluation<T> of_system(system);
  const T first_energy = energy(of_system, start);
  const T first_momentum = start.p[0] + start.p[1];
  run_of_two_bodies result;
  result.acceleration = {to_measured(y[4]), to_measured(y[5])};
  result.first_energy = to_measured(first_energy);
  result.first_momentum = to_measured(first_momentum);
  const T h = rational<T>(3, 100 * parts);
  const std::int64_t steps = static_cast<std::int64_t>(1000) * parts;
  T energies(0);
  T momenta(0);
  // the angle between the bodies swings: its passages through 0 upwards
  T angle_before(1);
  T first_passage(0);
  T last_passage(0);
  int passages = 0;
  follow_grid(c, stepper, y, time_grid<T>(T(0), h, steps),
              [&](std::int64_t n, const T& t, const vector<T>& at) {
                const T angle = at[1] - at[0];
                if (angle_before < T(0) && !(angle < T(0))) {
                  last_passage = t - h * angle / (angle - angle_before);
                  first_passage = passages++ == 0 ? last_passage : first_passage;
                }
                angle_before = angle;
                if (n > 0 && n <= steps - 2) {
                  const phase_point<T> z = stepper.phase(at);
                  energies += abs(T(energy(of_system, z) - first_energy));
                  momenta += abs(T(z.p[0] + z.p[1] - first_momentum));
                }
              });
  result.lagrangian = to_measured(T(energies * h));
  result.momentum = to_measured(T(momenta * h));
  result.cycles = to_measured(T(T(30 * (passages - 1)) / (last_passage - first_passage)));
  return result;
}

// ---------------------------------------------------------------------------------------- work and error

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

constexpr std::array orbit_counts{20, 40, 80, 160};

/// The state one second after y.
template <class T>
vector<T> one_second_after(any_stepper<T>& stepper, vector<T> y, int steps) {
  static_cast<void>(
      integrate<T>(stepper, y, time_grid<T>(T(0), rational<T>(1, steps), steps), [](auto&&...) {}));
  return y;
}

vector<measured> reference_angles() {
  const model<measured> system(two_bodies{});
  auto stepper = find_scheme("galerkin-gauss").make<measured>({{"degree", "24"}}, system);
  return stepper.phase(one_second_after<measured>(stepper, stepper.start(start_of(system)), 60)).q;
}

struct work_and_error {
  std::int64_t work = 0;
  measured error{0};
};

template <class T>
work_and_error run_one(const contender& who, int steps, const vector<measured>& truth) {
  const auto evaluations = std::make_shared<std::int64_t>(0);
  const model<T> system = model<T>(two_bodies{}).counted(evaluations);
  auto stepper = find_scheme(who.scheme).make<T>(who.chosen, system);
  const vector<T> start = stepper.start(start_of<T>(system));
  *evaluations = 0;
  const vector<T> y = one_second_after<T>(stepper, start, steps);
  const std::int64_t work = *evaluations;  // without those that the phase takes
  const vector<T> q = stepper.phase(y).q;
  return {work, std::max(apart(to_measured(q[0]), truth[0]), apart(to_measured(q[1]), truth[1]))};
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
constexpr std::array roles{curve_role::first, curve_role::second, curve_role::third,
                           curve_role::fourth};

}  // namespace

void run_table8(context& c, report::section& out) {
  const int digits = method_digits(c);
  const auto at = [&](int d, const char* scheme, int parts) {
    return at_digits(d, [&]<class T>() { return run_two_bodies<T>(c, scheme, parts); });
  };
  const auto standard = at(16, "newmark", substeps_of_standard);
  const auto in_double = at(16, "newmark-extrapolation", 1);
  const auto exact_standard = at(digits, "newmark", substeps_of_standard);
  const auto exact = at(digits, "newmark-extrapolation", 1);
  area_tables tables(
      "Error areas over 30 s, in double; the equations of each substep are solved as far as "
      "double goes. Without rounding errors the extrapolated areas are others: see below.",
      "In double and without rounding errors, with the equations of each substep solved as far as "
      "the arithmetic goes.");
  for (const auto& [name, area] : {std::pair{"Lagrangian", &run_of_two_bodies::lagrangian},
                                   {"momentum norm", &run_of_two_bodies::momentum}}) {
    tables.add_row(out, name, standard.*area, in_double.*area,
                   {standard.*area, exact_standard.*area, in_double.*area, exact.*area}, 5);
  }
  out.add(std::move(tables.printed));
  judge(out, "Lagrangian, exact", exact.lagrangian, digits);
  judge(out, "momentum norm, exact", exact.momentum, digits);
  judge(out, "Lagrangian within a decade", exact.lagrangian, digits);
  judge(out, "momentum norm within a decade", exact.momentum, digits);
  judge(out, "acceleration 1", exact.acceleration[0], digits);
  judge(out, "acceleration 2", exact.acceleration[1], digits);
  judge(out, "momentum", exact.first_momentum, digits);
  judge(out, "energy", exact.first_energy, digits);
  judge(out, "cycles", exact.cycles, digits);
  judge(out, "gain",
        std::min(measured(standard.lagrangian / in_double.lagrangian),
                 measured(standard.momentum / in_double.momentum)),
        16);
  out.add_remaining("Without rounding errors, and the numbers of the text.");
  out.add(std::move(tables.both));
}

void run_work(context& c, report::section& out) {
  const auto reference = reference_angles();
  report::figure figure{
      "Error of the angles after one second against the evaluations of the Lagrangian and its "
      "derivatives, at 16, 34 and 64 digits: left schemes of one step, right extrapolated ones."};
  report::plain_table table{"The same in numbers, at 64 digits: evaluations and error.",
                            {"scheme"}};
  for (const int n : orbit_counts) {
    table.header.push_back(fmt::format("{} steps", n));
    table.header.emplace_back("error");
  }
  table.header.emplace_back("order");
  for (const int digits : {16, 34, 64}) {
    std::array<plot, 2> plots;
    for (plot& p : plots) {
      p = axes(fmt::format("Error against work at {} digits", digits),
               fmt::format("evaluations, {} digits", digits), "error of the angles / rad",
               logarithmic::both);
      p.height = 400;
    }
    for (std::size_t k = 0; k < contenders.size(); ++k) {
      const contender& who = contenders[k];
      curve drawn{who.title, roles[k % roles.size()], drawn_as::line_and_markers, {}};
      std::vector<std::string> row = {who.title};
      std::vector<measured> errors;
      for (const int n : orbit_counts) {
        c.poll();
        const work_and_error at =
            at_digits(digits, [&]<class T>() { return run_one<T>(who, n, reference); });
        drawn.points.push_back({static_cast<double>(at.work), to_double(at.error)});
        row.push_back(std::to_string(at.work));
        row.push_back(to_text(at.error, 2));
        errors.push_back(at.error);
      }
      plots[k / roles.size()].curves.push_back(std::move(drawn));
      if (digits == 64) {
        row.push_back(to_text(halved_order(errors[2], errors[3]), 3));
        table.rows.push_back(std::move(row));
      }
    }
    for (std::size_t k = 0; k < plots.size(); ++k) {
      figure.panels.push_back(panel_of(plots[k], fmt::format("nx-work-{}-{}", digits, k)));
    }
  }
  out.add(std::move(figure));
  out.add(std::move(table));
  report::plain_table kept{
      "Largest relative errors of energy and momentum over 30 s, Δt = 0.03 s, at 64 digits.",
      {"scheme", "energy", "momentum p1 + p2"}};
  for (const contender& who : contenders) {
    c.poll();
    const drifts d = drift_of<mp64>(who);
    kept.rows.push_back({who.title, to_text(d.energy, 3), to_text(d.momentum, 3)});
  }
  out.add(std::move(kept));
}

}  // namespace plumbline::experiments::nx
