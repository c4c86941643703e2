// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What QL's section 6.4 says of Table 2: Simpson loses one order of magnitude each time T is multiplied by
// ten, Newmark's order decays to zero, RK4's degrades less, Simpson's is preserved. The last one is true of
// the two finer meshes; the order 3.06 in print is the coarsest mesh, whose error has reached the amplitude.
// Also whether the verdicts of Table 2 depend on the precision.
#include "experiments/experiment.hpp"
#include "experiments/ql/table2.hpp"
#include <plumbline/measure/order_fit.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace plumbline::experiments::ql {

namespace {

const table2_row& row_of(const std::vector<table2_row>& rows, int seconds, scheme by,
                         char variable) {
  return *std::find_if(rows.begin(), rows.end(), [&](const table2_row& r) {
    return r.seconds == seconds && r.by == by && r.variable == variable;
  });
}

report::panel growth_panel(const std::vector<table2_row>& rows, char variable) {
  report::plot p;
  p.description = fmt::format("Largest error of {} up to T at h = 0.025 s", variable);
  p.x_label = "T / s";
  p.y_label = variable == 'q' ? "error of q / rad" : "error of p / (kg m^2/s)";
  p.log_x = true;
  p.log_y = true;
  for (const scheme s : schemes) {
    report::curve drawn{
        std::string(name_of(s)), role_of(s), report::drawn_as::line_and_markers, {}};
    for (const table2_row& row : rows) {
      if (row.by == s && row.variable == variable) {
        drawn.points.push_back({static_cast<double>(row.seconds), to_double(row.errors[2])});
      }
    }
    p.curves.push_back(std::move(drawn));
  }
  return {report::draw(p, fmt::format("ql-growth-{}", variable))};
}

/// The verdicts of Table 2 in one arithmetic, in the order of its cells.
std::vector<report::verdict> verdicts(context& c, const report::published_data& published,
                                      int digits) {
  report::section table(published.of("ql-table2"));
  for (const table2_row& row : table2_rows(c, digits)) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      table.judge(table2_key(row, columns[k]), judged_text(row.errors[k], digits));
    }
    table.judge(table2_key(row, "order"), judged_text(row.order, digits));
  }
  std::vector<report::verdict> found;
  for (const report::judged_number& n : table.numbers()) {
    found.push_back(n.found);
  }
  return found;
}

/// The least growth of a scheme's error from a T to ten times as much, over the steps and T.
measured least_growth(const std::vector<table2_row>& rows, scheme by, char variable) {
  measured least(std::numeric_limits<double>::max());
  for (const int seconds : {10, 100, 1000}) {
    for (std::size_t k = 0; k < meshes.size(); ++k) {
      least = std::min(least, measured(row_of(rows, seconds, by, variable).errors[k] /
                                       row_of(rows, seconds / 10, by, variable).errors[k]));
    }
  }
  return least;
}

}  // namespace

void run_long_time(context& c, report::section& out) {
  const std::vector<table2_row> rows = table2_rows(c, c.digits());
  const auto judge = [&](const std::string& key, const measured& x) {
    return out.judge(key, judged_text(x, c.digits()));
  };
  out.add(
      report::figure{"Largest error up to T at h = 0.025 s. Newmark has saturated after a hundred "
                     "seconds; the errors of RK4 "
                     "and Simpson grow in proportion to T, Simpson’s more than twenty times lower.",
                     {growth_panel(rows, 'q'), growth_panel(rows, 'p')}});

  report::number_table table{
      "How many orders of magnitude Simpson’s error grows when T is multiplied by ten.",
      "",
      {"1 → 10 s", "10 → 100 s", "100 → 1000 s"},
      {}};
  for (const char variable : {'p', 'q'}) {
    for (std::size_t k = 0; k < meshes.size(); ++k) {
      const std::string step = std::string(columns[k]).substr(4);
      report::number_table::row line{"", fmt::format("{}, h = {}", variable, step), {}};
      for (const int seconds : {10, 100, 1000}) {
        const measured ratio = row_of(rows, seconds, scheme::simpson, variable).errors[k] /
                               row_of(rows, seconds / 10, scheme::simpson, variable).errors[k];
        line.numbers.push_back(
            judge(fmt::format("{}/{}/T = {} s", variable, step, seconds), log10(ratio)));
      }
      table.rows.push_back(std::move(line));
    }
  }
  out.add(std::move(table));

  for (const char variable : {'p', 'q'}) {
    const measured newmark = row_of(rows, 1000, scheme::newmark, variable).order;
    for (const scheme s : schemes) {
      judge(fmt::format("{} {} increases", name_of(s), variable), least_growth(rows, s, variable));
    }
    const table2_row& simpson = row_of(rows, 1000, scheme::simpson, variable);
    judge(fmt::format("Newmark {}", variable), newmark);
    judge(fmt::format("RK4 {}", variable),
          row_of(rows, 1000, scheme::rk4, variable).order - newmark);
    judge(fmt::format("RK4 {} degrades", variable),
          row_of(rows, 1000, scheme::rk4, variable).order -
              row_of(rows, 1, scheme::rk4, variable).order);
    judge(fmt::format("Simpson {}", variable), simpson.order);
    judge(fmt::format("Simpson {} fine", variable),
          observed_order<measured>(2, simpson.errors[1], 1, simpson.errors[2]));
    judge(fmt::format("Simpson {} coarse", variable),
          observed_order<measured>(2, simpson.errors[0], 1, simpson.errors[1]));
  }

  const auto at_64 = verdicts(c, c.published(), 64);
  int changed = 0;
  for (const int digits : {16, 34}) {
    const auto other = verdicts(c, c.published(), digits);
    for (std::size_t k = 0; k < at_64.size(); ++k) {
      changed += at_64[k] == other[k] ? 0 : 1;
    }
  }
  out.judge("verdicts", std::to_string(changed));
}

}  // namespace plumbline::experiments::ql
