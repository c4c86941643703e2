// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Simpson's scheme as SL writes it, for L = ½ q̇'M q̇ − V(q) with constant M ("discrete system to solve at each time
// step"): F_S(q_m, p, q) = 0 for the midpoint, the new momentum and the new position,
//
//   F_1 = q_m − (h²/8) M⁻¹V'(q_m) − ½ (q + q_j)
//   F_2 = p − p_j + (h/6) (V'(q_j) + 4V'(q_m) + V'(q))
//   F_3 = q − q_j − (h/2) M⁻¹(p + p_j) − (h²/12) M⁻¹(V'(q) − V'(q_j))
//
// and Newton's iteration on it from (q_j, p_j, q_j). The printed Jacobian has K = V″(q_m) everywhere; its entries
// (2,3) and (3,3) need V″(q). The library solves other equations for other unknowns (schemes/galerkin.hpp).
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/scalar/exact.hpp>

#include <functional>
#include <vector>

namespace plumbline::experiments::sl {

template <class T>
struct separable_system {
  matrix<T> inverse_mass;
  std::function<vector<T>(const vector<T>&)> force;      ///< V'
  std::function<matrix<T>(const vector<T>&)> stiffness;  ///< V″
};

/// F_S at x = (q_m, p, q).
template <class T>
vector<T> residual(const separable_system<T>& s, const phase_point<T>& z, const T& h,
                   const vector<T>& x) {
  const auto n = z.q.size();
  const vector<T> middle = x.head(n);
  const vector<T> p = x.segment(n, n);
  const vector<T> q = x.tail(n);
  const vector<T> left_force = s.force(z.q);
  const vector<T> middle_force = s.force(middle);
  const vector<T> right_force = s.force(q);
  const vector<T> by_force = product(s.inverse_mass, middle_force);
  const vector<T> by_momentum = product(s.inverse_mass, vector<T>(p + z.p));
  const vector<T> by_change = product(s.inverse_mass, vector<T>(right_force - left_force));
  vector<T> f(3 * n);
  f << middle - T(h * h / T(8)) * by_force - (q + z.q) / T(2),
      p - z.p + T(h / T(6)) * (left_force + T(4) * middle_force + right_force),
      q - z.q - T(h / T(2)) * by_momentum - T(h * h / T(12)) * by_change;
  return f;
}

enum class form { corrected, printed };

/// dF_S at x.
template <class T>
matrix<T> jacobian(const separable_system<T>& s, const T& h, const vector<T>& x, form as) {
  const auto n = x.size() / 3;
  const matrix<T> at_middle = s.stiffness(x.head(n));
  const matrix<T> at_right = as == form::printed ? at_middle : s.stiffness(x.tail(n));
  const matrix<T> middle = product(s.inverse_mass, at_middle);
  const matrix<T> right = product(s.inverse_mass, at_right);
  const matrix<T> one = matrix<T>::Identity(n, n);
  const matrix<T> none = matrix<T>::Constant(n, n, T(0));
  matrix<T> j(3 * n, 3 * n);
  j << one - T(h * h / T(8)) * middle, none, -one / T(2),           //
      T(T(2) * h / T(3)) * at_middle, one, T(h / T(6)) * at_right,  //
      none, T(-h / T(2)) * s.inverse_mass, one - T(h * h / T(12)) * right;
  return j;
}

/// Newton's iterates x_0, x_1, … for f(x) = 0 with the derivative df(x), right or wrong, so many of them; fewer where
/// df is singular, and none after a correction of at most `enough`.
template <class T, class F, class Derivative>
std::vector<vector<T>> newton_iterates(F&& f, Derivative&& df, vector<T> x, int count,
                                       const T& enough = T(-1)) {
  std::vector<vector<T>> iterates{x};
  lu_factors<T> lu;
  while (static_cast<int>(iterates.size()) < count && lu.compute(df(x))) {
    const vector<T> correction = lu.solve(f(x));
    x -= correction;
    iterates.push_back(x);
    if (!(enough < max_magnitude(correction))) {
      break;
    }
  }
  return iterates;
}

/// Those for F_S from SL's guess (q_j, p_j, q_j).
template <class T>
std::vector<vector<T>> newton_iterates(const separable_system<T>& s, const phase_point<T>& z,
                                       const T& h, form as, int count) {
  vector<T> guess(3 * z.q.size());
  guess << z.q, z.p, z.q;
  return newton_iterates<T>([&](const vector<T>& x) { return residual(s, z, h, x); },
                            [&](const vector<T>& x) { return jacobian(s, h, x, as); },
                            std::move(guess), count);
}

}  // namespace plumbline::experiments::sl
