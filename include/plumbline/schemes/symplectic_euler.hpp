// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The two symplectic Euler maps (PD (20), (21); Hairer, Lubich & Wanner I.1.2), for L = ½ v'M v − V(q):
//
//   a: p_1 = p_0 + h f(q_0),       q_1 = q_0 + h M⁻¹ p_1
//   b: q_1 = q_0 + h M⁻¹ p_0,      p_1 = p_0 + h f(q_1),        f = −V′
//
// Order 1, symplectic; each is the other's adjoint. Both have leapfrog's configurations (PD (11)) with other momenta:
// c = 1 for a and c = 0 for b in p_n = M (q_{n+1} − q_n)/h − c h f(q_n) (PD (12)).
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/mechanics/separable.hpp>

namespace plumbline {

/// Which of the two is advanced first, to be used by the other.
enum class euler_order { momentum_first, position_first };

inline scheme_info symplectic_euler_info(euler_order order) {
  const bool a = order == euler_order::momentum_first;
  return {.name = a ? "symplectic-euler-a" : "symplectic-euler-b",
          .summary =
              a ? "symplectic Euler, new momentum first" : "symplectic Euler, new position first",
          .order = 1,
          .symmetric = false,
          .symplectic = true,
          .conserves = {.momenta = true},
          .formula = a ? "p_1 = p_0 + h f(q_0), q_1 = q_0 + h p_1/m"
                       : "q_1 = q_0 + h p_0/m, p_1 = p_0 + h f(q_1)",
          .reference = a ? "PD (20)" : "PD (21)",
          .leading_energy = a ? "-v.V'/2" : "v.V'/2"};
}

/// One-step map for one system.
template <class T, class System>
class symplectic_euler_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  symplectic_euler_stepper(euler_order order, System system)
      : order_(order),
        system_(std::move(system)),
        q_(system_.dimension()),
        p_(system_.dimension()),
        force_(system_.dimension()) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    const Eigen::Index n = system_.dimension();
    require_dimension(z, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      q_[i] = z.q[i];
      p_[i] = z.p[i];
    }
    if (order_ == euler_order::momentum_first) {
      kick(h);
      system_.drift(p_, h, q_);
    } else {
      system_.drift(p_, h, q_);
      kick(h);
    }
    if (!all_finite(q_) || !all_finite(p_)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      z.q[i] = q_[i];
      z.p[i] = p_[i];
    }
    return {};
  }

 private:
  void kick(const T& h) {
    system_.force(q_, force_);
    for (Eigen::Index i = 0; i < system_.dimension(); ++i) {
      p_[i] += h * force_[i];
    }
  }

  euler_order order_;
  separable<T> system_;
  vector<T> q_;
  vector<T> p_;
  vector<T> force_;
};

}  // namespace plumbline
