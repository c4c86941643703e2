// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/field_stepper.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/schemes/runge_kutta.hpp>

namespace plumbline::detail {

namespace {

template <class T, template <class> class Field, template <class> class Base>
any_stepper<T> explicit_on(scheme_info info, const scheme_coefficients<T>& x,
                           const model<T>& system) {
  using stepper = explicit_runge_kutta_stepper<T, Field<T>>;
  return any_stepper<T>(std::move(info), std::make_unique<any_field_stepper<T, stepper, Base<T>>>(
                                             stepper(x, Field<T>(system)), system));
}

}  // namespace

void make_explicit_runge_kutta(scheme_entry& entry, const shared_table& table) {
  entry.fits = [](const system_entry&) { return true; };
  entry.needs = "any system";
  entry.constraints = constraint_fit::all;
  fill_makers(entry, table,
              []<class T>(const scheme_info& info, const scheme_coefficients<T>& x,
                          const model<T>& system) {
                switch (system.kind()) {
                  case system_kind::lagrangian:
                    return explicit_on<T, hamiltonian_field, on_phase_space>(info, x, system);
                  case system_kind::first_order:
                    return explicit_on<T, first_order_field, on_first_order>(info, x, system);
                  default:
                    return explicit_on<T, acceleration_field, on_velocities>(info, x, system);
                }
              });
}

}  // namespace plumbline::detail
