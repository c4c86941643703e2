// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD's projections as printed, in the catalogue: m and k of the pendulum are read off its Lagrangian.
#include "schemes/phase_map.hpp"
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/schemes/pd_projection.hpp>

namespace plumbline {

namespace {

template <class T>
pd_map<T> map_of(const model<T>& system) {
  // as the base of another scheme it may be asked for a system that nobody has compared with `fits`
  if (!system.facts().sine_force) {
    throw invalid_input("PD's projections are made for a pendulum, with the force -m k sin q");
  }
  separable<T> s(system);
  return pd_map<T>(s.mass(), T(s.stiffness(T(0)) / s.mass()));
}

template <class Make>
scheme_entry pd_projection_entry(projection_kind kind, Make make) {
  return phase_map_entry(
      pd_projection_info(kind), [](const system_entry& system) { return system.facts.sine_force; },
      "the force -m k sin q", make);
}

}  // namespace

scheme_entry pd_standard_projection_entry() {
  return pd_projection_entry(projection_kind::standard, []<class T>(const model<T>& system) {
    return standard_projection_stepper<T, model<T>, pd_map<T>>(system, map_of(system));
  });
}
scheme_entry pd_symmetric_projection_entry() {
  return pd_projection_entry(projection_kind::symmetric, []<class T>(const model<T>& system) {
    return symmetric_projection_stepper<T, model<T>, pd_map<T>>(system, map_of(system),
                                                                second_gradient::unprojected);
  });
}

}  // namespace plumbline
