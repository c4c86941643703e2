// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of the Lagrange top, a symmetric body with a fixed point on its axis in uniform gravity, as a unit
// quaternion q(t), which takes components in the body to those in space, and its momentum p = 2 q (0, Π), Π_k = I_k Ω_k: no
// attitude is singular, the upright and the hanging one neither.
//
//   T = ½ Σ I_k Ω_k²,   V = u·R(q) c,   u fixed in space, c fixed in the body, along an axis about which it is symmetric
// In axes of space and body whose third ones are u and c, with A the moment across the axis and C about it:
//   q = (Re α, Re β, Im β, Im α),   |α|² = (1 + z)/2,   |β|² = (1 − z)/2,   z = cos of the angle between u and the axis
//   z = (2/m) ℘(t + t_0 + ω_3) + d,   arg α, arg β linear in t beside arg σ(t + t_0 + i γ):   lagrange_top.hpp
//
// Each Cayley–Klein parameter is one quotient of σ functions and passes through 0 smoothly
// (F. Klein, A. Sommerfeld, The Theory of the Top, vol. 2, ch. VI). Cases with formulas of their own:
//   the axis vertical, Π along it    the sleeping top, or the hanging one: q = q_0 exp(t Ω/2)
//   |u| |c| = 0                      the free symmetric body
// and those of lagrange_top.hpp: steady precession, the spiral up to the sleeping top, j = ±s through the vertical. Which
// one it is follows from the given numbers, exactly.
//
// Accuracy: each component within 4 units in the last place of its scale (1; the largest |p|), for the start and the times
// as given; q_0 is taken as the unit quaternion of its direction, times the given length.
#pragma once

#include <plumbline/core/phase_point.hpp>

#include <array>
#include <memory>
#include <optional>

namespace plumbline {

template <class T>
struct heavy_top_start {
  std::array<T, 3> inertia;  ///< principal moments about the fixed point
  std::array<T, 3> up;       ///< u, in space
  std::array<T, 3> centre;   ///< c, in the body
  std::array<T, 4> q;        ///< unit quaternion
  std::array<T, 4> p;        ///< its momentum
};

/// Each where it exists; angles about u and about the axis of the body. One that turns by ±π where the axis passes the vertical, which
/// depends on the side on which it passes, counts with the mean of both.
template <class T>
struct heavy_top_facts {
  T g2, g3;  ///< invariants of ℘
  std::optional<T> nutation_period;
  std::optional<T> precession_per_period;
  std::optional<T> spin_per_period;
  std::optional<T> half_period1;  ///< ω1
  std::optional<T> half_period3;  ///< ω3/i
};

/// One exact motion, for mp and mp64. Immutable: threads may share it.
template <class T>
class heavy_top_solution {
 public:
  /// Throws domain_error unless the moments are positive, the body is symmetric about c (about any axis where c or u is 0)
  /// and q is a unit quaternion to half of the digits, invalid_input where a number is not finite.
  explicit heavy_top_solution(const heavy_top_start<T>& start);

  /// (q, p) after the time t.
  phase_point<T> state(const T& t) const;
  heavy_top_facts<T> facts() const;

 private:
  struct motion;
  heavy_top_start<T> start_;
  std::shared_ptr<const motion> motion_;
};

}  // namespace plumbline
