// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The table of `plumbline orbit SYSTEM … --continue NAME=A:B:COUNT`: a branch of periodic orbits from NAME = A on. A row for each
// of the COUNT values that the branch passes, as often as it passes them, and one for each fold.
#pragma once

#include <plumbline/study/orbit_table.hpp>

namespace plumbline {

table_value continued_orbits(const orbit_request& request, run_host& host);

}  // namespace plumbline
