// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The coefficients of a one-step method as numbers, of whatever family. Each family uses its own part:
//
//   Runge–Kutta               a, b, c, bhat            Y_i = y_0 + h Σ a_ij f(Y_j), y_1 = y_0 + h Σ b_i f(Y_i)
//   partitioned Runge–Kutta   a, b for q, abar, bbar for p, c
//   Nyström                   a, bbar (positions), b (velocities), c, bhat
//   splitting                 drifts, b:               q += drifts_1 h v, p += b_1 h f, q += drifts_2 h v …
//   composition               gamma:                   Φ_{γ_1 h}, then Φ_{γ_2 h} …
//   galerkin                  nodes (of the polynomials), c and b (the quadrature)
#pragma once

#include <plumbline/core/vector.hpp>

namespace plumbline {

template <class T>
struct scheme_coefficients {
  matrix<T> a;       ///< s × s
  matrix<T> abar;    ///< s × s
  vector<T> b;       ///< s
  vector<T> bbar;    ///< s
  vector<T> bhat;    ///< s, or empty: the embedded weights
  vector<T> c;       ///< s
  vector<T> drifts;  ///< one more than b, as many, or one less
  vector<T> gamma;
  vector<T> nodes;  ///< from 0 to 1
  matrix<T> a_left =
      {};  ///< of double alone: what rounding has left of a, exact − rounded; otherwise empty
  vector<T> b_left = {};  ///< likewise
};

template <class To, class From>
scheme_coefficients<To> scalar_cast(const scheme_coefficients<From>& x) {
  return {scalar_cast<To>(x.a),      scalar_cast<To>(x.abar),  scalar_cast<To>(x.b),
          scalar_cast<To>(x.bbar),   scalar_cast<To>(x.bhat),  scalar_cast<To>(x.c),
          scalar_cast<To>(x.drifts), scalar_cast<To>(x.gamma), scalar_cast<To>(x.nodes)};
}

}  // namespace plumbline
