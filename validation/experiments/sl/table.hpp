// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The rows of SL's table for some of its horizons: the one of 1000 periods takes longer than the others.
#pragma once

#include "experiments/sl/runs.hpp"

#include <vector>

namespace plumbline::experiments::sl {

/// Judges the rows of these horizons, in periods and increasing, and adds the table.
void error_table(context& c, report::section& out, const std::vector<int>& horizons);

}  // namespace plumbline::experiments::sl
