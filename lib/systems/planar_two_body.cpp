// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/planar_two_body.hpp>

plumbline::system_entry plumbline::planar_two_body_entry() {
  return system_entry_of<planar_two_body>();
}
