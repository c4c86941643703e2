// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The height of a body after one second, by the exact solution of the catalogue.
#include "experiments/workbench.hpp"
#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/core/start_values.hpp>

namespace plumbline::experiments::added {

void run_height(context& c, report::section& out) {
  const precision_scope scope(c.digits());
  const auto motion =
      solve_exactly(exact_problem::of(find_system("falling-body"), {}, start_values<mp>({0}, {0})));
  judge(c, out, "height", to_measured(motion.state(mp(1)).q[0]));
  out.add_remaining("The body has fallen.");
}

}  // namespace plumbline::experiments::added
