// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The step of a catalogue scheme on the harmonic oscillator: one 2 × 2 matrix on (x, v), read off two steps.
#pragma once

#include "experiments/workbench.hpp"
#include <plumbline/catalogue/systems.hpp>

namespace plumbline::experiments::nx {

/// The digits in which "the method itself" is computed.
inline int method_digits(const context& c) { return std::max(c.digits(), 34); }

template <class T>
struct matrix2 {
  T xx, xv, vx, vv;

  void apply(T& x, T& v) const {
    const T next = xx * x + xv * v;
    v = vx * x + vv * v;
    x = next;
  }
  friend matrix2 operator*(const matrix2& a, const matrix2& b) {
    return {T(a.xx * b.xx + a.xv * b.vx), T(a.xx * b.xv + a.xv * b.vv),
            T(a.vx * b.xx + a.vv * b.vx), T(a.vx * b.xv + a.vv * b.vv)};
  }
  T determinant() const { return xx * vv - xv * vx; }
  T trace() const { return xx + vv; }
  /// The largest modulus of an eigenvalue.
  T radius() const {
    using std::abs;
    using std::sqrt;
    const T half = trace() / T(2);
    const T discriminant = half * half - determinant();
    return discriminant < T(0) ? T(sqrt(determinant())) : T(T(abs(half)) + T(sqrt(discriminant)));
  }
};

/// Throws step_failure where the step does not exist.
template <class T>
matrix2<T> step_matrix(const std::string& scheme, const settings& chosen,
                       const settings& oscillator, const T& h) {
  const model<T> system = find_system("harmonic-oscillator").make<T>(oscillator);
  const T mass = evaluation<T>(system.lagrangian()).linear()->mass(0, 0);
  auto stepper = find_scheme(scheme).make<T>(chosen, system);
  const auto image = [&](int x, int v) {
    vector<T> y = stepper.start(phase_of<T>(T(x), mass * T(v)));
    take_step(stepper, y, h, "");
    phase_point<T> end = stepper.phase(y);
    end.p[0] /= mass;
    return end;
  };
  const phase_point<T> of_x = image(1, 0);
  const phase_point<T> of_v = image(0, 1);
  return {of_x.q[0], of_v.q[0], of_x.p[0], of_v.p[0]};
}

}  // namespace plumbline::experiments::nx
