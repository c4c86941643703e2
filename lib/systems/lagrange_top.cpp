// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/lagrange_top.hpp>

plumbline::system_entry plumbline::lagrange_top_entry() { return system_entry_of<lagrange_top>(); }
