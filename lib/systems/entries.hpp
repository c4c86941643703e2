// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The entries of the catalogue, one function and one file a system, so that they compile in parallel.
#pragma once

#include <plumbline/catalogue/systems.hpp>

namespace plumbline {

#define PLUMBLINE_SYSTEM(name) system_entry name##_entry();
#include "systems/systems.def"
#undef PLUMBLINE_SYSTEM

}  // namespace plumbline
