// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The equation of motion of a Lagrangian system as it stands, not solved for the acceleration:
//
//   E(q, v, a) = d/dt ∂L/∂v − ∂L/∂q = M a + F,   M = ∂²L/∂v∂v,   F = (∂²L/∂v∂q) v − ∂L/∂q
//
// The time derivative is one direction of a dual number, ∂L/∂v at (q + ε v, v + ε a), so that neither M nor F is formed;
// the derivatives of E are one direction more.
#pragma once

#include <plumbline/mechanics/lagrangian.hpp>

namespace plumbline {

namespace detail {

/// n numbers: on the stack where the system's type fixes n.
template <class D, class S>
auto coordinates(std::size_t n) {
  constexpr int fixed = static_dimension<S>();
  if constexpr (fixed > 0) {
    (void)n;
    return std::array<D, static_cast<std::size_t>(fixed)>();
  } else {
    return std::vector<D>(n);
  }
}

/// y += a x, where x and y may be duals of the matrix's scalar.
template <class T, class S>
void add_product(const matrix<T>& a, std::span<const S> x, std::span<S> y) {
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      y[static_cast<std::size_t>(i)] += S(a(i, j) * x[static_cast<std::size_t>(j)]);
    }
  }
}

/// y = a x.
template <class T, class S>
void put_product(const matrix<T>& a, std::span<const S> x, std::span<S> y) {
  for (S& entry : y) {
    entry = S(0);
  }
  add_product(a, x, y);
}

/// e(k, ·) = ∂E/∂x_k for equation(x, r): one run on tangent numbers for each direction.
template <class T, class S, class Equation>
void directional_derivatives(std::span<tangent_number<T>> x, Equation&& equation, matrix<T>& e) {
  const std::size_t n = x.size();
  auto r = coordinates<tangent_number<T>, S>(n);
  e.resize(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  for (std::size_t k = 0; k < n; ++k) {
    x[k].tangent[0] = T(1);
    equation(std::span<tangent_number<T>>(r));
    x[k].tangent[0] = T(0);
    for (std::size_t i = 0; i < n; ++i) {
      e(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = r[i].tangent[0];
    }
  }
}

}  // namespace detail

/// r = E(q, v, a); all of length n.
template <class T, class S>
void euler_lagrange(const S& system, std::span<const T> q, std::span<const T> v,
                    std::span<const T> a, std::span<T> r) {
  if constexpr (requires { system.equation(q, v, a, r); }) {
    system.equation(q, v, a, r);
  } else if constexpr (requires { system.stiffness_matrix(); }) {
    detail::put_product(system.mass_matrix(), a, r);
    detail::add_product(system.stiffness_matrix(), q, r);
  } else {
    using D = tangent_number<T>;
    const std::size_t n = q.size();
    auto x = detail::coordinates<D, S>(n);
    auto y = detail::coordinates<D, S>(n);
    auto dx = detail::coordinates<D, S>(n);
    auto dy = detail::coordinates<D, S>(n);
    for (std::size_t k = 0; k < n; ++k) {
      x[k] = D(q[k], {v[k]});
      y[k] = D(v[k], {a[k]});
    }
    detail::automatic_gradient<D>(system, std::span<const D>(x), std::span<const D>(y),
                                  std::span<D>(dx), std::span<D>(dy));
    for (std::size_t k = 0; k < n; ++k) {
      r[k] = dy[k].tangent[0] - dx[k].value;
    }
  }
}

/// ∂E/∂q and ∂E/∂v, each n × n; ∂E/∂a is the mass matrix.
template <class T, class S>
void euler_lagrange_derivatives(const S& system, std::span<const T> q, std::span<const T> v,
                                std::span<const T> a, matrix<T>& eq, matrix<T>& ev) {
  if constexpr (requires { system.equation_derivatives(q, v, a, eq, ev); }) {
    system.equation_derivatives(q, v, a, eq, ev);
  } else if constexpr (requires { eq = system.stiffness_matrix(); }) {
    eq = system.stiffness_matrix();
    ev = matrix<T>::Constant(eq.rows(), eq.cols(), T(0));
  } else {
    using D = tangent_number<T>;
    const std::size_t n = q.size();
    auto x = detail::coordinates<D, S>(n);
    auto y = detail::coordinates<D, S>(n);
    auto z = detail::coordinates<D, S>(n);
    for (std::size_t k = 0; k < n; ++k) {
      x[k] = D(q[k]);
      y[k] = D(v[k]);
      z[k] = D(a[k]);
    }
    const auto equation = [&](std::span<D> r) {
      euler_lagrange<D>(system, std::span<const D>(x), std::span<const D>(y), std::span<const D>(z),
                        r);
    };
    detail::directional_derivatives<T, S>(std::span<D>(x), equation, eq);
    detail::directional_derivatives<T, S>(std::span<D>(y), equation, ev);
  }
}

}  // namespace plumbline
