// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A system in first-order form, y′ = f(y): what is left of a mechanical system after a reduction that leaves no
// Lagrangian behind, or none that anybody wants. Schemes that know nothing of mechanics (Runge–Kutta methods, taylor) integrate
// it; splittings do where a file names groups of its coordinates (schemes/group_moves.hpp).
//
//   template <class T> struct my_flow {
//     static constexpr int dimension() { return 2; }
//     template <class S> void field(std::span<const S> y, std::span<S> dy) const { … }
//     template <class S> S energy(std::span<const S> y) const { … }
//   };
//
// A phase_point of such a system is its state y in q; p is empty.
#pragma once

#include <plumbline/math/recorded.hpp>
#include <plumbline/mechanics/parameters.hpp>

#include <concepts>
#include <span>

namespace plumbline {

/// f(y) is callable for recorded numbers, and there is an energy that the exact flow keeps.
template <class S, class T>
concept first_order_system = requires(const S& s, std::span<const recorded<T>> y,
                                      std::span<recorded<T>> dy) {
  { s.dimension() } -> std::convertible_to<int>;
  { s.energy(y) } -> std::convertible_to<recorded<T>>;
  s.field(y, dy);
};

}  // namespace plumbline
