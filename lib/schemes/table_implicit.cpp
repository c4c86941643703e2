// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/phase_map.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/schemes/runge_kutta_implicit.hpp>

namespace plumbline::detail {

template <class T>
any_stepper<T> implicit_runge_kutta(const scheme_info& info, const scheme_coefficients<T>& x,
                                    const model<T>& system) {
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
  entry.fits = is_lagrangian;
  entry.needs = "a Lagrangian system";
  fill_makers(
      entry, table,
      []<class T>(const scheme_info& info, const scheme_coefficients<T>& x,
                  const model<T>& system) { return implicit_runge_kutta<T>(info, x, system); });
}

}  // namespace plumbline::detail
