// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/field_stepper.hpp"
#include "schemes/phase_map.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/schemes/runge_kutta_field.hpp>
#include <plumbline/schemes/runge_kutta_implicit.hpp>

namespace plumbline::detail {

namespace {

template <class T, class Base>
any_stepper<T> implicit_on(const scheme_info& info, const scheme_coefficients<T>& x,
                           const model<T>& system) {
  using stepper = field_runge_kutta_stepper<T>;
  return any_stepper<T>(
      info, std::make_unique<any_field_stepper<T, stepper, Base>>(stepper(x, system), system));
}

}  // namespace

template <class T>
any_stepper<T> implicit_runge_kutta(const scheme_info& info, const scheme_coefficients<T>& x,
                                    const model<T>& system) {
  if (system.is_first_order()) {
    return implicit_on<T, on_first_order<T>>(info, x, system);
  }
  if (!system.is_lagrangian()) {
    return implicit_on<T, on_velocities<T>>(info, x, system);
  }
  return erase_phase_map<T>(info, runge_kutta_stepper<T>(x, system.lagrangian()),
                            system.dimension());
}

#define PLUMBLINE_SCALAR(T)                                           \
  template any_stepper<T> implicit_runge_kutta<T>(const scheme_info&, \
                                                  const scheme_coefficients<T>&, const model<T>&);
#include <plumbline/scalar/for_each_scalar.def>
template any_stepper<tangent_number<double>> implicit_runge_kutta<tangent_number<double>>(
    const scheme_info&, const scheme_coefficients<tangent_number<double>>&,
    const model<tangent_number<double>>&);
template any_stepper<tangent_number<mp>> implicit_runge_kutta<tangent_number<mp>>(
    const scheme_info&, const scheme_coefficients<tangent_number<mp>>&,
    const model<tangent_number<mp>>&);

void make_implicit_runge_kutta(scheme_entry& entry, const shared_table& table) {
  if (table->kind == table_kind::partitioned_runge_kutta) {
    entry.fits = is_second_order;
    entry.needs = second_order_need;
  } else {
    entry.fits = [](const system_entry&) { return true; };
    entry.needs = "any system";
  }
  fill_makers(
      entry, table,
      []<class T>(const scheme_info& info, const scheme_coefficients<T>& x,
                  const model<T>& system) { return implicit_runge_kutta<T>(info, x, system); });
}

}  // namespace plumbline::detail
