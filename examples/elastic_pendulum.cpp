// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/galerkin.hpp>

#include <iostream>

using namespace plumbline;

struct elastic_pendulum {  // a mass on a spring of length q1, at the angle q2
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    const S stretch = q[0] - 1;
    return (v[0] * v[0] + q[0] * q[0] * v[1] * v[1]) / 2 + q[0] * cos(q[1]) -
           10 * stretch * stretch;
  }
};

int main() {
  galerkin_stepper<mp64, elastic_pendulum> scheme(simpson<mp64>(), {});
  phase_point<mp64> z{vector<mp64>{{rational<mp64>(6, 5), 1}}, vector<mp64>{{0, 0}}};
  const mp64 start = energy(elastic_pendulum{}, z);
  for (int n = 0; n < 400; ++n)
    if (!scheme.step(z, rational<mp64>(1, 80)).ok()) return 1;
  std::cout << "q = " << to_text(z.q[0], 50) << ", " << to_text(z.q[1], 50) << "\nenergy error "
            << to_text(mp64(energy(elastic_pendulum{}, z) - start), 6) << "\n";
}
