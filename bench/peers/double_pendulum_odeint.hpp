// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The double pendulum with Boost.odeint's runge_kutta4 in any scalar, as a user of odeint would write it: Hamilton's
// equations as a function object with the natural formulas, the state a std::array, do_step.
//
//   v = M(q)⁻¹ p by Cramer's rule, p' = L_q(q, v); the constants are those of double_pendulum_double.hpp
#pragma once

#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>

#include <array>

namespace peers {

template <class T>
struct double_pendulum_field {
  using state = std::array<T, 4>;

  T m1, m2, g, l1, l2;

  void operator()(const state& y, state& dy, const T& /*t*/) const {
    using std::cos;
    using std::sin;
    const T a = (m1 + m2) * l1 * l1;
    const T b = m2 * l2 * l2;
    const T c = m2 * l1 * l2;
    const T s1 = sin(y[0]);
    const T s2 = sin(y[1]);
    const T c1 = cos(y[0]);
    const T c2 = cos(y[1]);
    const T mixed = c * (c1 * c2 + s1 * s2);
    const T det = a * b - mixed * mixed;
    dy[0] = (b * y[2] - mixed * y[3]) / det;
    dy[1] = (a * y[3] - mixed * y[2]) / det;
    const T x = c * (s1 * c2 - c1 * s2) * dy[0] * dy[1];
    dy[2] = -x - (m1 + m2) * g * l1 * s1;
    dy[3] = x - m2 * g * l2 * s2;
  }
};

template <class T>
using odeint_rk4 = boost::numeric::odeint::runge_kutta4<std::array<T, 4>, T, std::array<T, 4>, T>;

}  // namespace peers
