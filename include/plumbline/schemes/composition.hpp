// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Compositions of a one-step map with itself (Suzuki 1990; Yoshida 1990; McLachlan 1995; Hairer, Lubich & Wanner II.4, V.3):
//
//   Ψ_h = Φ_{γ_s h} ∘ … ∘ Φ_{γ_1 h}          Φ symmetric
//   Ψ_h = … ∘ Φ*_{γ_2 h} ∘ Φ_{γ_1 h}         Φ of order 1, in turn with its adjoint Φ*
//
// Symmetric where the γ read the same from both ends and Φ is symmetric; symplectic where Φ is.
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <utility>
#include <vector>

namespace plumbline {

/// One-step map over maps with step(y, t, h): `bases` are used in turn.
template <class T, class Base>
class composition_stepper {
 public:
  composition_stepper(vector<T> gamma, std::vector<Base> bases)
      : gamma_(std::move(gamma)), bases_(std::move(bases)) {}

  Base& base() { return bases_.front(); }
  const Base& base() const { return bases_.front(); }

  /// y ← Ψ_h(y) from the time t; h may be negative. y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    state_ = y;
    T passed(0);
    solve_report whole;
    for (Eigen::Index i = 0; i < gamma_.size(); ++i) {
      const T part = gamma_[i] * h;
      const T time = t + passed * h;
      Base& base = bases_[static_cast<std::size_t>(i) % bases_.size()];
      const solve_report report = base.step(state_, time, part);
      whole.iterations += report.iterations;
      whole.residual = report.residual > whole.residual ? report.residual : whole.residual;
      if (!report.ok()) {
        whole.outcome = report.outcome;
        return whole;
      }
      passed += gamma_[i];
    }
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      set_copy(y[k], state_[k]);
    }
    return whole;
  }

 private:
  vector<T> gamma_;
  std::vector<Base> bases_;
  vector<T> state_;
};

}  // namespace plumbline
