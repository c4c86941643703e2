// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The list of systems. One line adds one: its entry is made in the file of its name in lib/systems/.
#include "systems/entries.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/core/errors.hpp>

namespace plumbline {

const std::vector<system_entry>& systems() {
  static const std::vector<system_entry> list = [] {
    std::vector<system_entry> entries;
    entries.push_back(harmonic_oscillator_entry());
    entries.push_back(damped_forced_oscillator_entry());
    entries.push_back(bilinear_oscillator_entry());
    entries.push_back(pendulum_entry());
    entries.push_back(linear_double_pendulum_entry());
    entries.push_back(double_pendulum_entry());
    entries.push_back(lagrange_top_entry());
    entries.push_back(reduced_lagrange_top_entry());
    entries.push_back(planar_two_body_entry());
    entries.push_back(quadratic_entry());
    return entries;
  }();
  return list;
}

const system_entry& find_system(const std::string& name) {
  std::vector<std::string> known;
  for (const system_entry& entry : systems()) {
    if (entry.name() == name) {
      return entry;
    }
    known.push_back(entry.name());
  }
  throw invalid_input(unknown_name_message("system", name, known));
}

std::vector<std::string> state_columns(const system_entry& system, int dimension) {
  if (system.kind == system_kind::first_order) {
    return {system.info.aliases.begin(), system.info.aliases.end()};
  }
  if (system.kind == system_kind::second_order) {
    return numbered_columns("xv", dimension);
  }
  return phase_columns(dimension);
}

}  // namespace plumbline
