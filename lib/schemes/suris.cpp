// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The maps of Suris in the catalogue: m and k of the pendulum are read off its Lagrangian.
#include "schemes/phase_map.hpp"
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/schemes/suris.hpp>

namespace plumbline {

namespace {

scheme_entry suris_entry(suris_map map) {
  return phase_map_entry(
      suris_info(map), [](const system_entry& system) { return system.facts.sine_force; },
      "the force -m k sin q",
      [map]<class T>(const model<T>& system) {
        // as the base of another scheme it may be asked for a system that nobody has compared with `fits`
        if (!system.facts().sine_force) {
          throw invalid_input(
              "the maps of Suris are made for a pendulum, with the force -m k sin q");
        }
        separable<T> s(system);
        return suris_stepper<T>(map, s.mass(), T(s.stiffness(T(0)) / s.mass()));
      });
}

}  // namespace

scheme_entry suris1_entry() { return suris_entry(suris_map::first); }
scheme_entry suris2_entry() { return suris_entry(suris_map::second); }

}  // namespace plumbline
