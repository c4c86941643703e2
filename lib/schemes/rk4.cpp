// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/entries.hpp"
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/schemes/rk4.hpp>

namespace plumbline {

namespace {

template <class T>
class any_rk4 final : public phase_stepper<T> {
 public:
  explicit any_rk4(const any_lagrangian<T>& system)
      : phase_stepper<T>(system.dimension()),
        stepper_(hamiltonian_field<T, any_lagrangian<T>>(system)) {}
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }

 private:
  rk4_stepper<T, hamiltonian_field<T, any_lagrangian<T>>> stepper_;
};

}  // namespace

scheme_entry rk4_entry() {
  scheme_entry entry;
  entry.info = rk4_info();
  entry.info_for = [](const settings& chosen) {
    (void)parameter_values<double>("rk4", {}, chosen);  // refuses unknown settings
    return rk4_info();
  };
  entry.fits = [](const system_entry&) { return true; };
  entry.needs = "a Lagrangian system";
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const settings& chosen, const any_lagrangian<T>& system) {
      (void)parameter_values<double>("rk4", {}, chosen);
      return any_stepper<T>(rk4_info(), std::make_unique<any_rk4<T>>(system));
    };
  });
  return entry;
}

}  // namespace plumbline
