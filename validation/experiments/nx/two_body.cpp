// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// NX Table 8: two planar bodies joined by a hinge, from the angles (0, 1) with the velocities (0, 5), 30 s. Error areas
// of the Lagrangian, which is the energy, and of the momentum: 0.03 s × the samples i = 1 … 998 of the extrapolation,
// 0.002 s × the samples i = 1 … 14998 of the standard method, which has 15 times as many steps.
#include "experiments/at_digits.hpp"
#include "experiments/experiment.hpp"
#include "experiments/nx/step_matrix.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/study/integrate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plumbline::experiments::nx {

namespace {

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
  vector<T> q(2);
  vector<T> v(2);
  q << T(0), T(1);
  v << T(0), T(5);
  const phase_point<T> start{q, momentum(system.lagrangian(), q, v)};
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
  static_cast<void>(integrate<T>(stepper, y, time_grid<T>(T(0), h, steps),
                                 [&](std::int64_t n, const T& t, const vector<T>& at) {
                                   if (n % 64 == 0) {
                                     c.poll();
                                   }
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
                                 }));
  result.lagrangian = to_measured(T(energies * h));
  result.momentum = to_measured(T(momenta * h));
  result.cycles = to_measured(T(T(30 * (passages - 1)) / (last_passage - first_passage)));
  return result;
}

}  // namespace

void run_table8(context& c, report::section& out) {
  const int digits = method_digits(c);
  const auto at = [&](int d, const char* scheme, int parts) {
    return at_digits(d, [&]<class T>() { return run_two_bodies<T>(c, scheme, parts); });
  };
  constexpr int parts = 15;
  const auto standard = at(16, "newmark", parts);
  const auto in_double = at(16, "newmark-extrapolation", 1);
  const auto exact_standard = at(digits, "newmark", parts);
  const auto exact = at(digits, "newmark-extrapolation", 1);
  const auto text = [&](const measured& x) { return judged_text(x, digits); };
  const auto in_16 = [](const measured& x) { return to_text(x, 16); };
  out.add(report::number_table{
      "Error areas over 30 s, in double; the equations of each substep are solved to rounding.",
      "",
      {"standard Newmark", "Newmark-extrapolation"},
      {{"",
        "Lagrangian",
        {out.judge("Lagrangian/standard", in_16(standard.lagrangian)),
         out.judge("Lagrangian/extrapolation", in_16(in_double.lagrangian))}},
       {"",
        "momentum norm",
        {out.judge("momentum norm/standard", in_16(standard.momentum)),
         out.judge("momentum norm/extrapolation", in_16(in_double.momentum))}}}});
  out.judge("Lagrangian, exact", text(exact.lagrangian));
  out.judge("momentum norm, exact", text(exact.momentum));
  out.judge("Lagrangian within a decade", text(exact.lagrangian));
  out.judge("momentum norm within a decade", text(exact.momentum));
  out.judge("acceleration 1", text(exact.acceleration[0]));
  out.judge("acceleration 2", text(exact.acceleration[1]));
  out.judge("momentum", text(exact.first_momentum));
  out.judge("energy", text(exact.first_energy));
  out.judge("cycles", text(exact.cycles));
  out.judge("gain", in_16(std::min(measured(standard.lagrangian / in_double.lagrangian),
                                   measured(standard.momentum / in_double.momentum))));
  out.add_remaining("Without rounding errors, and the numbers of the text.");
  out.add(report::plain_table{
      "In double and without rounding errors.",
      {"component", "standard, double", "standard", "extrapolation, double", "extrapolation"},
      {{"Lagrangian", to_text(standard.lagrangian, 5), to_text(exact_standard.lagrangian, 5),
        to_text(in_double.lagrangian, 5), to_text(exact.lagrangian, 5)},
       {"momentum norm", to_text(standard.momentum, 5), to_text(exact_standard.momentum, 5),
        to_text(in_double.momentum, 5), to_text(exact.momentum, 5)}}});
}

}  // namespace plumbline::experiments::nx
