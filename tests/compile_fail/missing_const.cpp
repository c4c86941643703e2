// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian that is not const.
// must say: this type is none of lagrangian_system, second_order_system, first_order_system
// at most: 10 lines
#include <plumbline/schemes/leapfrog.hpp>

struct my_system {
  static constexpr int dimension() { return 1; }
#ifdef CORRECT
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
#else
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) {
#endif
      return (v[0] * v[0] - q[0] * q[0]) / 2;
}
}
;

bool stepped(plumbline::phase_point<plumbline::mp64>& z) {
  using namespace plumbline;
  leapfrog_stepper<mp64, my_system> scheme{my_system{}};
  return scheme.step(z, 1).ok();
}
