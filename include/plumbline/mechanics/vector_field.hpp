// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian system as a first-order field, for schemes that know nothing of mechanics:
//
//   on (q, p):  q̇ = v(q, p),  ṗ = ∂L/∂q(q, v)
//   on (q, v):  q̇ = v,        M(q, v) v̇ = ∂L/∂q − (∂²L/∂v∂q) v,   M = ∂²L/∂v∂v
//
// A field is a callable (t, y, dy) that fills dy and says what the numerics did.
#pragma once

#include <plumbline/mechanics/first_order.hpp>
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

/// The Euler–Lagrange equations solved for the acceleration; y = (q, v).
template <class T, class System>
class acceleration_field {
 public:
  explicit acceleration_field(System system)
      : system_(std::move(system)), force_(system_.dimension()), unused_(system_.dimension()) {}

  /// dy ← f(y). Not ok where the mass matrix is singular.
  solve_report operator()(const T& /*t*/, const vector<T>& y, vector<T>& dy) {
    const auto n = force_.size();
    const vector<T> q = y.head(n);
    const vector<T> v = y.tail(n);
    lagrangian_gradient<T>(system_, view(q), view(v), view(force_), view(unused_));
    lagrangian_second_derivatives<T>(system_, view(q), view(v), hessian_);
    if (!all_finite(force_) || !all_finite(hessian_.vv)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        force_[i] -= hessian_.qv(j, i) * v[j];
      }
    }
    if (!lu_.compute(hessian_.vv)) {
      return {solve_outcome::singular, 0, 0};
    }
    dy.resize(2 * n);
    dy.head(n) = v;
    dy.tail(n) = lu_.solve(force_);
    return {};
  }

 private:
  System system_;
  vector<T> force_;
  vector<T> unused_;
  lagrangian_hessian<T> hessian_;
  lu_factors<T> lu_;
};

/// y′ = f(y) as it stands.
template <class T, class System>
class first_order_field {
 public:
  explicit first_order_field(System system) : system_(std::move(system)) {}

  /// dy ← f(y). Not ok where f is not finite.
  solve_report operator()(const T& /*t*/, const vector<T>& y, vector<T>& dy) const {
    dy.resize(y.size());
    system_.field(view(y), view(dy));
    return {all_finite(dy) ? solve_outcome::converged : solve_outcome::not_finite, 0, 0};
  }

 private:
  System system_;
};

}  // namespace plumbline
