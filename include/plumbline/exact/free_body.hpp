// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of a free rigid body (Euler's top): the unit quaternion q(t) that takes components in the body to those in
// space, and its momentum p = 2 q (0, Π), where Π_k = I_k Ω_k is the angular momentum in body axes.
//
// With j_k = 1/I_k and the axes named so that j_2 lies between j_1 and j_3, and Π circles the axis 3 with Π_3 > 0:
//
//   Π_1 = ±A cn w,  Π_2 = ±B sn w,  Π_3 = C dn w,   w = w_0 + λ t,   λ = C √((j_1 − j_3)(j_2 − j_3))
//   A² = Π_1² + Π_2² (j_2−j_3)/(j_1−j_3),  B² = A² (j_1−j_3)/(j_2−j_3),  C² = Π_3² + Π_2² (j_1−j_2)/(j_1−j_3)
//   m = A² (j_1−j_2)/(C² (j_2−j_3)),   1 − m = (Π_3² (j_2−j_3) − Π_1² (j_1−j_2))/(C² (j_2−j_3))
//
// (E. T. Whittaker, Analytical Dynamics, section 69). The angular momentum, of length L = |Π|, is fixed in space. With b(t)
// the shortest rotation of the body that takes Π(t) to the axis 3, what is left is a rotation about the fixed direction,
//
//   q(t) = q_0 b(0)⁻¹ (cos χ/2, sin χ/2 e_3) b(t),    χ̇ = j_3 Π_3 + (j_1 Π_1² + j_2 Π_2²)/(L + Π_3)
//   χ = L j_3 t + (Π_1² (j_1−j_3) + Π_2² (j_2−j_3)) ∫ dt/(L + C dn w)
//   λ ∫ dt/(L + C dn w) = L Π(n; am w | m)/A² − C atan(B tan am w/A)/(A B),   n = −(j_1−j_2)/(j_2−j_3)
//
// where half turns of am w count in the integral of the third kind and in the arc tangent. L + Π_3 > L, so nothing is singular
// where Π passes an axis; what the difference of the two terms loses there is known beforehand.
//
//   m = 1        the separatrix: hyperbolic functions
//   Π × Ω = 0    a steady rotation about a principal axis: q = q_0 exp(t Ω/2)
//
// Which of these it is follows from the given numbers, exactly. Accuracy: each component within 4 units in the last place of
// its scale (1; 2L), for the start and the times as given.
#pragma once

#include <plumbline/core/phase_point.hpp>

#include <array>
#include <optional>

namespace plumbline {

template <class T>
struct free_body_start {
  std::array<T, 3> inertia;  ///< principal moments, positive
  std::array<T, 4> q;        ///< unit quaternion
  std::array<T, 4> p;        ///< its momentum
};

/// Derived constants; of the steady rotations energy and angular momentum alone, of the separatrix no period.
template <class T>
struct free_body_facts {
  T energy;
  T angular_momentum;       ///< L
  std::optional<T> period;  ///< of Π: 4K(m)/λ
  std::optional<T>
      turn;  ///< change of χ in it: the body turns by it about the fixed angular momentum
  std::optional<T> modulus;  ///< √m
};

/// One exact motion, for mp and mp64. Immutable: threads may share it.
template <class T>
class free_body_solution {
 public:
  /// Throws domain_error unless the moments are positive and q is a unit quaternion to half of the digits, invalid_input where
  /// a number is not finite.
  explicit free_body_solution(const free_body_start<T>& start);

  /// (q, p) after the time t.
  phase_point<T> state(const T& t) const;
  free_body_facts<T> facts() const;

 private:
  free_body_start<T> start_;
};

}  // namespace plumbline
