// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/falling_body.hpp>

plumbline::system_entry plumbline::falling_body_entry() { return system_entry_of<falling_body>(); }
