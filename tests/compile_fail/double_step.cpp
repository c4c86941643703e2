// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A double as the step of a scheme with 64 digits.
// must say: decimal<T>("0.1")
#include <plumbline/schemes/leapfrog.hpp>

struct my_system {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return (v[0] * v[0] - q[0] * q[0]) / 2;
  }
};

bool stepped(plumbline::phase_point<plumbline::mp64>& z) {
  using namespace plumbline;
  leapfrog_stepper<mp64, my_system> scheme{my_system{}};
#ifdef CORRECT
  return scheme.step(z, decimal<mp64>("0.1")).ok() && scheme.step(z, 1).ok();
#else
  return scheme.step(z, 0.1).ok();
#endif
}
