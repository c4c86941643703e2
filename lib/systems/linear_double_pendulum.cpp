// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/linear_double_pendulum.hpp>

plumbline::system_entry plumbline::linear_double_pendulum_entry() {
  return system_entry_of<linear_double_pendulum>();
}
