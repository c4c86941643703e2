// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL's Table 1 as a system of the library, its start, and the printed exact solution.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/mechanics/systems/linear_double_pendulum.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>

#include <array>
#include <functional>
#include <vector>

namespace plumbline::experiments::ql {

/// m1 = m2 = 1 kg, g = 9.81 m/s², l1 = l2 = g/(2π)².
template <class T>
linear_double_pendulum<T> pendulum() {
  linear_double_pendulum<T> s;
  const T two_pi = T(2) * pi<T>();
  s.m1 = T(1);
  s.m2 = T(1);
  s.g = decimal<T>("9.81");
  s.l1 = s.g / (two_pi * two_pi);
  s.l2 = s.l1;
  return s;
}

/// q = (0, π/6), p = 0.
template <class T>
phase_point<T> start() {
  phase_point<T> z{vector<T>::Constant(2, T(0)), vector<T>::Constant(2, T(0))};
  z.q[1] = pi<T>() / T(6);
  return z;
}

/// The exact states at the nodes of a grid by normal modes; `poll` is called now and then.
/// In truth.cpp, compiled once for each scalar: Eigen's eigensolver is slow to compile.
template <class T>
std::vector<phase_point<T>> exact_states(const time_grid<T>& grid,
                                         const std::function<void()>& poll);

/// ω1 > ω2 in rad/s, from the generalised eigenproblem.
template <class T>
std::array<T, 2> frequencies();

/// QL (49) for equal masses: ω_{1,2} = ω0 √(2 ± √2).
template <class T>
std::array<T, 2> printed_frequencies() {
  using std::sqrt;
  const T root = sqrt(T(2));
  const T two_pi = T(2) * pi<T>();
  return {T(two_pi * sqrt(T(T(2) + root))), T(two_pi * sqrt(T(T(2) - root)))};
}

/// q_ex(t) = (π/12) ((−cos ω1 t + cos ω2 t)/√2, cos ω1 t + cos ω2 t), QL section 6.
template <class T>
vector<T> printed_solution(const T& t) {
  using std::sqrt;
  const auto [omega1, omega2] = printed_frequencies<T>();
  const T c1 = sin_cos(T(omega1 * t)).cos;
  const T c2 = sin_cos(T(omega2 * t)).cos;
  const T amplitude = pi<T>() / T(12);
  vector<T> q(2);
  q[0] = amplitude * (c2 - c1) / sqrt(T(2));
  q[1] = amplitude * (c1 + c2);
  return q;
}

}  // namespace plumbline::experiments::ql
