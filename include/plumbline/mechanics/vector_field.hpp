// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian system as a first-order field, for schemes that know nothing of mechanics:
//
//   on (q, p):  q̇ = v(q, p),  ṗ = ∂L/∂q(q, v)
//   on (q, v):  q̇ = v,        M(q, v) v̇ = ∂L/∂q − (∂²L/∂v∂q) v,   M = ∂²L/∂v∂v
//   on (x, v):  ẋ = v,        M(x, v) v̇ = P(t) − F(x, v),   of a second-order system that is not Lagrangian
//
// A field is a callable (t, y, dy) that fills dy and says what the numerics did.
#pragma once

#include <plumbline/mechanics/first_order.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/second_order.hpp>

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

/// M(x, v) a + F(x, v) = P(t) solved for the acceleration; y = (x, v).
template <class T, class System>
class second_order_field {
 public:
  explicit second_order_field(System system)
      : system_(std::move(system)),
        rest_(vector<T>::Constant(system_.dimension(), T(0))),
        force_(system_.dimension()),
        load_(system_.dimension()) {}

  /// dy ← f(t, y). Not ok where the mass matrix is singular.
  solve_report operator()(const T& t, const vector<T>& y, vector<T>& dy) {
    const auto n = force_.size();
    const auto size = static_cast<std::size_t>(n);
    const std::span<const T> x(y.data(), size);
    const std::span<const T> v(y.data() + n, size);
    second_order_load<T>(system_, t, view(load_));
    second_order_equation<T>(system_, x, v, view(std::as_const(rest_)), view(force_));
    second_order_mass<T>(system_, x, v, mass_);
    if (!all_finite(force_) || !all_finite(mass_)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      force_[i] = load_[i] - force_[i];
    }
    if (!lu_.compute(mass_)) {
      return {solve_outcome::singular, 0, 0};
    }
    dy.resize(2 * n);
    dy.head(n) = y.tail(n);
    dy.tail(n) = lu_.solve(force_);
    return {};
  }

 private:
  System system_;
  vector<T> rest_;
  vector<T> force_;
  vector<T> load_;
  matrix<T> mass_;
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
