// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The classical Runge–Kutta method in the catalogue: on (q, p) or on what a first-order system has, and on (q, v).
#include "schemes/field_stepper.hpp"
#include <plumbline/schemes/rk4.hpp>

namespace plumbline {

namespace {

template <class T, template <class> class Field, template <class> class Base>
any_stepper<T> rk4_on(scheme_info info, const model<T>& system) {
  using stepper = rk4_stepper<T, Field<T>>;
  return any_stepper<T>(std::move(info),
                        std::make_unique<detail::any_field_stepper<T, stepper, Base<T>>>(
                            stepper(Field<T>(system)), system));
}

}  // namespace

scheme_entry rk4_entry() {
  scheme_entry entry = entry_without_parameters(
      rk4_info(), [](const system_entry&) { return true; }, "any system",
      []<class T>(const scheme_info& info, const model<T>& system) {
        switch (system.kind()) {
          case system_kind::lagrangian:
            return rk4_on<T, hamiltonian_field, detail::on_phase_space>(info, system);
          case system_kind::first_order:
            return rk4_on<T, first_order_field, detail::on_first_order>(info, system);
          default:
            return rk4_on<T, acceleration_field, detail::on_velocities>(info, system);
        }
      });
  entry.constraints = constraint_fit::all;
  return entry;
}

scheme_entry rk4_velocity_entry() {
  scheme_entry entry = entry_without_parameters(
      rk4_velocity_info(), is_second_order, second_order_need,
      []<class T>(const scheme_info& info, const model<T>& system) {
        return rk4_on<T, acceleration_field, detail::on_velocities>(info, system);
      });
  entry.constraints = constraint_fit::all;
  return entry;
}

}  // namespace plumbline
