// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/certified_digits.hpp"
#include "study/certified_run.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/certified.hpp>

namespace plumbline {

#if PLUMBLINE_HAS_ARB

bool can_certify() noexcept { return true; }

certified_trajectory certify(const certified_problem& problem, const run_control& control) {
  if (problem.steps < 0 || problem.every < 1 || problem.digits < 1) {
    throw invalid_input("a certified trajectory needs steps >= 0, every >= 1 and digits >= 1");
  }
  for (digits_to_lose lost;;) {
    const int digits = problem.digits + lost.count();
    const precision_scope scope(digits);
    certified_run run(problem, control);
    certified_trajectory found;
    found.working_digits = digits;
    found.order = run.order();
    std::string proven_to = run.time_text();  // the start is given
    const auto fail = [&](std::int64_t row, const std::string& why) {
      throw step_failure(
          row, run.time_text(), {solve_outcome::stagnated, lost.round(), 0},
          "the digits are proven up to t = " + proven_to + " and not beyond: " + why);
    };
    bool repeat = false;
    for (std::int64_t row = 0; row <= problem.steps && !repeat; ++row) {
      if (row % problem.every != 0 && row != problem.steps) {
        continue;
      }
      certified_row r;
      double have = 0;
      const reached how = run.go_to(row);
      if (how == reached::stopped || (control.stop_requested && control.stop_requested())) {
        found.rows.clear();
        return found;
      }
      if (how == reached::no) {
        fail(row,
             "no disc of time is found on which the motion is bounded; a singularity may be near");
      }
      if (how == reached::narrowing) {
        fail(row,
             "towards a time near " + run.limit_text() +
                 " the discs of time on which the motion is bounded become ever shorter, and more "
                 "of them are needed for every further digit of that time; the motion may end "
                 "there");
      }
      const bool proven = run.print(r, have) == row_verdict::proven;
      const double used = digits - std::max(have, -1e6);
      const double share =
          static_cast<double>(row) / static_cast<double>(std::max<std::int64_t>(problem.steps, 1));
      if (proven) {
        proven_to = r.t;
        found.rows.push_back(std::move(r));
        lost.pass(share, used);
        if (control.progress) {
          control.progress(row, problem.steps);
        }
        continue;
      }
      if (!lost.may_rise()) {
        fail(row,
             "even with " + std::to_string(digits) + " working digits an enclosure is too wide");
      }
      lost.rise(share, used);
      repeat = true;
    }
    if (!repeat) {
      found.steps = run.steps();
      return found;
    }
  }
}

#else

bool can_certify() noexcept { return false; }

certified_trajectory certify(const certified_problem&, const run_control&) {
  throw invalid_input(
      "certified integration needs the library built with Arb (Debian: libflint-dev; in Debian 12 "
      "libflint-arb-dev too)");
}

#endif

}  // namespace plumbline
