// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A double that is no literal, by way of an operator with assignment.
// must say: decimal<S>
#include <plumbline/mechanics/model.hpp>

struct my_system {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
#ifdef CORRECT
    S sum = v[0] * v[0] / 2;
    sum -= plumbline::rational<S>(981, 100) * q[0];
    return sum;
#else
    const double g = 9.81;
    S sum = v[0] * v[0] / 2;
    sum -= g * q[0];
    return sum;
#endif
  }
};

plumbline::model<plumbline::mp64> made() { return plumbline::model<plumbline::mp64>(my_system{}); }
