// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/reduced_lagrange_top.hpp>

plumbline::system_entry plumbline::reduced_lagrange_top_entry() {
  return system_entry_of<reduced_lagrange_top>();
}
