// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 2: the angles over one second at h = 0.1 s.
#include "experiments/experiment.hpp"
#include "experiments/ql/states.hpp"

namespace plumbline::experiments::ql {

void run_fig2(context& c, report::section& out) {
  out.add(report::figure{
      "The angles q₁ and q₂ over one second, h = 0.1 s. Simpson’s nodes lie on the exact curve to "
      "the eye; Newmark’s lag behind.",
      {state_panel(c, variable::q, 0, 1), state_panel(c, variable::q, 1, 1)}});
  judge_ratio(c, out, scheme::simpson, scheme::newmark, variable::q, 1);
  judge_ratio(c, out, scheme::simpson, scheme::rk4, variable::q, 1);
  judge_ratio(c, out, scheme::rk4, scheme::newmark, variable::q, 1);
}

}  // namespace plumbline::experiments::ql
