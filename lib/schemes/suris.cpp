// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The maps of Suris in the catalogue: m and k of the pendulum are read off its Lagrangian.
#include "schemes/phase_map.hpp"
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/suris.hpp>

namespace plumbline {

namespace {

template <class T>
bool is_sine(separable<T>& system, const T& strength) {
  using std::abs;
  const T difference = system.force(T(1)) + strength * sin_cos(T(1)).sin;
  return !(abs(strength) * epsilon<T>() * 16 < abs(difference));
}

scheme_entry suris_entry(suris_map map) {
  return phase_map_entry(
      suris_info(map),
      [](const system_entry& system) { return system.info.name == pendulum<double>::info().name; },
      "the force -m k sin q",
      [map]<class T>(const model<T>& system) {
        separable<T> s(system);
        const T strength = s.stiffness(T(0));
        // as the base of another scheme it may be asked for a system that nobody has compared with `fits`
        if (!is_sine(s, strength)) {
          throw invalid_input(
              "the maps of Suris are made for a pendulum, with the force -m k sin q");
        }
        return suris_stepper<T>(map, s.mass(), T(strength / s.mass()));
      });
}

}  // namespace

scheme_entry suris1_entry() { return suris_entry(suris_map::first); }
scheme_entry suris2_entry() { return suris_entry(suris_map::second); }

}  // namespace plumbline
