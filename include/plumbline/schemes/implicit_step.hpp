// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What implicit one-step maps on phase space have in common: a step is guess, residual, solve, update. The equations of a
// scheme (galerkin.hpp, gauss_collocation.hpp, newmark.hpp, discrete_gradient.hpp) are solved by the engine of
// math/newton.hpp; here is the rest.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/math/newton.hpp>
#include <plumbline/mechanics/model.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace plumbline::detail {

/// log2 of the size of a displacement below which rounding errors of q hide it, times 2^bits: what moves no coordinate by its
/// rounding errors need not be told from nothing. Near rest that is more than the displacements themselves. Cyclic
/// coordinates are not in the equations, so their rounding errors, of large angles, are not either.
template <class T>
double displacement_scale(const model<T>& system, const vector<T>& q) {
  const std::vector<int>& cyclic = system.facts().cyclic;
  double largest = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < system.dimension(); ++k) {
    if (std::find(cyclic.begin(), cyclic.end(), k) == cyclic.end()) {
      const double size = log2_magnitude(q[k]) - hidden_bits;
      largest = largest < size ? size : largest;
    }
  }
  return largest;
}

/// z ← Φ_h(z) from the time t for equations with set(z, h, t) and update(u, outputs, z); z is unchanged unless the report is
/// ok. Equations with is_beside(z, h, t) tell a step that begins where the last one did and is nearly as long, as those that end on
/// a section.
template <class Ladder, class T>
solve_report implicit_step(Ladder& ladder, vector<T>& u, phase_point<T>& z, const T& t,
                           const T& h) {
  // The equations do not contain a cyclic coordinate, so the solver would not notice one that is NaN.
  if (!all_finite(z.q) || !all_finite(z.p) || !is_finite(h)) {
    return {solve_outcome::not_finite, 0, 0};
  }
  bool is_beside = false;
  if constexpr (requires { ladder.equations().is_beside(z, h, t); }) {
    is_beside = ladder.equations().is_beside(z, h, t);
  }
  ladder.equations().set(z, h, t);
  const solve_report report = is_beside ? ladder.solve_beside(u) : ladder.solve(u);
  // The equations need not contain the end point, whose forces are in the impulse alone.
  if (report.ok() && !all_finite(ladder.outputs())) {
    return {solve_outcome::not_finite, report.iterations, report.residual};
  }
  if (report.ok()) {
    ladder.equations().update(u, ladder.outputs(), z);
  }
  return report;
}

/// The point (Q, V) of a quadrature node or a stage, where the gradient of L is wanted, with the forces in it: one runner a
/// node, so that its trigonometry can be moved along with it.
template <class T>
class gradient_at_node {
 public:
  explicit gradient_at_node(const model<T>& system)
      : runner_(system.formulas()->part(form_part::gradient), movement::near),
        inputs_(system.formulas()->inputs()) {
    put_parameters(runner_, system);
  }

  static void put_parameters(runner<T>& r, const model<T>& system) {
    const form_inputs& inputs = system.formulas()->inputs();
    for (std::size_t i = 0; i < system.parameters().size(); ++i) {
      set_copy(r.input(inputs.parameter(static_cast<int>(i))), system.parameters()[i]);
    }
    r.run(parameter_stage);
    r.count_into(system.count(), position_stage);  // also where the gradient is constant
  }

  T& q(int k) { return runner_.input(inputs_.q(k)); }
  T& v(int k) { return runner_.input(inputs_.v(k)); }
  T& t() { return runner_.input(inputs_.t()); }
  void run_position(movement m) {
    if (m == movement::near) {
      runner_.run_near(position_stage);
    } else {
      runner_.run(position_stage);
    }
  }
  /// From the values at another node of the step.
  void run_position_beside(const gradient_at_node& other) {
    runner_.run_beside(position_stage, other.runner_);
  }
  void run_velocity(movement m) {
    if (m == movement::near) {
      runner_.run_near(velocity_stage);
    } else {
      runner_.run(velocity_stage);
    }
  }
  const T& dq(int k) const { return runner_.result(k); }
  const T& dv(int k) const { return runner_.result(inputs_.n + k); }
  const runner<T>& code() const { return runner_; }

 private:
  runner<T> runner_;
  form_inputs inputs_;
};

/// Gradient and second derivatives of L, with the forces in them, at one point after another, by one program.
template <class T>
class derivatives_at_point {
 public:
  explicit derivatives_at_point(const model<T>& system)
      : runner_(system.formulas()->part(form_part::second_derivatives), movement::near),
        inputs_(system.formulas()->inputs()),
        n_(inputs_.n) {
    gradient_at_node<T>::put_parameters(runner_, system);
  }
  T& q(int k) { return runner_.input(inputs_.q(k)); }
  T& v(int k) { return runner_.input(inputs_.v(k)); }
  T& t() { return runner_.input(inputs_.t()); }
  void run() {
    runner_.run(position_stage);
    runner_.run(velocity_stage);
  }
  /// With the trigonometry of the last evaluation of the gradient where that was at a point near this one.
  void run_beside(const gradient_at_node<T>& node) {
    runner_.run_with_values_of(position_stage, node.code());
    runner_.run(velocity_stage);
  }
  const T& dq(int k) const { return runner_.result(k); }
  const T& dv(int k) const { return runner_.result(n_ + k); }
  /// The second derivative number k, in the order qq, qv, vv, vq; matrices row by row.
  const T& second(int k) const { return runner_.result(2 * n_ + k); }
  const T& qq(int k, int l) const { return runner_.result(2 * n_ + k * n_ + l); }
  const T& qv(int k, int l) const { return runner_.result(2 * n_ + n_ * n_ + k * n_ + l); }
  const T& vv(int k, int l) const { return runner_.result(2 * n_ + 2 * n_ * n_ + k * n_ + l); }
  /// ∂²L/∂v_k∂q_l; that of qv transposed where there are no forces.
  const T& vq(int k, int l) const { return runner_.result(2 * n_ + 3 * n_ * n_ + k * n_ + l); }

 private:
  runner<T> runner_;
  form_inputs inputs_;
  int n_;
};

/// The velocity and the acceleration at a point (q, p), for guesses. Zero where they do not exist.
template <class T>
class launch {
 public:
  explicit launch(const model<T>& system)
      : at_(system),
        velocity_(vector<T>::Constant(system.dimension(), T(0))),
        acceleration_(velocity_) {}

  void from(const phase_point<T>& z, const T& t) {
    at_.set_time(t);
    if (!at_.velocity(view(z.q), view(z.p), view(velocity_)).ok() || !all_finite(velocity_)) {
      velocity_.setConstant(T(0));
      acceleration_.setConstant(T(0));
    } else if (!at_.acceleration_after_velocity(view(z.q), view(std::as_const(velocity_)), t,
                                                view(acceleration_))
                    .ok() ||
               !all_finite(acceleration_)) {
      acceleration_.setConstant(T(0));
    }
  }
  const vector<T>& velocity() const { return velocity_; }
  const vector<T>& acceleration() const { return acceleration_; }

 private:
  evaluation<T> at_;
  vector<T> velocity_;
  vector<T> acceleration_;
};

}  // namespace plumbline::detail
