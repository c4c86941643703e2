// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The four bullets of TOP section 4.3.2 on Simpson's scheme, each as numbers: energy, momenta, order four, order kept
// in long simulations. Over ten periods, and over a thousand.
#include "experiments/experiment.hpp"
#include "experiments/top/tables.hpp"

#include <algorithm>

namespace plumbline::experiments::top {

namespace {

/// The largest energy error of Simpson's scheme within one horizon over that within another.
measured energy_ratio(context& c, std::size_t step, int longer, int shorter) {
  return row_of(c, table5, scheme::simpson, longer).errors[step] /
         row_of(c, table5, scheme::simpson, shorter).errors[step];
}

measured momenta_lost(context& c, int horizon) {
  const maxima& m = run(c, portion(c, scheme::simpson, 20), horizon).within.at(horizon);
  return digits_lost(std::max(m.momenta[0], m.momenta[1]), c.digits());
}

}  // namespace

void run_conclusions(context& c, report::section& out) {
  judge(c, out, "energy", energy_ratio(c, 1, 10, 1));
  judge(c, out, "momenta", momenta_lost(c, 10));
  judge(c, out, "order θ", row_of(c, table4, scheme::simpson, 1).order);
  judge(c, out, "order H", row_of(c, table5, scheme::simpson, 1).order);
  judge(c, out, "order θ kept", row_of(c, table4, scheme::simpson, 10).order);
  judge(c, out, "order H kept", row_of(c, table5, scheme::simpson, 10).order);
}

void run_conclusions_1000(context& c, report::section& out) {
  prepare_table(c, table4, 1000);
  prepare_table(c, table4_seconds, 1000);
  judge(c, out, "energy", energy_ratio(c, 1, 1000, 10));
  judge(c, out, "momenta", momenta_lost(c, 1000));
  judge(c, out, "order θ kept", row_of(c, table4_seconds, scheme::simpson, 1000).order);
  judge(c, out, "order θ kept, h in P", row_of(c, table4, scheme::simpson, 1000).order);
  judge(c, out, "order H kept", row_of(c, table5, scheme::simpson, 1000).order);
}

}  // namespace plumbline::experiments::top
