// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/group_moves.hpp"
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/symplectic_euler.hpp>

namespace plumbline {

namespace {

scheme_entry symplectic_euler_entry(euler_order order) {
  scheme_entry entry = entry_without_parameters(
      symplectic_euler_info(order),
      [](const system_entry& system) {
        return is_separable(system) || detail::moves_by_groups(system);
      },
      separable_need + std::string(detail::groups_need),
      [order]<class T>(const scheme_info& info, const model<T>& system) {
        if (system.is_first_order()) {
          const int groups = system.facts().groups;
          return detail::move_groups<T>(info, symplectic_euler_moves<T>(order, groups, T(1)),
                                        system);
        }
        return erase_phase_map<T>(info,
                                  symplectic_euler_stepper<T, model<T>>(order, system.lagrangian()),
                                  system.dimension());
      });
  entry.lacks = detail::lacking_groups;
  return entry;
}

}  // namespace

scheme_entry symplectic_euler_a_entry() {
  return symplectic_euler_entry(euler_order::momentum_first);
}
scheme_entry symplectic_euler_b_entry() {
  return symplectic_euler_entry(euler_order::position_first);
}

}  // namespace plumbline
