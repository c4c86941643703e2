// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/galerkin_of_table.hpp"
#include "schemes/phase_map.hpp"
#include "schemes/table_makers.hpp"

namespace plumbline::detail {

void make_galerkin(scheme_entry& entry, const shared_table& table) {
  entry.fits = is_lagrangian;
  entry.needs = "a Lagrangian system";
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [info = entry.info, table](const settings& chosen,
                                                            const model<T>& system) {
      refuse_settings(info, chosen);
      const auto tableau = [&] {
        if constexpr (is_dual<T>::value) {
          using U = decltype(T::value);
          return scalar_cast<T>(
              galerkin_of_table<U>(info, table->degree, coefficients_in<U>(*table)));
        } else {
          return galerkin_of_table<T>(info, table->degree, coefficients_in<T>(*table));
        }
      }();
      return erase_phase_map<T>(info, galerkin_stepper<T>(tableau, system.lagrangian()),
                                system.dimension());
    };
  });
}

}  // namespace plumbline::detail
