// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/study/integrate.hpp>

#include <iostream>

using namespace plumbline;

/// A mass on a spring of length q1 (at rest 1) that swings at the angle q2.
struct elastic_pendulum {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    const S stretch = q[0] - 1;
    return (v[0] * v[0] + q[0] * q[0] * v[1] * v[1]) / 2 + q[0] * cos(q[1]) -
           10 * stretch * stretch;
  }
};

int main() {
  const elastic_pendulum system;
  galerkin_stepper<mp64, elastic_pendulum> scheme(simpson<mp64>(), system);
  const phase_point<mp64> start{vector<mp64>{{rational<mp64>(6, 5), 1}}, vector<mp64>{{0, 0}}};
  for (int steps : {100, 200, 400}) {
    phase_point<mp64> z = start;
    mp64 drift = 0;  // largest energy error on the way
    const auto watch = [&](auto, const mp64&, const phase_point<mp64>& now) {
      const mp64 error = abs(energy(system, now) - energy(system, start));
      drift = error < drift ? drift : error;
    };
    (void)integrate(scheme, z, time_grid<mp64>(0, mp64(5) / steps, steps), watch);
    (void)integrate(scheme, z, time_grid<mp64>(5, mp64(-5) / steps, steps), watch);
    const bool back = (z.q - start.q).norm() < decimal<mp64>("1e-60");
    std::cout << steps << " steps: energy kept within " << to_text(drift, 3)
              << (back ? ", and back at the start to 60 digits\n"
                       : ", and not back at the start\n");
  }
}
