// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's table "errors and order of convergence", 1000 periods, where Newmark has lost the phase.
#include "experiments/experiment.hpp"
#include "experiments/sl/table.hpp"

namespace plumbline::experiments::sl {

void run_long_time(context& c, report::section& out) { error_table(c, out, {1000}); }

}  // namespace plumbline::experiments::sl
