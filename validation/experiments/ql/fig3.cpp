// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Figure 3: the angles over ten seconds at h = 0.1 s, and what section 6.1 says of Newmark at h = 0.01 s.
#include "experiments/experiment.hpp"
#include "experiments/ql/states.hpp"

namespace plumbline::experiments::ql {

void run_fig3(context& c, report::section& out) {
  out.add(report::figure{
      "The angles q₁ and q₂ over ten seconds, h = 0.1 s. Newmark and RK4 lose the phase or the "
      "amplitude; Simpson’s nodes stay on the exact curve. Below: the norm of the error of q, also "
      "for Newmark with ten times as many steps.",
      {state_panel(c, variable::q, 0, 10), state_panel(c, variable::q, 1, 10),
       error_panel(c, variable::q, 10, true)}});
  judge_ratio(c, out, scheme::simpson, scheme::newmark, variable::q, 10);
  judge_ratio(c, out, scheme::simpson, scheme::rk4, variable::q, 10);
  const auto on_axis = [&](const char* key, scheme s, int meshes) {
    out.judge(key, judged_text(error_on_axis(c, s, meshes, variable::q, 10), c.digits()));
  };
  on_axis("Simpson follows", scheme::simpson, 10);
  on_axis("Newmark fine deviates", scheme::newmark, 100);
  const measured fine = error(c, scheme::newmark, 100, variable::q, 10);
  out.judge(
      "Newmark fine/Newmark",
      judged_text(measured(fine / error(c, scheme::newmark, 10, variable::q, 10)), c.digits()));
  out.judge(
      "Newmark fine/Simpson",
      judged_text(measured(fine / error(c, scheme::simpson, 10, variable::q, 10)), c.digits()));
}

}  // namespace plumbline::experiments::ql
