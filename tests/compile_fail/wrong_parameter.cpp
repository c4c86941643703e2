// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian that takes vectors in the place of spans.
// must say: this type is none of lagrangian_system, second_order_system, first_order_system
// at most: 7 lines
#include <plumbline/mechanics/model.hpp>

#include <vector>

struct my_system {
  static constexpr int dimension() { return 1; }
#ifdef CORRECT
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
#else
  template <class S>
  S lagrangian(const std::vector<S>& q, const std::vector<S>& v) const {
#endif
      return (v[0] * v[0] - q[0] * q[0]) / 2;
}
}
;

plumbline::model<plumbline::mp64> made() { return plumbline::model<plumbline::mp64>(my_system{}); }
