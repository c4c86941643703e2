// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Leapfrog, also called Störmer–Verlet (PD (13), (14); Hairer, Lubich & Wanner I.1.4), for L = ½ v'M v − V(q):
//
//   p_½ = p_0 + (h/2) f(q_0),   q_1 = q_0 + h M⁻¹ p_½,   p_1 = p_½ + (h/2) f(q_1),   f = −V′
//
// Order 2, symmetric, symplectic. Its configurations obey the two-step form of the standard discretization,
// q_2 − 2 q_1 + q_0 = h² M⁻¹ f(q_1) (PD (11)), with the momentum of c = ½ in PD (12).
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/mechanics/separable.hpp>

namespace plumbline {

inline scheme_info leapfrog_info() {
  return {.name = "leapfrog",
          .summary = "leapfrog (Stoermer-Verlet), for a constant mass matrix",
          .order = 2,
          .symmetric = true,
          .symplectic = true,
          .conserves = {.momenta = true},
          .formula = "p_h = p_0 + h f(q_0)/2, q_1 = q_0 + h p_h/m, p_1 = p_h + h f(q_1)/2",
          .reference = "PD (13), (14)",
          .leading_energy = "v'V''v/12 - V'.(1/M)V'/24"};
}

/// One-step map for one system. The force at the end of a step is that at the beginning of the next: while steps
/// follow on each other, it is evaluated once a step.
template <class T, class System>
class leapfrog_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  explicit leapfrog_stepper(System system)
      : system_(std::move(system)),
        q_(system_.dimension()),
        p_(system_.dimension()),
        force_(system_.dimension()) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    const Eigen::Index n = system_.dimension();
    require_dimension(z, n);
    if (n == 1) {
      return step_one(z.q[0], z.p[0], h);
    }
    const T half = h / 2;
    if (!has_force_at(z.q.data())) {
      system_.force(z.q, force_);
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      p_[i] = z.p[i] + half * force_[i];
      q_[i] = z.q[i];
    }
    system_.drift(p_, h, q_);
    system_.force(q_, force_);
    for (Eigen::Index i = 0; i < n; ++i) {
      p_[i] += half * force_[i];
    }
    if (!all_finite(q_) || !all_finite(p_)) {
      bits_ = 0;
      return {solve_outcome::not_finite, 0, 0};
    }
    bits_ = scalar_traits<T>::bits();
    for (Eigen::Index i = 0; i < n; ++i) {
      z.q[i] = q_[i];
      z.p[i] = p_[i];
    }
    return {};
  }

 private:
  /// One coordinate, in registers: a trip through memory for each line costs half a sine.
  solve_report step_one(T& q, T& p, const T& h) {
    const T half = h / 2;
    const T half_p = p + half * (has_force_at(&q) ? force_[0] : system_.force(q));
    const T new_q = q + T(h / system_.mass()) * half_p;
    const T force = system_.force(new_q);
    const T new_p = half_p + half * force;
    if (!is_finite(new_q) || !is_finite(new_p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    bits_ = scalar_traits<T>::bits();
    q_[0] = new_q;
    force_[0] = force;
    q = new_q;
    p = new_p;
    return {};
  }
  /// Duals compare by value alone, so they always evaluate.
  bool has_force_at(const T* q) const {
    if (is_dual<T>::value || bits_ != scalar_traits<T>::bits()) {
      return false;
    }
    for (Eigen::Index i = 0; i < system_.dimension(); ++i) {
      if (!(q[i] == q_[i])) {
        return false;
      }
    }
    return true;
  }

  separable<T> system_;
  vector<T> q_;
  vector<T> p_;
  vector<T> force_;  ///< at q_ when bits_ is not 0
  int bits_ = 0;     ///< precision at which force_ was computed
};

}  // namespace plumbline
