// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The classical Runge–Kutta method of order 4 (Kutta 1901; Hairer, Nørsett & Wanner I, table II.1.2):
//
//    0  |
//   1/2 | 1/2
//   1/2 |  0   1/2
//    1  |  0    0    1
//   ----+---------------------
//       | 1/6  1/3  1/3  1/6
//
// Neither symmetric nor symplectic: the yardstick that the papers compare with.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <concepts>
#include <type_traits>

namespace plumbline {

inline scheme_info rk4_info() {
  return {.name = "rk4",
          .summary = "the classical Runge-Kutta method, on (q, p)",
          .order = 4,
          .symmetric = false,
          .symplectic = false,
          .conserves = {.linear = true},
          .formula = "y_1 = y_0 + h (k_1 + 2 k_2 + 2 k_3 + k_4)/6",
          .reference = "Kutta 1901"};
}

/// The same tableau on configurations and velocities: not the same numbers, since momenta are not what is
/// averaged. What Hamilton's equations keep for free (momenta of cyclic coordinates) is lost.
inline scheme_info rk4_velocity_info() {
  return {.name = "rk4-velocity",
          .summary = "the classical Runge-Kutta method, on (q, v)",
          .order = 4,
          .symmetric = false,
          .symplectic = false,
          .conserves = {.linear_in_velocities = true},
          .formula = "y_1 = y_0 + h (k_1 + 2 k_2 + 2 k_3 + k_4)/6, y = (q, v)",
          .reference = "Kutta 1901; TOP Figure 10"};
}

/// One step of y′ = f(t, y). `field(t, y, dy)` fills dy and returns a solve_report.
template <class T, class Field>
class rk4_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  explicit rk4_stepper(Field field) : field_(std::move(field)) {}

  /// y ← y_1; y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    const T half = h / 2;
    stage_.resize(y.size());
    solve_report report = field_(t, y, k1_);
    if (report.ok()) {
      put_stage(y, half, k1_);
      report = field_(t + half, stage_, k2_);
    }
    if (report.ok()) {
      put_stage(y, half, k2_);
      report = field_(t + half, stage_, k3_);
    }
    if (report.ok()) {
      put_stage(y, h, k3_);
      report = field_(t + h, stage_, k4_);
    }
    if (report.ok()) {
      if constexpr (std::is_same_v<T, double>) {
        // divided at the end: rounded weights h/6 and h/3 would make the energy drift
        for (Eigen::Index i = 0; i < y.size(); ++i) {
          stage_[i] = y[i] + h * (k1_[i] + 2 * (k2_[i] + k3_[i]) + k4_[i]) / 6;
        }
      } else {
        const T third = h / 3;
        const T sixth = h / 6;
        for (Eigen::Index i = 0; i < y.size(); ++i) {  // y + (h/6 (k1 + k4) + h/3 (k2 + k3))
          set_sum(outer_, k1_[i], k4_[i]);
          set_product(outer_, sixth, outer_);
          set_sum(term_, k2_[i], k3_[i]);
          set_product(term_, third, term_);
          set_sum(outer_, outer_, term_);
          set_sum(stage_[i], y[i], outer_);
        }
      }
      if (!all_finite(stage_)) {
        report.outcome = solve_outcome::not_finite;
        return report;
      }
      y.swap(stage_);
    }
    return report;
  }

 private:
  /// Y = y + c k, entry by entry: for vectors of a few numbers Eigen's loops cost three times as much in double.
  void put_stage(const vector<T>& y, const T& c, const vector<T>& k) {
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      if constexpr (std::floating_point<T>) {  // in a register
        stage_[i] = y[i] + c * k[i];
      } else {
        set_product(term_, c, k[i]);
        set_sum(stage_[i], y[i], term_);
      }
    }
  }

  Field field_;
  vector<T> k1_;
  vector<T> k2_;
  vector<T> k3_;
  vector<T> k4_;
  vector<T> stage_;
  T outer_{0};
  T term_{0};
};

}  // namespace plumbline
