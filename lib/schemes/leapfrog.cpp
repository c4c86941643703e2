// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/constrained_galerkin.hpp"
#include "schemes/group_moves.hpp"
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/leapfrog.hpp>

plumbline::scheme_entry plumbline::leapfrog_entry() {
  scheme_entry entry = entry_without_parameters(
      leapfrog_info(),
      [](const system_entry& system) {
        return is_separable(system) || detail::moves_by_groups(system);
      },
      separable_need + std::string(detail::groups_need),
      []<class T>(const scheme_info& info, const model<T>& system) {
        if (system.is_first_order()) {
          return detail::move_groups<T>(info, leapfrog_moves<T>(system.facts().groups), system);
        }
        if (system.formulas()->constraints() > 0) {  // RATTLE
          return detail::constrained_lobatto<T>(info, 1, system);
        }
        return erase_phase_map<T>(info, leapfrog_stepper<T, model<T>>(system.lagrangian()),
                                  system.dimension());
      });
  entry.lacks = detail::lacking_groups;
  entry.constraints = constraint_fit::holonomic_constant_mass;
  return entry;
}
