// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is integrated: a mechanical system given by its Lagrangian L(q, v).
//
//   struct my_system {
//     static constexpr int dimension() { return 1; }
//     template <class S>
//     S lagrangian(std::span<const S> q, std::span<const S> v) const { return v[0] * v[0] / 2 + cos(q[0]); }
//   };
//
// is all that a system needs. Gradients and Hessians come from forward-mode duals; a system may bring
// its own `gradient` or `hessian` where speed wants it (a test then holds the two against each other).
// A system with parameters is a template over the scalar that declares them (parameters.hpp), so that
// it can be converted to the coarser scalars of the solver's precision ladder.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/math/newton.hpp>
#include <plumbline/mechanics/parameters.hpp>

#include <array>
#include <concepts>
#include <span>
#include <type_traits>
#include <vector>

namespace plumbline {

/// L(q, v) is callable for the scalar T; dimension() is the number of coordinates.
template <class S, class T>
concept lagrangian_system = requires(const S& s, std::span<const T> x) {
  { s.dimension() } -> std::convertible_to<int>;
  { s.lagrangian(x, x) } -> std::convertible_to<T>;
};

/// The second derivatives of L at one point, each n × n; (qv)_{ij} = ∂²L/∂q_i ∂v_j.
template <class T>
struct lagrangian_hessian {
  matrix<T> qq;
  matrix<T> qv;
  matrix<T> vv;
};

/// (V(b) − V(a))/(b − a) and its derivative with respect to b; V′(a) and V″(a)/2 where a = b.
template <class T>
struct difference_quotient {
  T value;
  T slope;
};

namespace detail {

template <class S>
concept brings_gradient = requires(const S& s) {
  typename S::brings_gradient;
};
template <class S>
concept brings_hessian = requires(const S& s) {
  typename S::brings_hessian;
};

/// The dimension where the type fixes it, otherwise −1.
template <class S>
consteval int static_dimension() {
  if constexpr (requires { std::integral_constant<int, S::dimension()>{}; }) {
    return S::dimension();
  } else {
    return -1;
  }
}

}  // namespace detail

namespace detail {

/// The gradient by duals, whatever the system brings.
template <class T, class S>
void automatic_gradient(const S& system, std::span<const T> q, std::span<const T> v,
                        std::span<T> dq, std::span<T> dv) {
  constexpr int fixed = static_dimension<S>();
  if constexpr (fixed > 0) {
    using D = dual<T, 2 * fixed>;
    std::array<D, static_cast<std::size_t>(fixed)> x;
    std::array<D, static_cast<std::size_t>(fixed)> y;
    for (int i = 0; i < fixed; ++i) {
      const auto k = static_cast<std::size_t>(i);
      x[k] = D::variable(q[k], i);
      y[k] = D::variable(v[k], fixed + i);
    }
    const D l = system.lagrangian(std::span<const D>(x), std::span<const D>(y));
    for (std::size_t k = 0; k < static_cast<std::size_t>(fixed); ++k) {
      dq[k] = l.tangent[k];
      dv[k] = l.tangent[static_cast<std::size_t>(fixed) + k];
    }
  } else {
    using D = dual<T, 1>;
    const std::size_t n = q.size();
    std::vector<D> x(q.begin(), q.end());
    std::vector<D> y(v.begin(), v.end());
    for (std::size_t k = 0; k < n; ++k) {
      x[k].tangent[0] = T(1);
      dq[k] = system.lagrangian(std::span<const D>(x), std::span<const D>(y)).tangent[0];
      x[k].tangent[0] = T(0);
      y[k].tangent[0] = T(1);
      dv[k] = system.lagrangian(std::span<const D>(x), std::span<const D>(y)).tangent[0];
      y[k].tangent[0] = T(0);
    }
  }
}

}  // namespace detail

/// ∂L/∂q and ∂L/∂v at (q, v); all of length n.
template <class T, class S>
void lagrangian_gradient(const S& system, std::span<const T> q, std::span<const T> v,
                         std::span<T> dq, std::span<T> dv) {
  if constexpr (detail::brings_gradient<S>) {
    system.gradient(q, v, dq, dv);
  } else {
    detail::automatic_gradient<T>(system, q, v, dq, dv);
  }
}

/// ∂L/∂v alone, into `dv` of length n: half the work of the gradient.
template <class T, class S>
void lagrangian_momentum(const S& system, std::span<const T> q, std::span<const T> v,
                         std::span<T> dv) {
  constexpr int fixed = detail::static_dimension<S>();
  if constexpr (requires { system.momentum(q, v, dv); }) {
    system.momentum(q, v, dv);
  } else if constexpr (fixed > 0 && !detail::brings_gradient<S>) {
    using D = dual<T, fixed>;
    std::array<D, static_cast<std::size_t>(fixed)> x;
    std::array<D, static_cast<std::size_t>(fixed)> y;
    for (int i = 0; i < fixed; ++i) {
      const auto k = static_cast<std::size_t>(i);
      x[k] = D(q[k]);
      y[k] = D::variable(v[k], i);
    }
    const D l = system.lagrangian(std::span<const D>(x), std::span<const D>(y));
    for (std::size_t k = 0; k < static_cast<std::size_t>(fixed); ++k) {
      dv[k] = l.tangent[k];
    }
  } else {
    std::vector<T> unused(q.size());
    lagrangian_gradient<T>(system, q, v, std::span<T>(unused), dv);
  }
}

template <class T, class S>
void lagrangian_second_derivatives(const S& system, std::span<const T> q, std::span<const T> v,
                                   lagrangian_hessian<T>& h);

/// M = ∂²L/∂v∂v alone, n × n: a quarter of the work of all second derivatives.
template <class T, class S>
void lagrangian_mass(const S& system, std::span<const T> q, std::span<const T> v, matrix<T>& m) {
  constexpr int fixed = detail::static_dimension<S>();
  const auto n = static_cast<Eigen::Index>(q.size());
  m.resize(n, n);
  if constexpr (requires { system.mass(q, v, m); }) {
    system.mass(q, v, m);
  } else if constexpr (fixed > 0 && !detail::brings_hessian<S>) {
    using D = dual<T, fixed>;
    using DD = dual<D, fixed>;
    std::array<DD, static_cast<std::size_t>(fixed)> x;
    std::array<DD, static_cast<std::size_t>(fixed)> y;
    for (int i = 0; i < fixed; ++i) {
      const auto k = static_cast<std::size_t>(i);
      x[k] = DD(D(q[k]));
      y[k] = DD::variable(D::variable(v[k], i), i);
    }
    const DD l = system.lagrangian(std::span<const DD>(x), std::span<const DD>(y));
    for (Eigen::Index a = 0; a < n; ++a) {
      for (Eigen::Index b = 0; b < n; ++b) {
        m(a, b) = l.tangent[static_cast<std::size_t>(a)].tangent[static_cast<std::size_t>(b)];
      }
    }
  } else {
    lagrangian_hessian<T> h;
    lagrangian_second_derivatives<T>(system, q, v, h);
    m = h.vv;
  }
}

/// The second derivatives at (q, v).
template <class T, class S>
void lagrangian_second_derivatives(const S& system, std::span<const T> q, std::span<const T> v,
                                   lagrangian_hessian<T>& h) {
  const auto n = static_cast<Eigen::Index>(q.size());
  h.qq.resize(n, n);
  h.qv.resize(n, n);
  h.vv.resize(n, n);
  constexpr int fixed = detail::static_dimension<S>();
  if constexpr (detail::brings_hessian<S>) {
    system.hessian(q, v, h);
  } else if constexpr (fixed > 0) {
    using D = dual<T, 2 * fixed>;
    using DD = dual<D, 2 * fixed>;
    std::array<DD, static_cast<std::size_t>(fixed)> x;
    std::array<DD, static_cast<std::size_t>(fixed)> y;
    for (int i = 0; i < fixed; ++i) {
      const auto k = static_cast<std::size_t>(i);
      x[k] = DD::variable(D::variable(q[k], i), i);
      y[k] = DD::variable(D::variable(v[k], fixed + i), fixed + i);
    }
    const DD l = system.lagrangian(std::span<const DD>(x), std::span<const DD>(y));
    for (std::size_t i = 0; i < static_cast<std::size_t>(fixed); ++i) {
      for (std::size_t j = 0; j < static_cast<std::size_t>(fixed); ++j) {
        const auto a = static_cast<Eigen::Index>(i);
        const auto b = static_cast<Eigen::Index>(j);
        h.qq(a, b) = l.tangent[i].tangent[j];
        h.qv(a, b) = l.tangent[i].tangent[fixed + j];
        h.vv(a, b) = l.tangent[fixed + i].tangent[fixed + j];
      }
    }
  } else {
    using D = dual<T, 1>;
    std::vector<D> x(q.begin(), q.end());
    std::vector<D> y(v.begin(), v.end());
    std::vector<D> dq(q.size());
    std::vector<D> dv(q.size());
    for (std::size_t j = 0; j < q.size(); ++j) {
      const auto b = static_cast<Eigen::Index>(j);
      for (auto* direction : {&x[j], &y[j]}) {
        direction->tangent[0] = T(1);
        lagrangian_gradient<D>(system, x, y, std::span<D>(dq), std::span<D>(dv));
        for (std::size_t i = 0; i < q.size(); ++i) {
          const auto a = static_cast<Eigen::Index>(i);
          if (direction == &x[j]) {
            h.qq(a, b) = dq[i].tangent[0];
          } else {
            h.qv(a, b) = dq[i].tangent[0];
            h.vv(a, b) = dv[i].tangent[0];
          }
        }
        direction->tangent[0] = T(0);
      }
    }
  }
}

}  // namespace plumbline
