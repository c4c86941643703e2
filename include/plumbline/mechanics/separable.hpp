// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What schemes for M q″ = −V′(q) need of a Lagrangian system L = ½ v'M v − V(q) with constant mass matrix M:
//
//   force      f(q) = ∂L/∂q(q, 0) = −V′(q)
//   drift      q ← q + h M⁻¹ p
//
// and, for one degree of freedom, the difference quotient of the potential without cancellation,
//
//   Q(a, b) = (V(b) − V(a))/(b − a) = ∫_0^1 V′(a + s (b − a)) ds            (PD (44); Gonzalez 1996)
//
// That a system has this form is a fact of its formula (form.hpp). Q follows from the formula by rules for difference
// quotients (math/difference_quotient.hpp). Where V has an operation without such a rule, the integral is taken by a Gauss
// rule, right to rounding where V′ is analytic in the discs of radius |b − a| about the points between a and b: for s
// points its error there is of size ρ^(−2s) with ρ = 2 + √3, and s is chosen so that this is below the rounding error.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/chain.hpp>
#include <plumbline/math/difference_quotient.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/math/scalar_newton.hpp>
#include <plumbline/mechanics/model.hpp>

namespace plumbline {

/// A system of that form with work space: force, drift, quotient without allocation.
template <class T>
class separable {
 public:
  /// Throws invalid_input for a system that is not of this form, domain_error when the mass matrix is singular.
  template <class System>
  explicit separable(const System& system) : at_(model_of<T>(system)) {
    prepare();
  }

  Eigen::Index dimension() const { return at_.dimension(); }

  /// f ← −V′(q); f has the right length already.
  void force(const vector<T>& q, vector<T>& f) {
    runner<T>& r = at_.part(form_part::force);
    for (int i = 0; i < at_.dimension(); ++i) {
      r.input(i) = q[i];
    }
    r.run(position_stage);
    for (int i = 0; i < at_.dimension(); ++i) {
      f[i] = r.result(i);
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
  T force(const T& q) {
    if constexpr (std::floating_point<T>) {
      if (force_chain_) {
        return (*force_chain_)(q);
      }
    }
    return run_one(form_part::force, q).result(0);
  }
  /// V′(q) and V″(q).
  value_and_slope<T> potential_slope(const T& q) {
    const runner<T>& r = run_one(form_part::force_slopes, q);
    return {T(-r.result(0)), T(-r.result(1))};
  }
  /// V″(q).
  T stiffness(const T& q) { return T(-run_one(form_part::force_slopes, q).result(1)); }
  /// Q(a, b) and ∂Q/∂b for b = a + length.
  difference_quotient_value<T> quotient_along(const T& a, const T& length) {
    if constexpr (std::floating_point<T>) {
      if (potential_chain_) {
        return potential_chain_->quotient(a, length);
      }
    }
    return quotient(a, T(a + length));
  }
  /// Q(a, b) and ∂Q/∂b.
  difference_quotient_value<T> quotient(const T& a, const T& b) {
    if (!has_quotient_) {
      has_quotient_ = at_.system().formulas()->has_quotient();
    }
    if (!*has_quotient_) {
      return integrated_quotient(a, b);
    }
    runner<T>& r = at_.part(form_part::quotient);
    r.input(0) = a;
    r.input(1) = b;  // the place of v
    r.run(position_stage);
    r.run(velocity_stage);
    return {r.result(0), r.result(1)};
  }

 private:
  const runner<T>& run_one(form_part which, const T& q) {
    runner<T>& r = at_.part(which);
    r.input(0) = q;
    r.run(position_stage);
    return r;
  }

  /// Checks the form and takes the mass matrix.
  void prepare();
  difference_quotient_value<T> integrated_quotient(const T& a, const T& b);

  evaluation<T> at_;
  T mass_{1};
  matrix<T> inverse_mass_;
  std::optional<bool> has_quotient_;
  std::optional<chain> force_chain_;      ///< one coordinate in double
  std::optional<chain> potential_chain_;  ///< where it has a quotient
  quadrature<T> rule_;
};

// Defined outside the class, so that the extern templates below hold.

template <class T>
void separable<T>::prepare() {
  if (!at_.system().is_lagrangian() || !at_.system().facts().separable) {
    throw invalid_input(
        "this scheme needs a constant mass matrix and a potential, L = v'M v/2 - V(q)");
  }
  const int n = at_.dimension();
  const vector<T> rest = vector<T>::Constant(n, T(0));
  matrix<T> mass;
  at_.mass(view(rest), view(rest), mass);
  lu_factors<T> lu;
  if (!lu.compute(mass)) {
    throw domain_error("the mass matrix is singular");
  }
  mass_ = mass(0, 0);
  inverse_mass_ = matrix<T>(n, n);
  vector<T> unit = rest;
  for (int j = 0; j < n; ++j) {
    unit[j] = T(1);
    inverse_mass_.col(j) = lu.solve(unit);
    unit[j] = T(0);
  }
  if constexpr (std::floating_point<T>) {
    if (n == 1 && !at_.system().count()) {
      force_chain_ = chain::of(at_.part(form_part::force), position_stage, 0);
      potential_chain_ = chain::of(at_.part(form_part::potential), position_stage, 0);
      if (potential_chain_ && !potential_chain_->has_quotient()) {
        potential_chain_.reset();
      }
    }
  }
}

template <class T>
difference_quotient_value<T> separable<T>::integrated_quotient(const T& a, const T& b) {
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
  difference_quotient_value<T> sum{T(0), T(0)};
  const T width = b - a;
  for (Eigen::Index i = 0; i < rule_.nodes.size(); ++i) {
    const auto at = potential_slope(T(a + rule_.nodes[i] * width));
    sum.value += rule_.weights[i] * at.value;
    sum.slope += rule_.weights[i] * rule_.nodes[i] * at.slope;
  }
  return sum;
}

// Compiled once for each scalar, in lib/mechanics/separable.cpp.
#define PLUMBLINE_SCALAR(T) extern template class separable<T>;
#include <plumbline/scalar/for_each_scalar.def>
extern template class separable<tangent_number<double>>;
extern template class separable<tangent_number<mp>>;

/// Where a system of one degree of freedom rests, and the frequency ω0 = √(V″(q*)/m) of small oscillations there
/// (PD (50)).
template <class T>
struct stable_equilibrium {
  T position;
  T frequency;
};

/// The stable equilibrium that lies downhill from q = 0. Throws domain_error when there is none.
template <class T>
stable_equilibrium<T> find_stable_equilibrium(separable<T>& system) {
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
    const T enough = (abs(q) + size) * epsilon<T>() * 4;
    if (bowl && (size < enough || size == enough)) {
      return {q, sqrt(T(stiffness / system.mass()))};
    }
  }
  throw domain_error("the potential has no stable equilibrium downhill from q = 0");
}

}  // namespace plumbline
