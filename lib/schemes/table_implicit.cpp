// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/constrained_implicit.hpp"
#include "schemes/field_stepper.hpp"
#include "schemes/gauss_on_field.hpp"
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

/// The stepper of Hamilton's equations on the flat state (q, p), with the embedded error, for any_field_stepper.
template <class T>
class flat_runge_kutta {
 public:
  flat_runge_kutta(const scheme_coefficients<T>& x, const model<T>& system)
      : stepper_(x, system), z_{vector<T>(system.dimension()), vector<T>(system.dimension())} {}

  solve_report step(vector<T>& y, const T& t, const T& h) {
    const auto n = z_.q.size();
    z_.q = y.head(n);
    z_.p = y.tail(n);
    const solve_report report = stepper_.step(z_, t, h);
    if (report.ok()) {
      y.head(n) = z_.q;
      y.tail(n) = z_.p;
    }
    return report;
  }
  bool has_embedded() const { return stepper_.has_embedded(); }
  vector<T> embedded_error() const { return stepper_.embedded_error(); }

 private:
  runge_kutta_stepper<T> stepper_;
  phase_point<T> z_;
};

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
  if (system.formulas()->constraints() > 0) {
    return constrained_implicit<T>(info, x, system);
  }
  if (x.bhat.size() > 0) {
    return any_stepper<T>(
        info, std::make_unique<any_field_stepper<T, flat_runge_kutta<T>, on_phase_space<T>>>(
                  flat_runge_kutta<T>(x, system.lagrangian()), system));
  }
  return erase_phase_map<T>(info, runge_kutta_stepper<T>(x, system.lagrangian()),
                            system.dimension());
}

template <class T>
any_stepper<T> gauss_on_field(const scheme_info& info, const runge_kutta_tableau<T>& x,
                              const model<T>& system) {
  return implicit_runge_kutta<T>(info, as_table(x), system.first_order());
}

#define PLUMBLINE_SCALAR(T)                                                                    \
  template any_stepper<T> gauss_on_field<T>(const scheme_info&, const runge_kutta_tableau<T>&, \
                                            const model<T>&);
#include <plumbline/scalar/for_each_scalar.def>
template any_stepper<tangent_number<double>> gauss_on_field<tangent_number<double>>(
    const scheme_info&, const runge_kutta_tableau<tangent_number<double>>&,
    const model<tangent_number<double>>&);
template any_stepper<tangent_number<mp>> gauss_on_field<tangent_number<mp>>(
    const scheme_info&, const runge_kutta_tableau<tangent_number<mp>>&,
    const model<tangent_number<mp>>&);

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
    entry.constraints = constraint_fit::all;
  }
  fill_makers(
      entry, table,
      []<class T>(const scheme_info& info, const scheme_coefficients<T>& x,
                  const model<T>& system) { return implicit_runge_kutta<T>(info, x, system); });
}

}  // namespace plumbline::detail
