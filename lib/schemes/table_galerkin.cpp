// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/constrained_galerkin.hpp"
#include "schemes/galerkin_of_table.hpp"
#include "schemes/phase_map.hpp"
#include "schemes/table_makers.hpp"

namespace plumbline::detail {

namespace {

/// The tableau of a system with constraints. They hold at the Lobatto nodes whatever the nodes of the table are, which only
/// say how its polynomials are written.
template <class T>
galerkin_tableau<T> tableau_with_constraints(const scheme_info& info, int degree,
                                             const scheme_coefficients<T>& x) {
  return galerkin<T>(degree, quadrature<T>{x.c, x.b}, info);
}

}  // namespace

void make_galerkin(scheme_entry& entry, const shared_table& table) {
  entry.fits = is_lagrangian;
  entry.needs = "a Lagrangian system";
  entry.constraints = constraint_fit::all;
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [info = entry.info, table](const settings& chosen,
                                                            const model<T>& system) {
      refuse_settings(info, chosen);
      const bool constrained = system.lagrangian().formulas()->constraints() > 0;
      const auto made = [&]<class U>() {
        const scheme_coefficients<U> x = coefficients_in<U>(*table);
        return constrained ? tableau_with_constraints<U>(info, table->degree, x)
                           : galerkin_of_table<U>(info, table->degree, x);
      };
      galerkin_tableau<T> tableau = [&] {
        if constexpr (is_dual<T>::value) {
          return scalar_cast<T>(made.template operator()<decltype(T::value)>());
        } else {
          return made.template operator()<T>();
        }
      }();
      if (constrained) {
        return constrained_galerkin<T>(std::move(tableau), system.lagrangian());
      }
      return erase_phase_map<T>(info, galerkin_stepper<T>(std::move(tableau), system.lagrangian()),
                                system.dimension());
    };
  });
}

}  // namespace plumbline::detail
