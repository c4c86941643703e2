// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What schemes for M q″ = −V′(q) need of a Lagrangian system L = ½ v'M v − V(q) with constant mass matrix M:
//
//   force      f(q) = ∂L/∂q(q, 0) = −V′(q)
//   drift      q ← q + h M⁻¹ p,   M e_j = ∂L/∂v(0, e_j)
//
// and, for one degree of freedom, the difference quotient of the potential without cancellation,
//
//   Q(a, b) = (V(b) − V(a))/(b − a) = ∫_0^1 V′(a + s (b − a)) ds            (PD (44); Gonzalez 1996)
//
// A system says with the tag `struct constant_mass {}` that it has this form (linear systems have it anyway). It may
// bring `force(q)`, `potential_slope(q)` and `potential_quotient(a, b)` in closed form. Otherwise the integral is taken by a Gauss rule,
// right to rounding where V′ is analytic in the discs of radius |b − a| about the points between a and b: for s
// points its error there is of size ρ^(−2s) with ρ = 2 + √3, and s is chosen so that this is below the rounding error.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/math/scalar_newton.hpp>
#include <plumbline/mechanics/lagrangian.hpp>

#include <optional>

namespace plumbline {

/// The system says that L = ½ v'M v − V(q) with constant M.
template <class S>
concept separable_system = requires {
  typename S::constant_mass;
};

/// A system of that form with work space: force, drift, quotient without allocation.
template <class T, class System>
class separable {
 public:
  /// Throws domain_error when the mass matrix is singular.
  explicit separable(System system)
      : system_(std::move(system)),
        rest_(vector<T>::Constant(system_.dimension(), T(0))),
        unused_(system_.dimension()) {
    const Eigen::Index n = dimension();
    matrix<T> mass(n, n);
    vector<T> unit = rest_;
    vector<T> column(n);
    for (Eigen::Index j = 0; j < n; ++j) {
      unit[j] = T(1);
      lagrangian_gradient<T>(system_, view_of(rest_), view_of(unit), view(unused_), view(column));
      mass.col(j) = column;
      unit[j] = T(0);
    }
    lu_factors<T> lu;
    if (!lu.compute(mass)) {
      throw domain_error("the mass matrix is singular");
    }
    mass_ = mass(0, 0);
    inverse_mass_ = matrix<T>(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      unit[j] = T(1);
      inverse_mass_.col(j) = lu.solve(unit);
      unit[j] = T(0);
    }
  }

  Eigen::Index dimension() const { return system_.dimension(); }

  /// f ← −V′(q); f has the right length already.
  void force(const vector<T>& q, vector<T>& f) {
    if (dimension() == 1) {
      f[0] = force(q[0]);
    } else {
      lagrangian_gradient<T>(system_, view(q), view_of(rest_), view(f), view(unused_));
    }
  }
  /// q ← q + h M⁻¹ p.
  void drift(const vector<T>& p, const T& h, vector<T>& q) const {
    const Eigen::Index n = dimension();
    if (n == 1) {
      q[0] += T(h / mass_) * p[0];
      return;
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      T v(0);
      for (Eigen::Index j = 0; j < n; ++j) {
        v += T(inverse_mass_(i, j) * p[j]);
      }
      q[i] += h * v;
    }
  }

  // One degree of freedom.

  const T& mass() const { return mass_; }
  T force(const T& q) const {
    if constexpr (requires { system_.force(q); }) {
      return system_.force(q);
    } else {
      const T rest(0);
      T f;
      T p;
      lagrangian_gradient<T>(system_, one(q), one(rest), std::span<T>(&f, 1), std::span<T>(&p, 1));
      return f;
    }
  }
  /// V′(q) and V″(q).
  value_and_slope<T> potential_slope(const T& q) {
    if constexpr (requires { system_.potential_slope(q); }) {
      return system_.potential_slope(q);
    } else {
      if constexpr (requires { *system_.potential_quotient(q, q); }) {
        if (const auto closed = system_.potential_quotient(q, q)) {
          return {closed->value, T(closed->slope * 2)};
        }
      }
      return {T(-force(q)), stiffness(q)};
    }
  }
  /// V″(q).
  T stiffness(const T& q) {
    const T rest(0);
    lagrangian_second_derivatives<T>(system_, one(q), one(rest), hessian_);
    return -hessian_.qq(0, 0);
  }
  /// Q(a, b) and ∂Q/∂b.
  difference_quotient<T> quotient(const T& a, const T& b) {
    if constexpr (requires { *system_.potential_quotient(a, b); }) {
      const std::optional<difference_quotient<T>> closed = system_.potential_quotient(a, b);
      return closed ? *closed : integrated_quotient(a, b);
    } else if constexpr (requires { system_.potential_quotient(a, b); }) {
      return system_.potential_quotient(a, b);
    } else {
      return integrated_quotient(a, b);
    }
  }

 private:
  static std::span<const T> one(const T& x) { return {&x, 1}; }
  static std::span<const T> view_of(const vector<T>& x) { return view(x); }

  difference_quotient<T> integrated_quotient(const T& a, const T& b) {
    if (rule_.nodes.size() == 0) {
      // ρ^(−2s) < 2^(−bits) for s > 0.263 bits
      const int points = scalar_traits<T>::bits() * 27 / 100 + 2;
      if constexpr (is_dual<T>::value) {
        const auto rule = gauss_quadrature<decltype(T::value)>(points);
        rule_ = {scalar_cast<T>(rule.nodes), scalar_cast<T>(rule.weights)};
      } else {
        rule_ = gauss_quadrature<T>(points);
      }
    }
    difference_quotient<T> sum{T(0), T(0)};
    const T width = b - a;
    for (Eigen::Index i = 0; i < rule_.nodes.size(); ++i) {
      const T q = a + rule_.nodes[i] * width;
      sum.value -= rule_.weights[i] * force(q);
      sum.slope += rule_.weights[i] * rule_.nodes[i] * stiffness(q);
    }
    return sum;
  }

  System system_;
  vector<T> rest_;
  vector<T> unused_;
  T mass_{1};
  matrix<T> inverse_mass_;
  lagrangian_hessian<T> hessian_;
  quadrature<T> rule_;
};

/// Where a system of one degree of freedom rests, and the frequency ω0 = √(V″(q*)/m) of small oscillations there
/// (PD (50)).
template <class T>
struct stable_equilibrium {
  T position;
  T frequency;
};

/// The stable equilibrium that lies downhill from q = 0. Throws domain_error when there is none.
template <class T, class System>
stable_equilibrium<T> find_stable_equilibrium(separable<T, System>& system) {
  using std::abs;
  using std::sqrt;
  constexpr int most_iterations = 200;
  T q(0);
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const T force = system.force(q);
    const T stiffness = system.stiffness(q);
    if (!is_finite(force) || !is_finite(stiffness)) {
      break;
    }
    const bool bowl = T(0) < stiffness;
    if (stiffness == T(0) && force == T(0)) {
      break;
    }
    // Newton's step where V is convex, otherwise downhill; at most 1, so as to stay in the valley
    T step = bowl ? T(force / stiffness) : T(force < T(0) ? -1 : 1);
    if (step < T(-1)) {
      step = T(-1);
    } else if (T(1) < step) {
      step = T(1);
    }
    const T size = abs(step);
    q += step;
    if (bowl && size <= (abs(q) + size) * epsilon<T>() * 4) {
      return {q, sqrt(T(stiffness / system.mass()))};
    }
  }
  throw domain_error("the potential has no stable equilibrium downhill from q = 0");
}

}  // namespace plumbline
