// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's table "errors and order of convergence", 10 and 100 periods: the largest errors of momentum and state on
// meshes of 20, 40 and 80 a period, and the order ½ log2(e1/e3), which is the regression slope.
#include "experiments/sl/table.hpp"

#include "experiments/experiment.hpp"
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/exact.hpp>

#include <fmt/format.h>

namespace plumbline::experiments::sl {

void error_table(context& c, report::section& out, const std::vector<int>& horizons) {
  constexpr std::array meshes{20, 40, 80};
  report::number_table table{
      "Largest error over the nodes of the momentum p (kg m²/s) and of the state q (rad), and the "
      "convergence order over the three steps.",
      "",
      {"T/20", "T/40", "T/80", "order"},
      {}};
  std::vector<measured> steps;
  for (const int m : meshes) {
    steps.push_back(rational<measured>(1, m));
  }
  for (const int periods : horizons) {
    std::string group = fmt::format("{} periods", periods);
    for (const variable v : variables) {
      for (const scheme s : schemes) {
        const std::string key = fmt::format("{}/{}/{}/", periods, name_of(s), name_of(v));
        report::number_table::row line{
            std::exchange(group, ""), fmt::format("{} {}", name_of(s), name_of(v)), {}};
        std::vector<measured> errors;
        for (const int m : meshes) {
          const record& r = run(c, {s, m, horizons.back(), c.digits()});
          errors.push_back(r.within.at(periods).error(v));
          line.numbers.push_back(
              out.judge(fmt::format("{}T/{}", key, m), judged_text(errors.back(), c.digits())));
        }
        line.numbers.push_back(
            out.judge(key + "order", judged_text(fitted_order(steps, errors), c.digits())));
        table.rows.push_back(std::move(line));
      }
    }
  }
  out.add(std::move(table));
}

void run_table(context& c, report::section& out) {
  error_table(c, out, {10, 100});
  out.judge("period", judged_text(period(c.digits()), c.digits()));
}

}  // namespace plumbline::experiments::sl
