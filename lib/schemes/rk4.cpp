// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The classical Runge–Kutta method in the catalogue: on (q, p) or on what a first-order system has, and on (q, v).
#include "schemes/entries.hpp"
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/schemes/rk4.hpp>

namespace plumbline {

namespace {

/// On the states of Base, which holds columns(), start() and phase().
template <class T, class Field, class Base>
class any_rk4 final : public Base {
 public:
  template <class System>
  explicit any_rk4(const System& system) : Base(system), stepper_(Field(system)) {}
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }

 private:
  rk4_stepper<T, Field> stepper_;
};

template <class T>
struct on_phase_space : phase_stepper<T> {
  explicit on_phase_space(const model<T>& system) : phase_stepper<T>(system.dimension()) {}
};

/// States y of a first-order system: a phase_point with y in q and without p.
template <class T>
class on_first_order : public any_stepper<T>::interface {
 public:
  explicit on_first_order(const model<T>& system) : names_(system.names()) {}
  std::vector<std::string> columns() const override { return names_; }
  vector<T> start(const phase_point<T>& z, const T&) const override { return z.q; }
  phase_point<T> phase(const vector<T>& y) const override { return {y, vector<T>(0)}; }

 private:
  std::vector<std::string> names_;
};

template <class T, template <class> class Field, template <class> class Base>
any_stepper<T> rk4_on(scheme_info info, const model<T>& system) {
  return any_stepper<T>(std::move(info), std::make_unique<any_rk4<T, Field<T>, Base<T>>>(system));
}

template <class T>
struct on_velocities : second_order_states<T> {
  explicit on_velocities(const model<T>& system) : second_order_states<T>(system) {}
};

}  // namespace

scheme_entry rk4_entry() {
  return entry_without_parameters(
      rk4_info(), [](const system_entry&) { return true; }, "any system",
      []<class T>(const scheme_info& info, const model<T>& system) {
        switch (system.kind()) {
          case system_kind::lagrangian:
            return rk4_on<T, hamiltonian_field, on_phase_space>(info, system);
          case system_kind::first_order:
            return rk4_on<T, first_order_field, on_first_order>(info, system);
          default:
            return rk4_on<T, acceleration_field, on_velocities>(info, system);
        }
      });
}

scheme_entry rk4_velocity_entry() {
  return entry_without_parameters(rk4_velocity_info(), is_second_order, second_order_need,
                                  []<class T>(const scheme_info& info, const model<T>& system) {
                                    return rk4_on<T, acceleration_field, on_velocities>(info,
                                                                                        system);
                                  });
}

}  // namespace plumbline
