// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The pendulum by Boost.odeint: Dormand & Prince's pair with a controlled step and dense output, tolerance 1e-10.
//
//   g++ -std=c++17 -O1 -ffp-contract=off pendulum_odeint.cpp && ./a.out > pendulum_odeint.csv
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <cstdio>

int main() {
  using state = std::array<double, 2>;
  namespace odeint = boost::numeric::odeint;
  const double omega = 2 * M_PI;
  const auto field = [omega](const state& y, state& rate, double) {
    rate[0] = y[1];
    rate[1] = -omega * omega * std::sin(y[0]);
  };
  const auto print = [](const state& y, double t) { std::printf("%.17g,%.17g,%.17g\n", t, y[0], y[1]); };
  std::puts("t,q1,p1");
  state y = {1.25, 0};
  odeint::integrate_const(odeint::make_dense_output<odeint::runge_kutta_dopri5<state>>(1e-10, 1e-10),
                          field, y, 0., 4., 1. / 16, print);
}
