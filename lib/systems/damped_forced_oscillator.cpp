// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/damped_forced_oscillator.hpp>

plumbline::system_entry plumbline::damped_forced_oscillator_entry() {
  return system_entry_of<damped_forced_oscillator>();
}
