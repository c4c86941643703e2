// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Splittings of kinetic and potential energy from their coefficients (Ruth 1983; Hairer, Lubich & Wanner II.5, VI.3), for
// L = ½ v'M v − V(q):
//
//   q += a_1 h M⁻¹ p,   p += b_1 h f(q),   q += a_2 h M⁻¹ p,   p += b_2 h f(q) …,     f = −V′
//
// Symplectic for all coefficients. The force at the end of a step is that at the beginning of the next where no drift lies
// between them.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/mechanics/separable.hpp>

#include <algorithm>

namespace plumbline {

/// One-step map for one system.
template <class T>
class splitting_stepper {
 public:
  /// Drifts and b of the coefficients.
  splitting_stepper(const scheme_coefficients<T>& x, const model<T>& system)
      : drifts_(x.drifts),
        kicks_(x.b),
        system_(system),
        q_(system.dimension()),
        p_(system.dimension()),
        force_(system.dimension()),
        at_(system.dimension()) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    const Eigen::Index n = system_.dimension();
    for (Eigen::Index k = 0; k < n; ++k) {
      set_copy(q_[k], z.q[k]);
      set_copy(p_[k], z.p[k]);
    }
    bool fresh = has_force();
    for (Eigen::Index i = 0; i < std::max(drifts_.size(), kicks_.size()); ++i) {
      if (i < drifts_.size() && !(drifts_[i] == T(0))) {
        set_product(part_, drifts_[i], h);
        system_.drift(p_, part_, q_);
        fresh = false;
      }
      if (i < kicks_.size() && !(kicks_[i] == T(0))) {
        if (!fresh) {
          system_.force(q_, force_);
          fresh = true;
        }
        set_product(part_, kicks_[i], h);
        for (Eigen::Index k = 0; k < n; ++k) {
          set_product(term_, part_, force_[k]);
          set_sum(p_[k], p_[k], term_);
        }
      }
    }
    bits_ = 0;
    if (!all_finite(q_) || !all_finite(p_)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    for (Eigen::Index k = 0; k < n; ++k) {
      set_copy(z.q[k], q_[k]);
      set_copy(z.p[k], p_[k]);
      if (fresh) {
        set_copy(at_[k], q_[k]);
      }
    }
    bits_ = fresh ? scalar_traits<T>::bits() : 0;
    return {};
  }

 private:
  /// True when force_ is that at q_. Duals compare by value alone, so they always evaluate.
  bool has_force() const {
    if (is_dual<T>::value || bits_ != scalar_traits<T>::bits()) {
      return false;
    }
    for (Eigen::Index k = 0; k < q_.size(); ++k) {
      if (!(q_[k] == at_[k])) {
        return false;
      }
    }
    return true;
  }

  vector<T> drifts_;
  vector<T> kicks_;
  separable<T> system_;
  vector<T> q_;
  vector<T> p_;
  vector<T> force_;  ///< at at_ when bits_ is not 0
  vector<T> at_;
  T part_{0};
  T term_{0};
  int bits_ = 0;
};

}  // namespace plumbline
