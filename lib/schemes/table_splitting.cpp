// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/group_moves.hpp"
#include "schemes/phase_map.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/schemes/splitting.hpp>

namespace plumbline::detail {

template <class T>
any_stepper<T> splitting_of_table(const scheme_info& info, const scheme_coefficients<T>& x,
                                  const model<T>& system) {
  return erase_phase_map<T>(info, splitting_stepper<T>(x, system.lagrangian()), system.dimension());
}

#define PLUMBLINE_SCALAR(T)                                                                        \
  template any_stepper<T> splitting_of_table<T>(const scheme_info&, const scheme_coefficients<T>&, \
                                                const model<T>&);
#include <plumbline/scalar/for_each_scalar.def>
template any_stepper<tangent_number<double>> splitting_of_table<tangent_number<double>>(
    const scheme_info&, const scheme_coefficients<tangent_number<double>>&,
    const model<tangent_number<double>>&);
template any_stepper<tangent_number<mp>> splitting_of_table<tangent_number<mp>>(
    const scheme_info&, const scheme_coefficients<tangent_number<mp>>&,
    const model<tangent_number<mp>>&);

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
                return splitting_of_table<T>(info, x, system);
              });
}

}  // namespace plumbline::detail
