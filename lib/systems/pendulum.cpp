// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/pendulum.hpp>

plumbline::system_entry plumbline::pendulum_entry() { return system_entry_of<pendulum>(); }
