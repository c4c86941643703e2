// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/constrained_implicit.hpp"
#include "schemes/gauss_on_field.hpp"
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/gauss_collocation.hpp>

namespace plumbline {

namespace {

constexpr int most_nodes = 64;

const std::vector<parameter_info>& stage_parameter() {
  static const std::vector<parameter_info> list = {
      {"stages", "", "2", "number of stages s, order 2s", parameter_domain::positive}};
  return list;
}

int stages_of(const settings& chosen) {
  return whole_parameter("gauss-collocation", stage_parameter(), chosen, most_nodes);
}

template <class T>
any_stepper<T> make_collocation(scheme_info info, runge_kutta_tableau<T> tableau,
                                const model<T>& system) {
  if (system.is_first_order()) {
    return detail::gauss_on_field<T>(info, tableau, system);
  }
  if (system.formulas()->constraints() > 0) {
    return detail::constrained_implicit<T>(info, detail::as_table(tableau), system);
  }
  return erase_phase_map<T>(std::move(info),
                            collocation_stepper<T>(std::move(tableau), system.lagrangian()),
                            system.dimension());
}

}  // namespace

scheme_entry gauss_collocation_entry() {
  scheme_entry entry;
  entry.info = gauss_collocation_info(2);
  entry.constraints = constraint_fit::all;
  entry.parameters = stage_parameter();
  entry.info_for = [](const settings& chosen) { return gauss_collocation_info(stages_of(chosen)); };
  entry.fits = [](const system_entry& system) {
    return is_lagrangian(system) || system.kind == system_kind::first_order;
  };
  entry.needs =
      "a Lagrangian system, for its stages are those of Hamilton's equations, or equations of "
      "first "
      "order; implicit tables such as radau-iia take every system";
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const settings& chosen, const model<T>& system) {
      const int stages = stages_of(chosen);
      if constexpr (is_dual<T>::value) {
        // nodes and weights are constants
        return make_collocation<T>(gauss_collocation_info(stages),
                                   scalar_cast<T>(gauss_collocation<decltype(T::value)>(stages)),
                                   system);
      } else {
        return make_collocation<T>(gauss_collocation_info(stages), gauss_collocation<T>(stages),
                                   system);
      }
    };
  });
  return entry;
}

}  // namespace plumbline
