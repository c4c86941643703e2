// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A mechanical system given by its Lagrangian L(q, v):
//
//   struct my_system {
//     static constexpr int dimension() { return 1; }
//     template <class S>
//     S lagrangian(std::span<const S> q, std::span<const S> v) const { return v[0] * v[0] / 2 + cos(q[0]); }
//   };
//
// is all that a system needs. The Lagrangian is run once, on numbers that record it (math/recorded.hpp); everything else,
// gradients, Hessians, momenta, the energy, what it conserves, follows from the recorded formula (form.hpp, model.hpp).
//
// A system with parameters is a template over the scalar that declares them (parameters.hpp): they become inputs of the
// formula, rounded once in each precision. Members of a system that are not declared are constants of the formula.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/recorded.hpp>
#include <plumbline/mechanics/parameters.hpp>

#include <concepts>
#include <span>

namespace plumbline {

/// L(q, v) is callable for recorded numbers; dimension() is the number of coordinates.
template <class S, class T>
concept lagrangian_system = requires(const S& s, std::span<const recorded<T>> x) {
  { s.dimension() } -> std::convertible_to<int>;
  { s.lagrangian(x, x) } -> std::convertible_to<recorded<T>>;
};

/// The second derivatives of L at one point, each n × n; (qv)_{ij} = ∂²L/∂q_i ∂v_j.
template <class T>
struct lagrangian_hessian {
  matrix<T> qq;
  matrix<T> qv;
  matrix<T> vv;
};

}  // namespace plumbline
