// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian with std::max, which compares.
// must say: it must not branch on a value
#include <plumbline/mechanics/model.hpp>

#include <algorithm>

struct my_system {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
#ifdef CORRECT
    return v[0] * v[0] / 2 - q[0];
#else
    return v[0] * v[0] / 2 - std::max(q[0], S(0));
#endif
  }
};

plumbline::model<plumbline::mp64> made() { return plumbline::model<plumbline::mp64>(my_system{}); }
