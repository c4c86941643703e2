// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 4: the momenta over ten seconds at h = 0.1 s.
#include "experiments/experiment.hpp"
#include "experiments/ql/states.hpp"

namespace plumbline::experiments::ql {

void run_fig4(context& c, report::section& out) {
  out.add(report::figure{
      "The momenta p₁ and p₂ over ten seconds, h = 0.1 s, and the norm of the error of p.",
      {state_panel(c, variable::p, 0, 10), state_panel(c, variable::p, 1, 10),
       error_panel(c, variable::p, 10, false)}});
  judge_ratio(c, out, scheme::simpson, scheme::newmark, variable::p, 10);
  judge_ratio(c, out, scheme::simpson, scheme::rk4, variable::p, 10);
  out.judge("Simpson follows",
            judged_text(error_on_axis(c, scheme::simpson, 10, variable::p, 10), c.digits()));
}

}  // namespace plumbline::experiments::ql
