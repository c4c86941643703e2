// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's table "errors and order of convergence", 10, 100 and 1000 periods: the largest errors of momentum and state on
// meshes of 20, 40 and 80 a period, and the order ½ log2(e1/e3), which is the regression slope. The
// 1000 periods, where Newmark has lost the phase, take longer and are an experiment of their own.
#include "experiments/sl/runs.hpp"

namespace plumbline::experiments::sl {

namespace {

/// Judges the rows of these horizons, in periods and increasing, and adds the table.
void error_table(context& c, report::section& out, const std::vector<int>& horizons) {
  constexpr std::array meshes{20, 40, 80};
  report::number_table table{
      "Largest error over the nodes of the momentum p (kg m²/s) and of the state q (rad), and the "
      "convergence order over the three steps.",
      "",
      {"T/20", "T/40", "T/80", "order"}};
  for (const int periods : horizons) {
    std::string group = fmt::format("{} periods", periods);
    for (const variable v : variables) {
      for (const scheme s : schemes) {
        const std::string key = fmt::format("{}/{}/{}/", periods, name_of(s), name_of(v));
        report::number_table::row line{std::exchange(group, ""),
                                       fmt::format("{} {}", name_of(s), name_of(v))};
        std::vector<measured> errors;
        for (const int m : meshes) {
          errors.push_back(run(c, {s, m, horizons.back(), c.digits()}).within.at(periods).error(v));
          line.numbers.push_back(judge(c, out, fmt::format("{}T/{}", key, m), errors.back()));
        }
        line.numbers.push_back(
            judge(c, out, key + "order", fitted_order(steps_of(meshes), errors)));
        table.rows.push_back(std::move(line));
      }
    }
  }
  out.add(std::move(table));
}

}  // namespace

void run_table(context& c, report::section& out) {
  error_table(c, out, {10, 100});
  judge(c, out, "period", period(c.digits()));
}

void run_long_time(context& c, report::section& out) { error_table(c, out, {1000}); }

}  // namespace plumbline::experiments::sl
