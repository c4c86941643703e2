// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian with an if.
// must say: it must not branch on a value
#include <plumbline/mechanics/model.hpp>

struct my_system {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
#ifdef CORRECT
    return v[0] * v[0] / 2 - q[0];
#else
    if (q[0] == q[0] * q[0]) {
      return v[0] * v[0] / 2;
    }
    return v[0] * v[0] / 2 - q[0];
#endif
  }
};

plumbline::model<plumbline::mp64> made() { return plumbline::model<plumbline::mp64>(my_system{}); }
