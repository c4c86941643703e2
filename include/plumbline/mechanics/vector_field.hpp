// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian system as a first-order field, for schemes that know nothing of mechanics:
//
//   on (q, p):  q̇ = v(q, p),  ṗ = ∂L/∂q(q, v)
//   on (q, v):  q̇ = v,        M(q, v) v̇ = ∂L/∂q − (∂²L/∂v∂q) v,   M = ∂²L/∂v∂v
#pragma once

#include <plumbline/mechanics/legendre.hpp>

namespace plumbline {

/// Hamilton's equations; y = (q, p).
template <class T, class System>
class hamiltonian_field {
 public:
  explicit hamiltonian_field(System system)
      : system_(std::move(system)), v_(system_.dimension()), unused_(system_.dimension()) {}

  /// dy ← f(y). Not ok where the mass matrix is singular.
  solve_report operator()(const T& /*t*/, const vector<T>& y, vector<T>& dy) {
    const auto n = v_.size();
    const vector<T> q = y.head(n);
    const solve_report report = velocity(system_, q, vector<T>(y.tail(n)), v_);
    if (!report.ok()) {
      return report;
    }
    force_.resize(n);
    lagrangian_gradient<T>(system_, view(q), view(v_), view(force_), view(unused_));
    dy.resize(2 * n);
    dy.head(n) = v_;
    dy.tail(n) = force_;
    return report;
  }

 private:
  System system_;
  vector<T> v_;
  vector<T> unused_;
  vector<T> force_;
};

}  // namespace plumbline
