// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/group_moves.hpp"
#include "schemes/phase_map.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/schemes/splitting.hpp>

namespace plumbline::detail {

void make_splitting(scheme_entry& entry, const shared_table& table) {
  entry.fits = [linear_first = table->quadratic_kinetic](const system_entry& system) {
    return is_separable(system) || splits_in_two(system, linear_first);
  };
  entry.needs = separable_need + std::string(groups_need);
  entry.lacks = [linear_first = table->quadratic_kinetic](const system_entry& system) {
    return lacking_for_two(system, linear_first);
  };
  fill_makers(entry, table,
              []<class T>(const scheme_info& info, const scheme_coefficients<T>& x,
                          const model<T>& system) {
                if (system.is_first_order()) {
                  return move_groups<T>(info, splitting_moves<T>(x), system);
                }
                return erase_phase_map<T>(info, splitting_stepper<T>(x, system.lagrangian()),
                                          system.dimension());
              });
}

}  // namespace plumbline::detail
