// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Names under which the variational scheme with linear motion and the trapezoidal rule is known, for constant M:
//
//   rattle          with holonomic constraints g(q) = 0 (Andersen, J. Comput. Phys. 52 (1983) 24; Hairer, Lubich & Wanner,
//                   Geometric Numerical Integration, VII.1.4):
//                     p_{1/2} = p_0 − h/2 (∇V(q_0) − G(q_0)ᵀλ),  q_1 = q_0 + h M⁻¹ p_{1/2},  g(q_1) = 0
//                     p_1 = p_{1/2} − h/2 (∇V(q_1) − G(q_1)ᵀμ),  G(q_1) M⁻¹ p_1 = 0
//   moser-veselov   the same on the nine entries of a rotation matrix, L = tr(Ṙ J Ṙᵀ)/2 with RᵀR = 1: without forces
//                     R_{n+1} J R_nᵀ − R_n J R_{n+1}ᵀ does not depend on n (Moser & Veselov, Comm. Math. Phys. 139 (1991) 217)
//
// They are leapfrog (leapfrog.cpp) and `lobatto` of degree 1.
#include "schemes/constrained_galerkin.hpp"
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/leapfrog.hpp>

#include <utility>

namespace plumbline {

namespace {

scheme_entry named_entry(scheme_info info, bool without_constraints) {
  scheme_entry entry = entry_without_parameters(
      std::move(info),
      [without_constraints](const system_entry& system) {
        return without_constraints && is_separable(system);
      },
      without_constraints ? std::string(separable_need) + ", or one with holonomic constraints"
                          : "holonomic constraints, R'R = 1 of a rotation matrix",
      []<class T>(const scheme_info& facts, const model<T>& system) {
        if (system.formulas()->constraints() > 0) {
          return detail::constrained_lobatto<T>(facts, 1, system);
        }
        return erase_phase_map<T>(facts, leapfrog_stepper<T, model<T>>(system.lagrangian()),
                                  system.dimension());
      });
  entry.constraints = constraint_fit::holonomic_constant_mass;
  return entry;
}

}  // namespace

scheme_entry rattle_entry() {
  scheme_info info = leapfrog_info();
  info.name = "rattle";
  info.summary = "leapfrog with holonomic constraints";
  info.formula =
      "p_h = p_0 + h (f(q_0) + G(q_0)'l)/2, q_1 = q_0 + h p_h/m, g(q_1) = 0, "
      "p_1 = p_h + h (f(q_1) + G(q_1)'k)/2, G(q_1) p_1/m = 0";
  info.reference = "Andersen 1983; Hairer, Lubich & Wanner, VII.1.4";
  return named_entry(std::move(info), true);
}

scheme_entry moser_veselov_entry() {
  scheme_info info = leapfrog_info();
  info.name = "moser-veselov";
  info.summary = "RATTLE on the nine entries of the rotation matrix of a rigid body";
  info.formula = "R_1 J R_0' - R_0 J R_1' = R_2 J R_1' - R_1 J R_2', R'R = 1";
  info.reference = "Moser & Veselov 1991";
  return named_entry(std::move(info), false);
}

}  // namespace plumbline
