// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/harmonic_oscillator.hpp>

plumbline::system_entry plumbline::harmonic_oscillator_entry() {
  return system_entry_of<harmonic_oscillator>();
}
