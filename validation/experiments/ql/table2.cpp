// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL Table 2: largest errors of q and p for T = 1, 10, 100, 1000 s on meshes of 10, 20, 40 a second, and the
// convergence order ½ log2(e1/e3), which is the regression slope over the three meshes.
#include "experiments/ql/table2.hpp"

#include "experiments/experiment.hpp"
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/exact.hpp>

#include <fmt/format.h>

namespace plumbline::experiments::ql {

std::vector<table2_row> table2_rows(context& c, int digits) {
  std::vector<table2_row> rows;
  std::vector<measured> steps;
  for (const int m : meshes) {
    steps.push_back(rational<measured>(1, m));
  }
  for (const int seconds : {1, 10, 100, 1000}) {
    for (const char variable : {'p', 'q'}) {
      for (const scheme s : schemes) {
        table2_row row{seconds, s, variable, {}, 0};
        for (std::size_t k = 0; k < meshes.size(); ++k) {
          const maxima& m = run(c, {s, meshes[k], 1000, digits}).within.at(seconds);
          row.errors[k] = variable == 'p' ? m.error_p : m.error_q;
        }
        row.order = fitted_order(steps, {row.errors.begin(), row.errors.end()});
        rows.push_back(row);
      }
    }
  }
  return rows;
}

std::string table2_key(const table2_row& row, std::string_view column) {
  return fmt::format("{}/{}/{}/{}", row.seconds, name_of(row.by), row.variable, column);
}

void run_table2(context& c, report::section& out) {
  report::number_table table{
      "Largest error over the nodes of q (rad) and of p (kg m²/s), and the convergence order over "
      "the three steps h "
      "(s).",
      "",
      {columns[0], columns[1], columns[2], "order"},
      {}};
  int seconds = 0;
  for (const table2_row& row : table2_rows(c, c.digits())) {
    report::number_table::row line;
    line.group = row.seconds == seconds ? "" : fmt::format("T = {} s", row.seconds);
    line.label = fmt::format("{} {}", name_of(row.by), row.variable);
    seconds = row.seconds;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      line.numbers.push_back(
          out.judge(table2_key(row, columns[k]), judged_text(row.errors[k], c.digits())));
    }
    line.numbers.push_back(out.judge(table2_key(row, "order"), judged_text(row.order, c.digits())));
    table.rows.push_back(std::move(line));
  }
  out.add(std::move(table));
}

}  // namespace plumbline::experiments::ql
