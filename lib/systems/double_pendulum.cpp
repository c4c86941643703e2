// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/double_pendulum.hpp>

plumbline::system_entry plumbline::double_pendulum_entry() {
  return system_entry_of<double_pendulum>();
}
