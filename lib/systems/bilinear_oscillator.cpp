// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/bilinear_oscillator.hpp>

plumbline::system_entry plumbline::bilinear_oscillator_entry() {
  return system_entry_of<bilinear_oscillator>();
}
