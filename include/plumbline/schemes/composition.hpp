// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Compositions of a one-step map with itself (Suzuki 1990; Yoshida 1990; McLachlan 1995; Hairer, Lubich & Wanner II.4, V.3):
//
//   Ψ_h = Φ_{γ_s h} ∘ … ∘ Φ_{γ_1 h}          Φ symmetric
//   Ψ_h = … ∘ Φ*_{γ_2 h} ∘ Φ_{γ_1 h}         Φ of order 1, in turn with its adjoint Φ*
//
// Symmetric where the γ read the same from both ends and Φ is symmetric; symplectic where Φ is.
//
// Neighbouring symplectic Euler maps need the force at the same positions. A composition of them is a splitting
// (schemes/splitting.hpp), which evaluates it once; the catalogue steps tables of that kind so.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <utility>
#include <vector>

namespace plumbline {

/// One-step map over maps with step(State&, t, h) or step(State&, h), schemes of the catalogue or typed ones: `bases` are
/// used in turn.
template <class T, class Base, class State = vector<T>>
class composition_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  composition_stepper(vector<T> gamma, std::vector<Base> bases)
      : gamma_(std::move(gamma)), bases_(std::move(bases)) {}

  Base& base() { return bases_.front(); }
  const Base& base() const { return bases_.front(); }

  /// The substeps that follow belong to the trajectory that began at `first`, where the bases take that.
  template <class Point>
  void resume(const Point& first, const State& y) requires requires(Base& base) {
    base.resume(first, y);
  }
  {
    for (Base& base : bases_) {
      base.resume(first, y);
    }
  }

  /// y ← Ψ_h(y) from the time t; h may be negative. y is unchanged unless the report is ok.
  solve_report step(State& y, const T& t, const T& h) {
    state_ = y;
    T passed(0);
    solve_report whole;
    for (Eigen::Index i = 0; i < gamma_.size(); ++i) {
      const T part = gamma_[i] * h;
      const T time = t + passed * h;
      Base& base = bases_[static_cast<std::size_t>(i) % bases_.size()];
      const solve_report report = [&] {
        if constexpr (requires { base.step(state_, time, part); }) {
          return base.step(state_, time, part);
        } else {
          return base.step(state_, part);
        }
      }();
      whole.iterations += report.iterations;
      whole.residual = report.residual > whole.residual ? report.residual : whole.residual;
      if (!report.ok()) {
        whole.outcome = report.outcome;
        return whole;
      }
      passed += gamma_[i];
    }
    copy(y, state_);
    return whole;
  }
  solve_report step(State& y, const T& h) { return step(y, T(0), h); }

 private:
  static void copy(vector<T>& to, const vector<T>& from) {
    for (Eigen::Index k = 0; k < to.size(); ++k) {
      set_copy(to[k], from[k]);
    }
  }
  static void copy(phase_point<T>& to, const phase_point<T>& from) {
    copy(to.q, from.q);
    copy(to.p, from.p);
  }

  vector<T> gamma_;
  std::vector<Base> bases_;
  State state_;
};

}  // namespace plumbline
