// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Hamiltonian side of a Lagrangian system: the Legendre transform and its inverse.
//
//   p = ∂L/∂v (q, v),   H(q, p) = p·v − L(q, v),   q̇ = v,   ṗ = ∂L/∂q
//
// v from (q, p) solves ∂L/∂v = p by Newton's iteration. Where L is quadratic in v (all natural mechanical
// systems) the first iteration is exact; the second polishes rounding errors and proves it.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/mechanics/lagrangian.hpp>

#include <memory>
#include <optional>

namespace plumbline {

namespace detail {

/// ∂L/∂v (q, v) = p as equations for v, for solve_newton.
template <class T, class S>
class velocity_equations {
 public:
  using C = coarser_t<T>;

  velocity_equations(const S& system, const vector<T>& q, const vector<T>& p)
      : system_(&system), q_(q), p_(p), dv_(q.size()) {}

  int size() const { return static_cast<int>(q_.size()); }
  void guess(vector<T>& v) const { v = vector<T>::Constant(q_.size(), T(0)); }
  void residual(const vector<T>& v, vector<T>& r) {
    lagrangian_momentum<T>(*system_, view(q_), view(v), view(dv_));
    r = dv_ - p_;
  }
  void jacobian(const vector<T>& v, matrix<T>& j) {
    lagrangian_mass<T>(*system_, view(q_), view(v), j);
  }
  /// Only duals descend: for a plain scalar one Jacobian at full precision is cheaper.
  auto* coarse() requires is_dual<T>::value {
    if (!coarse_) {
      coarse_.emplace(convert_to<C>(*system_), scalar_cast<C>(q_), scalar_cast<C>(p_));
    }
    return &coarse_->equations;
  }

 private:
  struct no_coarse {};
  template <class U>
  struct below {
    using system_type = decltype(convert_to<U>(std::declval<const S&>()));
    system_type system;
    velocity_equations<U, system_type> equations;
    below(system_type s, const vector<U>& q, const vector<U>& p)
        : system(std::move(s)), equations(system, q, p) {}
  };
  static auto coarse_storage() {
    if constexpr (is_dual<T>::value) {
      return std::optional<below<C>>();
    } else {
      return std::optional<no_coarse>();
    }
  }
  const S* system_;
  vector<T> q_;
  vector<T> p_;
  vector<T> dv_;
  decltype(coarse_storage()) coarse_;
};

}  // namespace detail

/// p = ∂L/∂v (q, v).
template <class T, class S>
vector<T> momentum(const S& system, const vector<T>& q, const vector<T>& v) {
  vector<T> p(q.size());
  lagrangian_momentum<T>(system, view(q), view(v), view(p));
  return p;
}

/// v with ∂L/∂v (q, v) = p, into `v`; the report says whether the mass matrix was singular there.
template <class T, class S>
solve_report velocity(const S& system, const vector<T>& q, const vector<T>& p, vector<T>& v) {
  detail::velocity_equations<T, S> equations(system, q, p);
  v.resize(q.size());
  return solve_newton<T>(equations, v);
}

/// The same for callers that cannot go on without it. Throws domain_error when there is none.
template <class T, class S>
vector<T> velocity(const S& system, const vector<T>& q, const vector<T>& p) {
  vector<T> v(q.size());
  const solve_report report = velocity(system, q, p, v);
  if (!report.ok()) {
    throw domain_error(
        "no velocity belongs to this momentum: the mass matrix is " +
        std::string(report.outcome == solve_outcome::singular ? "singular" : "not usable") +
        " at the given configuration (" + std::string(to_string(report.outcome)) + ")");
  }
  return v;
}

/// The energy v·∂L/∂v − L at (q, v).
template <class T, class S>
T energy_of_velocity(const S& system, const vector<T>& q, const vector<T>& v) {
  return dot(momentum(system, q, v), v) - system.lagrangian(view(q), view(v));
}

/// The Hamiltonian H(q, p). Throws domain_error when the mass matrix is singular at q.
template <class T, class S>
T energy(const S& system, const phase_point<T>& z) {
  const vector<T> v = velocity(system, z.q, z.p);
  return dot(z.p, v) - system.lagrangian(view(z.q), view(v));
}

}  // namespace plumbline
