// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Every exact solution of the catalogue. Kind: property; the solution goes through its start and satisfies the equations
// of motion of the recorded model (a central difference of the state against the field, at 60 digits).
#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/scalar/exact.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

vector<mp> joined(const phase_point<mp>& z) {
  vector<mp> y(z.q.size() + z.p.size());
  y << z.q, z.p;
  return y;
}

/// q′ and p′ (or v′, or y′) of the model at a state.
vector<mp> rate(const model<mp>& system, const phase_point<mp>& z, const mp& t) {
  evaluation<mp> at(system);
  at.set_time(t);
  if (system.is_first_order()) {
    vector<mp> dy(z.q.size());
    at.field(view(z.q), view(dy));
    return dy;
  }
  const auto n = z.q.size();
  vector<mp> y(2 * n);
  if (!system.is_lagrangian()) {
    vector<mp> a(n);
    EXPECT_TRUE(at.acceleration(view(z.q), view(z.p), t, view(a)).ok());
    y << z.p, a;
    return y;
  }
  vector<mp> dq(n);
  vector<mp> dp(n);
  EXPECT_TRUE(at.hamiltonian_flow(view(z.q), view(z.p), view(dq), view(dp)).ok());
  y << dq, dp;
  return y;
}

TEST(exact_solutions, go_through_their_start_and_satisfy_the_equations_of_motion) {
  const precision_scope scope(100);
  int solved = 0;
  for (const auto& name : systems_with_exact_solution()) {
    SCOPED_TRACE(name);
    const system_entry& entry = find_system(name);
    if (entry.takes_matrices) {
      continue;  // its solution is that of linear-double-pendulum
    }
    const bool first_order = entry.kind == system_kind::first_order;
    phase_point<mp> start{vector<mp>(entry.dimension),
                          vector<mp>(first_order ? 0 : entry.dimension)};
    for (int i = 0; i < entry.dimension; ++i) {
      start.q[i] = rational<mp>(3 + i, 5);
      if (!first_order) {
        start.p[i] = rational<mp>(i + 1, 7);
      }
    }
    const auto problem = exact_problem::of(entry, {}, start);
    const exact_solution exact = solve_exactly(problem);
    EXPECT_LE(to_double(max_magnitude(vector<mp>(joined(exact.state(mp(0))) - joined(start)))),
              1e-90);
    const mp h = decimal<mp>("1e-30");
    const mp t = decimal<mp>("0.01");
    const vector<mp> slope =
        (joined(exact.state(mp(t + h))) - joined(exact.state(mp(t - h)))) / mp(2 * h);
    const vector<mp> expected = rate(problem.system, exact.state(t), t);
    EXPECT_LE(to_double(mp(max_magnitude(vector<mp>(slope - expected)) / max_magnitude(expected))),
              1e-50);
    ++solved;
  }
  EXPECT_GE(solved, 7);
}

}  // namespace
}  // namespace plumbline
