// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian system as a first-order field, for schemes that know nothing of mechanics:
//
//   on (q, p):  q̇ = v(q, p),  ṗ = ∂L/∂q(q, v)
//   on (x, v):  ẋ = v,        M(x, v) v̇ = P(t) − F(x, v),   of Lagrangian systems too (form.hpp)
//
// A field is a callable (t, y, dy) that fills dy and says what the numerics did.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/mechanics/model.hpp>

#include <utility>

namespace plumbline {

namespace detail {
/// The entries first … first + n − 1 of y.
template <class T>
std::span<const T> part_of(const vector<T>& y, int first, int n) {
  return {y.data() + first, static_cast<std::size_t>(n)};
}
template <class T>
std::span<T> part_of(vector<T>& y, int first, int n) {
  return {y.data() + first, static_cast<std::size_t>(n)};
}
}  // namespace detail

/// Hamilton's equations; y = (q, p).
template <class T>
class hamiltonian_field {
 public:
  template <class System>
  explicit hamiltonian_field(const System& system) : system_(model_of<T>(system)) {}

  /// dy ← f(t, y). Not ok where the mass matrix is singular.
  solve_report operator()(const T& t, const vector<T>& y, vector<T>& dy) {
    const int n = system_.dimension();
    dy.resize(2 * n);
    system_.set_time(t);
    return system_.hamiltonian_flow(detail::part_of(y, 0, n), detail::part_of(y, n, n),
                                    detail::part_of(dy, 0, n), detail::part_of(dy, n, n));
  }

 private:
  evaluation<T> system_;
};

/// M(x, v) a + F(x, v) = P(t) solved for the acceleration; y = (x, v). Of Lagrangian systems too.
template <class T>
class acceleration_field {
 public:
  template <class System>
  explicit acceleration_field(const System& system) : system_(model_of<T>(system)) {}

  /// dy ← f(t, y). Not ok where the mass matrix is singular.
  solve_report operator()(const T& t, const vector<T>& y, vector<T>& dy) {
    const int n = system_.dimension();
    dy.resize(2 * n);
    for (int i = 0; i < n; ++i) {
      dy[i] = y[n + i];
    }
    return system_.acceleration(detail::part_of(y, 0, n), detail::part_of(y, n, n), t,
                                detail::part_of(dy, n, n));
  }

 private:
  evaluation<T> system_;
};

/// y′ = f(t, y) as it stands.
template <class T>
class first_order_field {
 public:
  template <class System>
  explicit first_order_field(const System& system) : system_(model_of<T>(system)) {}

  /// dy ← f(t, y). Not ok where f is not finite.
  solve_report operator()(const T& t, const vector<T>& y, vector<T>& dy) {
    dy.resize(y.size());
    system_.set_time(t);
    system_.field(view(y), view(dy));
    return {all_finite(dy) ? solve_outcome::converged : solve_outcome::not_finite, 0, 0};
  }

 private:
  evaluation<T> system_;
};

}  // namespace plumbline
