// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/phase_map.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/schemes/splitting.hpp>

namespace plumbline::detail {

void make_splitting(scheme_entry& entry, const shared_table& table) {
  entry.fits = is_separable;
  entry.needs = separable_need;
  fill_makers(entry, table,
              []<class T>(const scheme_info& info, const scheme_coefficients<T>& x,
                          const model<T>& system) {
                return erase_phase_map<T>(info, splitting_stepper<T>(x, system.lagrangian()),
                                          system.dimension());
              });
}

}  // namespace plumbline::detail
