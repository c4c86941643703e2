// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What PD's text says of its tables, the rankings of sections 10.1, 10.2, 11.2 and 11.3: a sentence becomes a ratio of
// table cells and a bound. Cells are compared as the paper has them, that is, with its projection columns; where that
// decides, the same with projections of leapfrog is judged too.
#include "experiments/experiment.hpp"
#include "experiments/pd/tables.hpp"
#include <plumbline/scalar/exact.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline::experiments::pd {

namespace {

// ---------------------------------------------------------------------------------------- rankings

const std::vector<scheme> gradients{scheme::gradient, scheme::modified_gradient};
const std::vector<scheme> printed_projections{scheme::printed_standard, scheme::printed_symmetric};
const std::vector<scheme> surises{scheme::suris1, scheme::suris2};

std::vector<scheme> without(std::vector<scheme> left_out) {
  std::vector<scheme> rest(columns.begin(), columns.end());
  std::erase_if(rest, [&](scheme s) {
    return std::find(left_out.begin(), left_out.end(), s) != left_out.end();
  });
  return rest;
}

/// Ratios of cells of one table.
class ranking {
 public:
  ranking(context& c, const table_kind& kind) : context_(&c), kind_(&kind) {}

  measured of(const std::string& row, scheme s) const { return size_of(*context_, *kind_, row, s); }
  measured smallest(const std::string& row, const std::vector<scheme>& among) const {
    measured least = of(row, among.front());
    for (const scheme s : among) {
      least = std::min(least, of(row, s));
    }
    return least;
  }
  measured largest(const std::string& row, const std::vector<scheme>& among) const {
    measured most = of(row, among.front());
    for (const scheme s : among) {
      most = std::max(most, of(row, s));
    }
    return most;
  }
  std::vector<std::string> rows() const { return rows_of(*context_, *kind_); }
  /// The rows with low ≤ label ≤ high.
  std::vector<std::string> rows(double low, double high) const {
    auto some = rows();
    std::erase_if(some, [&](const std::string& row) {
      const double label = to_double(decimal<measured>(row));
      return label < low || high < label;
    });
    return some;
  }
  template <class F>
  static measured largest_over(const std::vector<std::string>& rows, F&& f) {
    measured most = f(rows.front());
    for (const std::string& row : rows) {
      most = std::max(most, measured(f(row)));
    }
    return most;
  }
  template <class F>
  static measured smallest_over(const std::vector<std::string>& rows, F&& f) {
    measured least = f(rows.front());
    for (const std::string& row : rows) {
      least = std::min(least, measured(f(row)));
    }
    return least;
  }

 private:
  context* context_;
  const table_kind* kind_;
};

/// The largest ratio of a row's value to that of the row before.
template <class F>
measured steepest(const std::vector<std::string>& rows, F&& f) {
  measured most(0);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    most = std::max(most, measured(f(rows[i]) / f(rows[i - 1])));
  }
  return most;
}

/// What 10.2 and 11.2 say of Table 4: the accuracy of all methods decreases next to 2, and beyond 2 only the gradient
/// schemes are good.
void judge_next_to_2(context& c, report::section& out, const table_kind& kind) {
  const auto sound = [&](const std::string& row, scheme s) {
    return cell_of(c, request_of(kind, row, s, c.digits())).as_it_should;
  };
  const ranking table(c, kind);
  const auto below = table.rows(-1, 0);
  measured least(std::numeric_limits<double>::max());
  for (std::size_t i = 1; i < below.size(); ++i) {
    for (const scheme s : columns) {
      if (sound(below[i - 1], s) && sound(below[i], s)) {
        least = std::min(least, measured(table.of(below[i], s) / table.of(below[i - 1], s)));
      }
    }
  }
  judge(c, out, "decreases", least);
  judge(c, out, "only gradients",
        ranking::smallest_over(table.rows(0, 1.5e-6), [&](const auto& row) {
          return measured(table.smallest(row, printed_projections) / table.largest(row, gradients));
        }));
}

}  // namespace

void run_amplitude_rankings(context& c, report::section& out) {
  const std::vector<scheme> every(columns.begin(), columns.end());
  const std::vector<scheme> large{scheme::leapfrog, scheme::suris1, scheme::suris2};
  for (const table_kind* kind : {&table2, &table2_fine}) {
    prepare_table(c, *kind, every);
    const ranking table(c, *kind);
    const std::string at = fmt::format("{}/", kind->step);
    const auto rows = table.rows();
    judge(
        c, out, at + "gradients best", ranking::largest_over(rows, [&](const auto& row) {
          return measured(table.largest(row, gradients) / table.smallest(row, without(gradients)));
        }));
    judge(c, out, at + "Suris worst", ranking::smallest_over(rows, [&](const auto& row) {
            return measured(table.smallest(row, surises) / table.largest(row, without(surises)));
          }));
    for (const scheme s : large) {
      const auto size = [&](const auto& row) { return table.of(row, s); };
      judge(c, out, fmt::format("{}independent of p0/{}", at, name_of(s)),
            measured(ranking::largest_over(rows, size) / ranking::smallest_over(rows, size)));
    }
    for (const scheme s : gradients) {
      judge(c, out, fmt::format("{}better for larger p0/{}", at, name_of(s)),
            steepest(rows, [&](const auto& row) { return table.of(row, s); }));
    }
    for (const scheme s : printed_projections) {
      judge(c, out, fmt::format("{}much better than leapfrog/{}", at, name_of(s)),
            ranking::largest_over(rows, [&](const auto& row) {
              return measured(table.of(row, s) / table.of(row, scheme::leapfrog));
            }));
    }
  }
  const ranking fine(c, table2_fine);
  const ranking coarse(c, table2);
  for (const scheme s : printed_projections) {
    const std::string name(name_of(s));
    const auto size = [&](const auto& row) { return fine.of(row, s); };
    judge(c, out, "0.02/largest size/" + name, ranking::largest_over(fine.rows(), size));
    judge(c, out, "0.02/smallest size/" + name, ranking::smallest_over(fine.rows(), size));
    judge(c, out, "0.02/0.8 over 1.6/" + name, measured(fine.of("0.8", s) / fine.of("1.6", s)));
    judge(c, out, "0.5/1.8 over gradient/" + name,
          measured(coarse.of("1.8", s) / coarse.of("1.8", scheme::gradient)));
  }
  const auto against_gradient = [](const ranking& table, const std::string& row, scheme s) {
    return measured(table.of(row, s) / table.of(row, scheme::gradient));
  };
  const auto midpoint_fine = [&](const auto& row) {
    return against_gradient(fine, row, scheme::midpoint);
  };
  judge(c, out, "0.02/midpoint over gradient to 0.1",
        ranking::largest_over(fine.rows(0, 0.1), midpoint_fine));
  judge(c, out, "0.02/midpoint over gradient from 0.3",
        ranking::smallest_over(fine.rows(0.2, 2), midpoint_fine));
  for (const scheme s : {scheme::leapfrog, scheme::suris1, scheme::suris2, scheme::midpoint}) {
    const auto rows = s == scheme::midpoint ? fine.rows(1.6, 2) : fine.rows();
    const auto orders = [&](const auto& row) { return log10(against_gradient(fine, row, s)); };
    judge(c, out, fmt::format("0.02/orders, least/{}", name_of(s)),
          ranking::smallest_over(rows, orders));
    judge(c, out, fmt::format("0.02/orders, most/{}", name_of(s)),
          ranking::largest_over(rows, orders));
  }
  judge(c, out, "0.5/orders between schemes",
        log10(ranking::largest_over(coarse.rows(), [&](const auto& row) {
          return measured(coarse.largest(row, every) / coarse.smallest(row, every));
        })));
  judge(c, out, "0.5/midpoint over gradient to 1.2",
        ranking::largest_over(coarse.rows(0, 1.2), [&](const auto& row) {
          return against_gradient(coarse, row, scheme::midpoint);
        }));
  judge(c, out, "0.5/larger errors", ranking::smallest_over(coarse.rows(), [&](const auto& row) {
          return measured(coarse.smallest(row, large) / coarse.largest(row, without(large)));
        }));
  judge(c, out, "0.5/largest error", ranking::largest_over(coarse.rows(), [&](const auto& row) {
          return coarse.largest(row, large);
        }));
}

/// Table 3 alone: sections 10.2, 11.3 and 12.
void run_period_rankings(context& c, report::section& out) {
  const std::vector<scheme> every(columns.begin(), columns.end());
  for (const table_kind* kind : {&table3, &table3_fine}) {
    prepare_table(c, *kind, every);
    const ranking table(c, *kind);
    const std::string at = fmt::format("{}/", kind->step);
    const auto others = without({scheme::modified_gradient});
    const auto small = table.rows(0, 0.49);
    const auto turning = table.rows(2.01, 9);
    const auto ratio = [&](const std::string& row, const std::vector<scheme>& among) {
      return measured(table.largest(row, among) / table.smallest(row, among));
    };
    judge(c, out, at + "similar below 0.5",
          ranking::largest_over(small, [&](const auto& row) { return ratio(row, others); }));
    judge(c, out, at + "Suris 1 worst below 0.5",
          ranking::smallest_over(small, [&](const auto& row) {
            return measured(table.of(row, scheme::suris1) /
                            table.largest(row, without({scheme::suris1})));
          }));
    const measured gain =
        table.smallest("0.02", others) / table.of("0.02", scheme::modified_gradient);
    judge(c, out, at + "modified at 0.02", gain);
    judge(c, out, at + "modified at 0.02, orders", log10(gain));
    judge(c, out, at + "modified at 0.8",
          measured(table.smallest("0.8", others) / table.of("0.8", scheme::modified_gradient)));
    judge(c, out, at + "leapfrog at 1.2",
          measured(table.of("1.2", scheme::leapfrog) /
                   table.smallest("1.2", without({scheme::leapfrog}))));
    judge(c, out, at + "midpoint at 1.6",
          measured(table.of("1.6", scheme::midpoint) /
                   table.smallest("1.6", without({scheme::midpoint}))));
    for (const scheme s : printed_projections) {
      const auto over_leapfrog = [&](const auto& row) {
        return measured(table.of(row, s) / table.of(row, scheme::leapfrog));
      };
      judge(c, out, fmt::format("{}projection over leapfrog/{}", at, name_of(s)),
            ranking::smallest_over(table.rows(0.8, 1.8), over_leapfrog));
      judge(c, out, fmt::format("{}same order or worse/{}", at, name_of(s)),
            ranking::smallest_over(table.rows(), over_leapfrog));
    }
    const auto gradient_over_modified = [&](const auto& row) {
      return measured(table.of(row, scheme::gradient) / table.of(row, scheme::modified_gradient));
    };
    judge(c, out, at + "gradient over modified below 1.4",
          ranking::smallest_over(table.rows(0, 1.39), gradient_over_modified));
    judge(c, out, at + "gradient over modified above 1.4",
          ranking::largest_over(table.rows(1.41, 2), gradient_over_modified));
    judge(c, out, at + "gradient over modified in rotation",
          ranking::largest_over(turning, gradient_over_modified));
    judge(c, out, at + "gradient best in rotation",
          ranking::largest_over(turning, [&](const auto& row) {
            return measured(table.of(row, scheme::gradient) /
                            table.smallest(row, without({scheme::gradient})));
          }));
    judge(c, out, at + "similar in rotation", ranking::largest_over(turning, [&](const auto& row) {
            return ratio(row, without({scheme::gradient}));
          }));
    const auto orders = [&](const auto& row) {
      return log10(measured(table.smallest(row, without({scheme::gradient})) /
                            table.of(row, scheme::gradient)));
    };
    judge(c, out, at + "gradient, orders in rotation, least",
          ranking::smallest_over(turning, orders));
    judge(c, out, at + "gradient, orders in rotation, most",
          ranking::largest_over(turning, orders));
    judge(c, out, at + "modified on the level of the others in rotation",
          ranking::largest_over(turning, [&](const auto& row) {
            return measured(table.of(row, scheme::modified_gradient) /
                            table.smallest(row, without(gradients)));
          }));
    if (kind == &table3) {
      judge(
          c, out, at + "gradients best at 1.95",
          measured(table.largest("1.95", gradients) / table.smallest("1.95", without(gradients))));
    } else {
      std::vector<scheme> kept = gradients;
      kept.insert(kept.end(), printed_projections.begin(), printed_projections.end());
      judge(c, out, at + "gradients best at 1.95",
            measured(table.largest("1.95", gradients) / table.smallest("1.95", without(kept))));
      judge(
          c, out, at + "projections better at 1.95",
          measured(table.largest("1.95", printed_projections) / table.smallest("1.95", gradients)));
    }
  }
}

/// The closest neighbourhood of the separatrix at ε = 0.5 (10.2 and 11.2), and projections of leapfrog.
void run_separatrix_rankings(context& c, report::section& out) {
  const std::vector<scheme> every(columns.begin(), columns.end());
  prepare_table(c, table4, every);
  const auto sound = [&](const std::string& row, scheme s) {
    return cell_of(c, request_of(table4, row, s, c.digits())).as_it_should;
  };
  measured worst_gradient(0);
  measured worst_kept(0);  // gradient schemes and projections over the best of the others
  measured least(1);
  for (const std::string& row : rows_of(c, table4)) {
    measured best_other(1);
    measured best_plain(1);
    for (const scheme s : without(gradients)) {
      if (!sound(row, s)) {
        continue;
      }
      const measured error = size_of(c, table4, row, s);
      best_other = std::min(best_other, error);
      const bool projected = s == scheme::printed_standard || s == scheme::printed_symmetric;
      if (!projected) {
        best_plain = std::min(best_plain, error);
      }
      const double distance = std::abs(to_double(decimal<measured>(row)));
      if (!projected && distance <= 0.001) {
        least = std::min(least, error);
      }
    }
    for (const scheme s : gradients) {
      worst_gradient = std::max(worst_gradient, measured(size_of(c, table4, row, s) / best_other));
      worst_kept = std::max(worst_kept, measured(size_of(c, table4, row, s) / best_plain));
    }
    for (const scheme s : printed_projections) {
      worst_kept = std::max(worst_kept, measured(size_of(c, table4, row, s) / best_plain));
    }
  }
  judge(c, out, "gradients best", worst_gradient);
  judge(c, out, "much better than the others", worst_kept);
  judge(c, out, "least error of the others", least);
  judge_next_to_2(c, out, table4);

  // 10.2 blames projection for the period; with projections of leapfrog
  for (const scheme s : {scheme::standard, scheme::symmetric}) {
    measured most(0);
    for (const std::string& row : rows_of(c, table3)) {
      const double p0 = to_double(decimal<measured>(row));
      if (1.5 < p0 && p0 < 1.9) {
        const auto error = [&](scheme by) {
          return abs(cell_of(c, request_of(table3, row, by, c.digits(), true)).error);
        };
        most = std::max(most, measured(error(s) / error(scheme::leapfrog)));
      }
    }
    judge(c, out, fmt::format("of leapfrog/{} over leapfrog", name_of(s)), most);
  }
}

void run_separatrix_rankings_fine(context& c, report::section& out) {
  prepare_table(c, table4_fine, {columns.begin(), columns.end()});
  judge_next_to_2(c, out, table4_fine);
}

}  // namespace plumbline::experiments::pd
