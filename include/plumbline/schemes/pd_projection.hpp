// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What stands behind PD's columns "standard projection" and "symmetric projection". They do not belong to leapfrog, c = 1/2
// in (12), but to the map with c = −1 there, for the pendulum with the mass m and k = ω²:
//
//   φ_1 = φ_0 + h p_0/m + h² k sin φ_0,   p_1 = p_0 + m h k (sin φ_0 − 2 sin φ_1)
//
// The sequence φ_n is the standard discretization (11) all the same, but the map of (φ, p) is of order 1. The standard
// projection is (28) to (30) over it. The symmetric one has the gradient at the unprojected point, x_1 = x̃_1 + λ ∇g(x̃_1),
// where (31) has ∇g(x_1), and is not symmetric. Both are here for what the paper printed; those that it describes are
// standard-projection and symmetric-projection.
#pragma once

#include <plumbline/schemes/projection.hpp>

namespace plumbline {

/// The facts of the projection of that kind as PD printed it.
inline scheme_info pd_projection_info(projection_kind kind) {
  const bool standard = kind == projection_kind::standard;
  return {.name = standard ? "pd-standard-projection" : "pd-symmetric-projection",
          .summary = standard
                         ? "what PD printed as standard projection: of a map of order 1, not of "
                           "leapfrog"
                         : "what PD printed as symmetric projection: of a map of order 1, with the "
                           "gradient at y_1",
          .order = 1,
          .symmetric = false,
          .symplectic = false,
          .conserves = {.energy = true},
          .formula = std::string("F_h: q_1 = q_0 + h p_0/m + h^2 k sin q_0, p_1 = p_0 + m h k "
                                 "(sin q_0 - 2 sin q_1); ") +
                     (standard ? "y = F_h(x_0), x_1 = y + l grad g(y), g(x_1) = 0"
                               : "y_0 = x_0 + l grad g(x_0), y_1 = F_h(y_0), "
                                 "x_1 = y_1 + l grad g(y_1), g(x_1) = 0"),
          .reference =
              "PD Tables 2 to 4, instead of " + std::string(standard ? "(28) to (30)" : "(31)")};
}

/// (12) with c = −1.
template <class T>
class pd_map {
 public:
  pd_map(const T& mass, const T& k) : inverse_mass_(T(1) / mass), k_(k), stiffness_(mass * k) {}

  /// z is unchanged unless the report is ok; h may be negative.
  solve_report step(phase_point<T>& z, const T& h) const {
    const T before = sin_cos(z.q[0]).sin;
    const T q = z.q[0] + h * (z.p[0] * inverse_mass_ + h * (k_ * before));
    const T p = z.p[0] + h * (stiffness_ * (before - sin_cos(q).sin * 2));
    if (!is_finite(q) || !is_finite(p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    z.q[0] = q;
    z.p[0] = p;
    return {};
  }

 private:
  T inverse_mass_;
  T k_;
  T stiffness_;
};

}  // namespace plumbline
