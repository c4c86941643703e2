// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What PD's text says of its tables, the rankings of sections 10.1, 10.2, 11.2 and 11.3: a sentence becomes a ratio of
// table cells and a bound. Cells are compared as the paper has them, that is, with its projection columns; where that
// decides, the same with projections of leapfrog is judged too.
#include "experiments/pd/tables.hpp"

namespace plumbline::experiments::pd {

namespace {

const std::vector<scheme> every(columns.begin(), columns.end());
const std::vector<scheme> gradients{scheme::gradient, scheme::modified_gradient};
const std::vector<scheme> printed_projections{scheme::printed_standard, scheme::printed_symmetric};
const std::vector<scheme> surises{scheme::suris1, scheme::suris2};

std::vector<scheme> without(std::vector<scheme> left_out) {
  std::vector<scheme> rest = every;
  std::erase_if(rest, [&](scheme s) {
    return std::find(left_out.begin(), left_out.end(), s) != left_out.end();
  });
  return rest;
}

/// One number of each row: the largest or the smallest error of some schemes, or the one error of a scheme.
struct error_of {
  enum class choice { largest, smallest };
  choice which;
  std::vector<scheme> among;
};
error_of largest(std::vector<scheme> among) {
  return {error_of::choice::largest, std::move(among)};
}
error_of smallest(std::vector<scheme> among) {
  return {error_of::choice::smallest, std::move(among)};
}
error_of only(scheme s) { return {error_of::choice::largest, {s}}; }

using labels = std::vector<std::string>;

/// Ratios of cells of one table.
class ranking {
 public:
  ranking(context& c, const table_kind& kind) : context_(&c), kind_(&kind) {}

  labels rows() const { return rows_of(*context_, *kind_); }
  /// The rows with low ≤ label ≤ high.
  labels rows(double low, double high) const {
    labels some = rows();
    std::erase_if(some, [&](const std::string& row) {
      const double label = to_double(decimal<measured>(row));
      return label < low || high < label;
    });
    return some;
  }
  measured value(const std::string& row, const error_of& e) const {
    std::vector<measured> sizes;
    for (const scheme s : e.among) {
      sizes.push_back(size_of(*context_, *kind_, row, s));
    }
    return e.which == error_of::choice::largest ? std::ranges::max(sizes) : std::ranges::min(sizes);
  }
  measured ratio(const std::string& row, const error_of& over, const error_of& under) const {
    return value(row, over) / value(row, under);
  }
  /// The largest ratio of some rows, and the least one.
  measured most(const labels& rows, const error_of& over, const error_of& under) const {
    return std::ranges::max(ratios(rows, over, under));
  }
  measured least(const labels& rows, const error_of& over, const error_of& under) const {
    return std::ranges::min(ratios(rows, over, under));
  }
  /// One number of each of some rows.
  std::vector<measured> values(const labels& rows, const error_of& e) const {
    std::vector<measured> all;
    for (const std::string& row : rows) {
      all.push_back(value(row, e));
    }
    return all;
  }
  /// Not of the wrong kind of motion.
  bool sound(const std::string& row, scheme s) const {
    return cell_of(*context_, request_of(*kind_, row, s, context_->digits())).as_it_should;
  }

 private:
  std::vector<measured> ratios(const labels& rows, const error_of& over,
                               const error_of& under) const {
    std::vector<measured> all;
    for (const std::string& row : rows) {
      all.push_back(ratio(row, over, under));
    }
    return all;
  }

  context* context_;
  const table_kind* kind_;
};

/// What 11.3 says of the modified gradient scheme in Table 4: its motion is of the right kind, and its errors are like those
/// of the gradient scheme.
void judge_modified(context& c, report::section& out, const ranking& table) {
  const labels rows = table.rows();
  out.judge("modified moves rightly",
            std::to_string(std::count_if(rows.begin(), rows.end(), [&](const std::string& row) {
              return table.sound(row, scheme::modified_gradient);
            })));
  const error_of gradient = only(scheme::gradient);
  const error_of modified = only(scheme::modified_gradient);
  judge(c, out, "modified like gradient",
        std::max(table.most(rows, modified, gradient), table.most(rows, gradient, modified)));
}

/// What 11.2 says of the projections in Table 4, next to 2 from above.
void judge_projections(context& c, report::section& out, const ranking& table) {
  const labels close = table.rows(0, 1.5e-6);
  const labels above = table.rows(0, 1);
  measured least(std::numeric_limits<double>::max());
  for (std::size_t i = 0; i < close.size(); ++i) {
    for (const scheme s : printed_projections) {
      least = std::min(
          least, measured(table.value(above[i], only(s)) / table.value(above[i + 1], only(s))));
    }
  }
  judge(c, out, "projections become less accurate", least);
  judge(c, out, "symmetric projection over standard",
        table.least(close, only(scheme::printed_symmetric), only(scheme::printed_standard)));
}

/// What 10.2, 11.2 and 11.3 say of Table 4: the accuracy of all methods decreases next to 2, and beyond 2 only the
/// gradient schemes are good.
void judge_next_to_2(context& c, report::section& out, const table_kind& kind) {
  const ranking table(c, kind);
  const labels below = table.rows(-1, 0);
  measured least(std::numeric_limits<double>::max());
  for (std::size_t i = 1; i < below.size(); ++i) {
    for (const scheme s : columns) {
      if (table.sound(below[i - 1], s) && table.sound(below[i], s)) {
        least = std::min(
            least, measured(table.value(below[i], only(s)) / table.value(below[i - 1], only(s))));
      }
    }
  }
  judge(c, out, "decreases", least);
  judge(c, out, "only gradients",
        table.least(table.rows(0, 1.5e-6), smallest(printed_projections), largest(gradients)));
  judge_modified(c, out, table);
  judge_projections(c, out, table);
}

/// What 10.2 says of projections at the larger step: their effect on the period, over that at the smaller one.
void judge_steps_of_projections(context& c, report::section& out) {
  const ranking coarse(c, table3);
  const ranking fine(c, table3_fine);
  const error_of leapfrog = only(scheme::leapfrog);
  for (const scheme s : printed_projections) {
    measured least(std::numeric_limits<double>::max());
    for (const std::string& row : coarse.rows(0.8, 1.8)) {
      least = std::min(least, measured(coarse.ratio(row, only(s), leapfrog) /
                                       fine.ratio(row, only(s), leapfrog)));
    }
    judge(c, out, fmt::format("projection at the larger step/{}", name_of(s)), least);
  }
}

}  // namespace

void run_amplitude_rankings(context& c, report::section& out) {
  const std::vector<scheme> large{scheme::leapfrog, scheme::suris1, scheme::suris2};
  for (const table_kind* kind : {&table2, &table2_fine}) {
    prepare_table(c, *kind, every);
    const ranking table(c, *kind);
    const labels rows = table.rows();
    const auto say = [&](const char* key, const measured& x) {
      judge(c, out, fmt::format("{}/{}", kind->step, key), x);
    };
    const auto say_of = [&](const char* key, scheme s, const measured& x) {
      say(fmt::format("{}/{}", key, name_of(s)).c_str(), x);
    };
    say("gradients best", table.most(rows, largest(gradients), smallest(without(gradients))));
    say("Suris worst", table.least(rows, smallest(surises), largest(without(surises))));
    for (const scheme s : large) {
      const auto errors = table.values(rows, only(s));
      const auto [low, high] = std::minmax_element(errors.begin(), errors.end());
      say_of("independent of p0", s, *high / *low);
    }
    for (const scheme s : gradients) {
      const auto errors = table.values(rows, only(s));
      measured steepest(0);  // of a row to the row before
      for (std::size_t i = 1; i < errors.size(); ++i) {
        steepest = std::max(steepest, measured(errors[i] / errors[i - 1]));
      }
      say_of("better for larger p0", s, steepest);
    }
    for (const scheme s : printed_projections) {
      say_of("much better than leapfrog", s, table.most(rows, only(s), only(scheme::leapfrog)));
    }
  }
  const ranking fine(c, table2_fine);
  const ranking coarse(c, table2);
  const error_of gradient = only(scheme::gradient);
  const error_of midpoint = only(scheme::midpoint);
  for (const scheme s : printed_projections) {
    const std::string name(name_of(s));
    const auto errors = fine.values(fine.rows(), only(s));
    const auto [low, high] = std::minmax_element(errors.begin(), errors.end());
    judge(c, out, "0.02/largest size/" + name, *high);
    judge(c, out, "0.02/smallest size/" + name, *low);
    judge(c, out, "0.02/0.8 over 1.6/" + name,
          fine.value("0.8", only(s)) / fine.value("1.6", only(s)));
    judge(c, out, "0.5/1.8 over gradient/" + name, coarse.ratio("1.8", only(s), gradient));
  }
  judge(c, out, "0.02/midpoint over gradient to 0.1",
        fine.most(fine.rows(0, 0.1), midpoint, gradient));
  judge(c, out, "0.02/midpoint over gradient from 0.3",
        fine.least(fine.rows(0.2, 2), midpoint, gradient));
  for (const scheme s : plain_schemes) {
    const labels rows = s == scheme::midpoint ? fine.rows(1.6, 2) : fine.rows();
    judge(c, out, fmt::format("0.02/orders, least/{}", name_of(s)),
          log10(fine.least(rows, only(s), gradient)));
    judge(c, out, fmt::format("0.02/orders, most/{}", name_of(s)),
          log10(fine.most(rows, only(s), gradient)));
  }
  judge(c, out, "0.5/orders between schemes",
        log10(coarse.most(coarse.rows(), largest(every), smallest(every))));
  judge(c, out, "0.5/midpoint over gradient to 1.2",
        coarse.most(coarse.rows(0, 1.2), midpoint, gradient));
  judge(c, out, "0.5/larger errors",
        coarse.least(coarse.rows(), smallest(large), largest(without(large))));
  judge(c, out, "0.5/largest error",
        std::ranges::max(coarse.values(coarse.rows(), largest(large))));
}

/// Table 3 alone: sections 10.2, 11.3 and 12.
void run_period_rankings(context& c, report::section& out) {
  const error_of gradient = only(scheme::gradient);
  const error_of modified = only(scheme::modified_gradient);
  const error_of leapfrog = only(scheme::leapfrog);
  const auto others = [](scheme s) { return without({s}); };
  for (const table_kind* kind : {&table3, &table3_fine}) {
    prepare_table(c, *kind, every);
    const ranking table(c, *kind);
    const auto say = [&](const std::string& key, const measured& x) {
      judge(c, out, fmt::format("{}/{}", kind->step, key), x);
    };
    /// The error of a scheme at one p0 over the best of the others.
    const auto over_best = [&](const char* p0, scheme s) {
      return table.ratio(p0, only(s), smallest(others(s)));
    };
    const labels small = table.rows(0, 0.49);
    const labels turning = table.rows(2.01, 9);
    const auto not_modified = others(scheme::modified_gradient);
    const auto not_gradient = others(scheme::gradient);
    say("similar below 0.5", table.most(small, largest(not_modified), smallest(not_modified)));
    say("Suris 1 worst below 0.5",
        table.least(small, only(scheme::suris1), largest(others(scheme::suris1))));
    const measured gain = table.ratio("0.02", smallest(not_modified), modified);
    say("modified at 0.02", gain);
    say("modified at 0.02, orders", log10(gain));
    say("modified at 0.8", table.ratio("0.8", smallest(not_modified), modified));
    say("leapfrog at 1.2", over_best("1.2", scheme::leapfrog));
    say("midpoint at 1.6", over_best("1.6", scheme::midpoint));
    say("leapfrog unbeatable", over_best("1.2", scheme::leapfrog));
    say("midpoint unbeatable", over_best("1.6", scheme::midpoint));
    for (const scheme s : printed_projections) {
      say(fmt::format("projection over leapfrog/{}", name_of(s)),
          table.least(table.rows(0.8, 1.8), only(s), leapfrog));
      say(fmt::format("same order or worse/{}", name_of(s)),
          table.least(table.rows(), only(s), leapfrog));
    }
    say("gradient over modified below 1.4", table.least(table.rows(0, 1.39), gradient, modified));
    say("gradient over modified above 1.4", table.most(table.rows(1.41, 2), gradient, modified));
    say("gradient over modified in rotation", table.most(turning, gradient, modified));
    say("gradient best in rotation", table.most(turning, gradient, smallest(not_gradient)));
    say("similar in rotation", table.most(turning, largest(not_gradient), smallest(not_gradient)));
    say("gradient, orders in rotation, least",
        log10(table.least(turning, smallest(not_gradient), gradient)));
    say("gradient, orders in rotation, most",
        log10(table.most(turning, smallest(not_gradient), gradient)));
    say("modified on the level of the others in rotation",
        table.most(turning, modified, smallest(without(gradients))));
    if (kind == &table3) {
      say("gradients best at 1.95",
          table.ratio("1.95", largest(gradients), smallest(without(gradients))));
    } else {
      std::vector<scheme> kept = gradients;
      kept.insert(kept.end(), printed_projections.begin(), printed_projections.end());
      say("gradients best at 1.95",
          table.ratio("1.95", largest(gradients), smallest(without(kept))));
      say("projections better at 1.95",
          table.ratio("1.95", largest(printed_projections), smallest(gradients)));
    }
  }
  judge_steps_of_projections(c, out);
}

/// The closest neighbourhood of the separatrix at ε = 0.5 (10.2, 11.2 and 11.3), and projections of leapfrog.
void run_separatrix_rankings(context& c, report::section& out) {
  prepare_table(c, table4, every);
  const ranking table(c, table4);
  measured worst_gradient(0);
  measured worst_kept(0);  // gradient schemes and projections over the best of the others
  measured least(1);
  for (const std::string& row : table.rows()) {
    const bool near = std::abs(to_double(decimal<measured>(row))) <= 0.001;
    measured best_other(1);
    measured best_plain(1);
    for (const scheme s : without(gradients)) {
      if (table.sound(row, s)) {
        const measured error = table.value(row, only(s));
        const bool projected = is_printed_projection(s);
        best_other = std::min(best_other, error);
        best_plain = projected ? best_plain : std::min(best_plain, error);
        least = projected || !near ? least : std::min(least, error);
      }
    }
    const measured of_gradients = table.value(row, largest(gradients));
    worst_gradient = std::max(worst_gradient, measured(of_gradients / best_other));
    for (const measured& kept : {of_gradients, table.value(row, largest(printed_projections))}) {
      worst_kept = std::max(worst_kept, measured(kept / best_plain));
    }
  }
  judge(c, out, "gradients best", worst_gradient);
  judge(c, out, "much better than the others", worst_kept);
  judge(c, out, "least error of the others", least);
  judge_next_to_2(c, out, table4);

  // 10.2 blames projection for the period; with projections of leapfrog
  for (const scheme s : {scheme::standard, scheme::symmetric}) {
    measured most(0);
    for (const std::string& row : ranking(c, table3).rows(1.51, 1.89)) {
      const auto error = [&](scheme by) {
        return size_of(c, table3, row, by, row_step::as_labelled);
      };
      most = std::max(most, measured(error(s) / error(scheme::leapfrog)));
    }
    judge(c, out, fmt::format("of leapfrog/{} over leapfrog", name_of(s)), most);
  }
}

void run_separatrix_rankings_fine(context& c, report::section& out) {
  prepare_table(c, table4_fine, every);
  judge_next_to_2(c, out, table4_fine);
}

}  // namespace plumbline::experiments::pd
