// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of Kepler's problem on a sphere: a point of mass m on |r| = R in three dimensions or more, V = −k cot χ, where
// R χ is the distance from the attracting point R n. With ε = E/(m R²), κ = k/(m R²) ≥ 0 and ℓ = sin²χ φ̇, as on the unit sphere:
//
//   cot χ = (κ + g cos f)/ℓ²,   g² = κ² + (2ε − ℓ²) ℓ²,   f the angle from the nearest point of the orbit
//   t = ℓ³ ∫ df/(ℓ⁴ + (κ + g cos f)²)
//   I² = ε + √(ε² + κ²),   a = κ − i ℓ²,   ρ² = (a − g)/(a + g),   tan(v/2) = |ρ| tan(f/2),   δ = arg ρ
//   (I + κ²/I³) t = arg(cos v + i sin v cos δ) + (κ/I²) artanh(sin v sin δ)      Kepler's equation
//   period 2π/(I + κ²/I³), which depends on the energy alone
//
// The right side of the third line is partial fractions, 1/(ℓ⁴ + x²) = Im 1/(x − i ℓ²)/ℓ², and ∫ df/(a + g cos f); at a small sphere's
// top v is the eccentric anomaly and the line v − e sin v = n t. (E. Schrödinger, Proc. R. Irish Acad. A 46 (1940) 9, has the
// potential; V. V. Kozlov, A. O. Harin, Celest. Mech. Dyn. Astron. 54 (1992) 393, the orbits; the equation as it stands is ours, and
// the tests compare it with Taylor series.)
//
// κ = 0 is a great circle. ℓ = 0 falls into the attracting point or comes from the opposite one: refused. Near that the digits
// that are lost are known beforehand and added. Accuracy: each component of r and of p = m ṙ within 4 units in the last place
// of its scale (R; the largest |p|), for the start and the times as given.
#pragma once

#include <plumbline/core/phase_point.hpp>

#include <vector>

namespace plumbline {

template <class T>
struct sphere_kepler_start {
  T mass;                 ///< m, positive
  T strength;             ///< k, of any sign: V = −k cot χ
  std::vector<T> centre;  ///< along n
  std::vector<T> r;       ///< from the centre of the sphere; its length is R
  std::vector<T> p;       ///< m ṙ, across r; what is not is left out
};

template <class T>
struct sphere_kepler_facts {
  T angular_momentum;  ///< m R² ℓ, about n
  T period;
};

/// One exact motion, for mp and mp64. Immutable: threads may share it.
template <class T>
class sphere_kepler_solution {
 public:
  /// Throws domain_error unless the mass and the radius are positive and ℓ is not 0, invalid_input where a number is not finite or the
  /// vectors do not have one size of at least 3.
  explicit sphere_kepler_solution(const sphere_kepler_start<T>& start);

  /// (r, p) after the time t.
  phase_point<T> state(const T& t) const;
  sphere_kepler_facts<T> facts() const;

 private:
  sphere_kepler_start<T> start_;
};

}  // namespace plumbline
