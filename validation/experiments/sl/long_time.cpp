// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's table "errors and order of convergence", 1000 periods, where Newmark has lost the phase.
#include "experiments/experiment.hpp"
#include "experiments/sl/table.hpp"

namespace plumbline::experiments {

namespace sl {
namespace {

void run_long_time(context& c, report::section& out) { error_table(c, out, {1000}); }

}  // namespace
}  // namespace sl

experiment sl_long_time() {
  return {"sl-long-time", "SL", "Errors and order of convergence, 1000 periods", effort::normal,
          sl::run_long_time};
}

}  // namespace plumbline::experiments
