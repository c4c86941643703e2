// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of a spherical pendulum, a point of mass m on a massless rod of length l in uniform gravity, in Cartesian
// coordinates: no position is singular, the two vertical ones neither.
//
//   m r̈ = −w + λ r,   |r| = l,   V = w·r,   w = W u with |u| = 1: u is upwards
// With e = r/l, z = e·u, A = m l², j = u·(r × m ṙ), h = ½ m |ṙ|² + W l z:
//   ż² = (2/A)(h − W l z)(1 − z²) − j²/A²:   z by Weierstrass' ℘,   the azimuth by ζ and σ
// the Lagrange top without spin, whose formulas lagrange_top.hpp states. With j = 0 it is the plane pendulum, which passes the
// lowest and the highest position; ½ m |ṙ|² = W l (1 − z) is then its separatrix. Without weight it runs on a great circle.
//
// What follows from the given numbers is decided exactly: j = 0, the separatrix, z = ±1. Accuracy: each component of r and
// of p = m ṙ within 4 units in the last place of its scale (l; the largest |p|), for the start and the times as given.
//
// Source: E. T. Whittaker, Analytical Dynamics, section 55.
#pragma once

#include <plumbline/core/phase_point.hpp>

#include <array>
#include <memory>
#include <optional>

namespace plumbline {

template <class T>
struct spherical_pendulum_start {
  T mass;                     ///< positive
  std::array<T, 3> gradient;  ///< w: that of the potential
  std::array<T, 3> r;         ///< from the pivot; its length is that of the rod
  std::array<T, 3> p;         ///< m ṙ, across r; what is not is left out
};

/// Of the oscillation of the height, where there is one.
template <class T>
struct spherical_pendulum_facts {
  std::optional<T> nutation_period;
  /// Of the azimuth about u. Through the vertical, where it turns by ±π, the mean of both: 0.
  std::optional<T> precession_per_period;
};

/// One exact motion, for mp and mp64. Immutable: threads may share it.
template <class T>
class spherical_pendulum_solution {
 public:
  /// Throws domain_error unless mass and length are positive, invalid_input where a number is not finite.
  explicit spherical_pendulum_solution(const spherical_pendulum_start<T>& start);

  /// (r, p) after the time t.
  phase_point<T> state(const T& t) const;
  spherical_pendulum_facts<T> facts() const;

 private:
  struct motion;
  spherical_pendulum_start<T> start_;
  std::shared_ptr<const motion> motion_;  ///< null where it stays at rest
};

}  // namespace plumbline
