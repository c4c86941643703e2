// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A small study. A symplectic scheme keeps the energy of a pendulum up to an oscillation of size O(h^p): the largest
// error over many periods is that over one period. RK4 loses energy at every step, so that its error grows with the
// time. In double, rounding hides the difference where the step is small; at 64 digits it does not.
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/study/integrate.hpp>

#include <iostream>

using namespace plumbline;

namespace {

/// The largest relative energy error over so many periods, with 400 steps in a period.
template <class T>
T energy_error(const std::string& name, int periods) {
  const pendulum<T> law{1, evaluate<T>(expression("2*pi"))};
  const T quarter_turn = evaluate<T>(expression("pi/2"));
  const phase_point<T> start{vector<T>{{quarter_turn}}, vector<T>{{T(0)}}};
  const pendulum_solution<T> truth(law.m, law.omega, start.q[0], start.p[0]);
  const time_grid<T> grid(T(0), *truth.period() / 400, 400 * periods);

  any_stepper<T> stepper = find_scheme(name).make<T>({}, model<T>(law));
  vector<T> state = stepper.start(start);
  T largest(0);
  const auto observe = [&](std::int64_t, const T&, const vector<T>& now) {
    using std::abs;
    const T error = abs(T(energy(law, stepper.phase(now)) / truth.energy() - 1));
    largest = largest < error ? error : largest;
  };
  return integrate(stepper, state, grid, observe) == run_outcome::finished ? largest : T(-1);
}

}  // namespace

int main() {
  std::cout << "scheme,periods,double,64 digits\n";
  for (const char* name : {"leapfrog", "simpson", "rk4", "yoshida-8"}) {
    for (const int periods : {1, 10, 100}) {
      std::cout << name << "," << periods << "," << to_text(energy_error<double>(name, periods), 3)
                << "," << to_text(energy_error<mp64>(name, periods), 3) << "\n";
    }
  }
}
