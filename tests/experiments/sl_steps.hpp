// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steps of Simpson's scheme on systems with a constant mass matrix, for the tests of SL's formulas.
#pragma once

#include "experiments/sl/paper_scheme.hpp"
#include "paper_forms.hpp"
#include <plumbline/measure/step_jacobian.hpp>

namespace plumbline::testing {

/// Two coupled anharmonic oscillators, M = [[2, ½], [½, 3]], V = 2 − cos q1 − cos(q1 − 2q2) + ¼ q2⁴.
struct coupled_oscillators {
  static constexpr int dimension() { return 2; }
  template <class S>
  std::array<S, 4> mass(std::span<const S> /*q*/) const {
    return {S(2), S(1) / 2, S(1) / 2, S(3)};
  }
  template <class S>
  S potential(std::span<const S> q) const {
    using std::cos;
    const S square = q[1] * q[1];
    const S difference = q[0] - q[1] * 2;
    return S(2) - S(cos(q[0])) - S(cos(difference)) + square * square / 4;
  }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return natural_lagrangian<S>(*this, q, v);
  }
};

/// A system with its mass matrix, and three steps of the library's Simpson scheme.
template <class System>
struct sl_steps {
  using T = mp64;
  using step_type = simpson_step<T>;

  sl_steps(System s, phase_point<T> start, T step) : system(std::move(s)), h(std::move(step)) {
    const auto n = start.q.size();
    const vector<T> rest = vector<T>::Constant(n, T(0));
    evaluation<T>(model<T>(system)).mass(view(std::as_const(start.q)), view(rest), mass);
    lu_factors<T> lu;
    if (!lu.compute(mass)) {
      throw std::runtime_error("the mass matrix of the test is singular");
    }
    matrix<T> one = matrix<T>::Constant(n, n, T(0));
    one.diagonal().setConstant(T(1));
    inverse_mass = lu.solve(one);
    steps.emplace_back(system, std::move(start), h);
    steps.emplace_back(system, steps.back().end, h);
    steps.emplace_back(system, steps.back().end, h);
  }

  /// V'(q), for duals too.
  template <class D>
  vector<D> force(const vector<D>& q) const {
    vector<D> dq(q.size());
    vector<D> dv(q.size());
    const vector<D> rest = vector<D>::Constant(q.size(), D(0));
    evaluation<D>(model<D>(system)).gradient(view(q), view(rest), view(dq), view(dv));
    return -dq;
  }
  template <class D>
  experiments::sl::separable_system<D> form() const {
    return {scalar_cast<D>(inverse_mass), [this](const vector<D>& q) { return force(q); },
            [this](const vector<D>& q) {
              lagrangian_hessian<D> second;
              const vector<D> rest = vector<D>::Constant(q.size(), D(0));
              evaluation<D>(model<D>(system)).second_derivatives(view(q), view(rest), second);
              return matrix<D>(-second.qq);
            }};
  }
  /// ∂(p_1, q_1)/∂(p_0, q_0) of the first step in SL's order: blocks a, b, c, d.
  matrix<T> alpha() const {
    const auto n = mass.rows();
    vector<T> y(2 * n);
    y << steps.front().start.p, steps.front().start.q;
    return step_jacobian<T>(
        [&](auto& z) {
          using D = typename std::decay_t<decltype(z)>::Scalar;
          galerkin_stepper<D, System> stepper(simpson<D>(), system);
          phase_point<D> point{z.tail(n), z.head(n)};
          const solve_report report = stepper.step(point, D(h));
          z << point.p, point.q;
          return report;
        },
        y);
  }

  System system;
  T h;
  matrix<T> mass;
  matrix<T> inverse_mass;
  std::vector<step_type> steps;
};

inline sl_steps<coupled_oscillators> coupled_steps() {
  using T = mp64;
  phase_point<T> z{vector<T>(2), vector<T>(2)};
  z.q << rational<T>(3, 5), rational<T>(-4, 5);
  z.p << rational<T>(1, 3), rational<T>(5, 7);
  return {coupled_oscillators{}, z, rational<T>(2, 5)};
}

/// The pendulum with ω² = 40, near SL's (2π)², at about 10 steps a period: its numbers serve every scalar.
struct whole_pendulum {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    return v[0] * v[0] / 2 - (S(1) - S(cos(q[0]))) * 40;
  }
};

inline sl_steps<whole_pendulum> pendulum_steps() {
  using T = mp64;
  phase_point<T> z{vector<T>::Constant(1, pi<T>() / T(2)),
                   vector<T>::Constant(1, rational<T>(1, 3))};
  return {whole_pendulum{}, z, rational<T>(1, 9)};
}

}  // namespace plumbline::testing
