// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A system in the form of the engineers (NX (1)):
//
//   M(x, v) a + F(x, v) = P(t)
//
//   template <class T> struct my_system {
//     static constexpr int dimension() { return 1; }
//     template <class S> void inertia(std::span<const S> x, std::span<const S> v, std::span<const S> a,
//                                     std::span<S> r) const { r = M a }
//     template <class S> void force(std::span<const S> x, std::span<const S> v, std::span<S> f) const { f = F }
//     template <class S> S energy(std::span<const S> x, std::span<const S> v) const { … }
//     template <class S> void load(const S& t, std::span<S> p) const { p = P }   (without it: no load)
//   };
//
// is all that a system needs. It is recorded as a Lagrangian is (lagrangian.hpp). A linear system has mass_matrix(),
// damping_matrix(), stiffness_matrix() besides. Every Lagrangian system is such a system, with M = ∂²L/∂v∂v,
// F = (∂²L/∂v∂q) v − ∂L/∂q and no load (form.hpp).
//
// A system whose law changes from zone to zone (a bilinear spring) cannot be recorded as one formula. It has, instead of
// inertia, force and energy of one law: zone(x, v), the zone that the motion is in; law(z), the system with the law of
// zone z everywhere; outside(z, x), how far x is beyond it; next_zone(z, x), where it goes from there.
// schemes/event_splitting.hpp then cuts steps at the boundaries.
//
// A phase_point of a system that is not Lagrangian holds x in q and v in p.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/recorded.hpp>
#include <plumbline/mechanics/parameters.hpp>

#include <concepts>
#include <span>

namespace plumbline {

template <class S, class T>
concept second_order_system = requires(const S& s, std::span<const recorded<T>> x,
                                       std::span<recorded<T>> r) {
  { s.dimension() } -> std::convertible_to<int>;
  { s.energy(x, x) } -> std::convertible_to<recorded<T>>;
  s.inertia(x, x, x, r);
  s.force(x, x, r);
};

/// The law changes from zone to zone; law(z) is a second_order_system.
template <class S, class T>
concept zoned_system = requires(const S& s, std::span<const T> x, int z) {
  { s.dimension() } -> std::convertible_to<int>;
  { s.zone(x, x) } -> std::same_as<int>;
  { s.next_zone(z, x) } -> std::same_as<int>;
  { s.outside(z, x) } -> std::convertible_to<T>;
  s.law(z);
};

/// m, c and k of a linear system m a + c v + k x = P(t).
template <class T>
struct second_order_matrices {
  matrix<T> mass;
  matrix<T> damping;
  matrix<T> stiffness;
};

namespace detail {

/// y += a x, where x and y may be numbers that record.
template <class T, class S>
void add_product(const matrix<T>& a, std::span<const S> x, std::span<S> y) {
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      y[static_cast<std::size_t>(i)] += S(a(i, j)) * x[static_cast<std::size_t>(j)];
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

}  // namespace detail

}  // namespace plumbline
