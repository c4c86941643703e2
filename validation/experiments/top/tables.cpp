// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Tables 2, 4 and 5. Our copy of the paper has lost their cells, so that these tables are ours; what the text and
// the captions say of them is judged. Each horizon is an experiment of its own, for they differ in cost by ten.
// The four bullets of section 4.3.2 on Simpson's scheme are judged from the same rows: energy, momenta, order four, order
// kept in long simulations.
#include "experiments/top/runs.hpp"

namespace plumbline::experiments::top {

namespace {

/// The table with steps in seconds, the other reading of the text.
constexpr table_kind in_seconds(table_kind kind) {
  kind.in = unit::second;
  return kind;
}

struct table_row {
  std::vector<measured> errors;
  measured order;                  ///< the least-squares slope over the four steps
  std::vector<measured> stepwise;  ///< the slopes between neighbouring steps
};

/// The steps of a kind as text: "0.05" ….
std::vector<std::string> step_texts(const table_kind& kind) {
  return mapped(whole_numbers(0, steps_in_tables - 1),
                [&](int k) { return fmt::format("{}", 1. / kind.mesh(k)); });
}

table_row row_of(context& c, const table_kind& kind, scheme by, int horizon) {
  const std::vector<measured> errors = errors_of(c, kind, by, horizon);
  const std::vector<measured> finer(errors.begin() + 1, errors.end());
  return {errors, fitted_order(steps_of(kind), errors),
          mapped(finer, errors, [](const measured& fine, const measured& coarse) {
            return halved_order(coarse, fine);
          })};
}

std::string horizon_text(const table_kind& kind, int horizon) {
  return kind.of == motion::pendulum ? fmt::format("T = {} s", horizon)
         : horizon == 1              ? "1 period"
                                     : fmt::format("{} periods", horizon);
}

std::string unit_text(const table_kind& kind) { return kind.in == unit::second ? " s" : " P"; }

/// The table itself, with its four errors and the order, for some horizons.
report::plain_table shown_table(context& c, const table_kind& kind,
                                const std::vector<int>& horizons, std::string caption) {
  report::plain_table table{std::move(caption), {""}};
  for (const std::string& h : step_texts(kind)) {
    table.header.push_back("h = " + h + unit_text(kind));
  }
  table.header.emplace_back("order");
  table.header.emplace_back("step by step");
  for (const int horizon : horizons) {
    for (const scheme s : with_both_rk4) {
      const table_row row = row_of(c, kind, s, horizon);
      std::vector<std::string> line{fmt::format("{}, {}", horizon_text(kind, horizon), name_of(s))};
      for (const measured& e : row.errors) {
        line.push_back(to_text(e, 4));
      }
      line.push_back(fmt::format("{:.2f}", to_double(row.order)));
      line.push_back(fmt::format("{:.2f}, {:.2f}, {:.2f}", to_double(row.stepwise[0]),
                                 to_double(row.stepwise[1]), to_double(row.stepwise[2])));
      table.rows.push_back(std::move(line));
    }
  }
  return table;
}

/// Judges the orders "SCHEME/HORIZON/order" that stand in the published data, with `prefix` before them. Of RK4's error of
/// θ beyond one period the text says that the order is not kept: judged is how far it is from 4.
void judge_orders(context& c, report::section& out, const table_kind& kind, int horizon,
                  const std::string& prefix = "") {
  for (const scheme s : schemes) {
    const measured order = row_of(c, kind, s, horizon).order;
    const bool lost = s == scheme::rk4 && kind.value == theta_error && horizon > 1;
    judge(c, out,
          fmt::format("{}{}/{}/{}", prefix, name_of(s), horizon, lost ? "away from 4" : "order"),
          lost ? apart(order, 4) : order);
  }
}

/// How much RK4's order changes from one horizon to another, over the larger change of the two symplectic schemes.
measured fluctuation(context& c, const table_kind& kind, int from, int horizon) {
  const auto change = [&](scheme s) {
    return apart(row_of(c, kind, s, horizon).order, row_of(c, kind, s, from).order);
  };
  return change(scheme::rk4) / std::max(change(scheme::midpoint), change(scheme::simpson));
}

constexpr int longest_checked = 100;  // in reference/oracles/top_steps/

/// Judges the errors "UNIT/HORIZON/SCHEME/STEP", which an independent program computed too.
void judge_errors(context& c, report::section& out, const table_kind& kind, int horizon) {
  if (horizon > longest_checked) {
    return;
  }
  const auto steps = step_texts(kind);
  for (const scheme s : schemes) {
    const table_row row = row_of(c, kind, s, horizon);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      judge(c, out,
            fmt::format("{}/{}/{}/h = {}", kind.in == unit::second ? "s" : "P", horizon, name_of(s),
                        steps[k]),
            row.errors[k]);
    }
  }
}

/// By how much the largest error grows from a horizon to one ten times as long: the least over the four steps.
measured growth(context& c, const table_kind& kind, scheme s, int horizon) {
  const auto ratios =
      mapped(row_of(c, kind, s, horizon).errors, row_of(c, kind, s, horizon / 10).errors, ratio);
  return *std::min_element(ratios.begin(), ratios.end());
}

constexpr const char* caption4 =
    "Table 4: largest relative error of the nutation angle, and the order (least squares over the "
    "four steps). The largest relative error occurs where θ is smallest, 2.7°.";
constexpr const char* caption5 =
    "Table 5: largest relative energy error, and the order (least squares over the four steps).";

void run_table2_to(context& c, report::section& out, int horizon) {
  prepare(c, table2, horizon);
  out.add(
      shown_table(c, table2, {horizon},
                  "Table 2: double pendulum, largest relative energy error, and the order (least "
                  "squares over the four steps)."));
  judge_errors(c, out, table2, horizon);
  judge_orders(c, out, table2, horizon);
  if (horizon > 10) {
    judge(c, out, fmt::format("RK4/{}/growth", horizon), growth(c, table2, scheme::rk4, horizon));
    judge(c, out, fmt::format("RK4/{}/fluctuation", horizon), fluctuation(c, table2, 10, horizon));
    for (const scheme s : {scheme::midpoint, scheme::simpson}) {
      judge(c, out, fmt::format("{}/{}/growth", name_of(s), horizon),
            row_of(c, table2, s, horizon).errors[3] / row_of(c, table2, s, horizon / 10).errors[3]);
    }
  }
}

/// Tables 4 and 5 for one or two horizons, with steps in portions of the period and in seconds.
void run_top_table(context& c, report::section& out, const table_kind& portions,
                   const std::string& caption, const std::vector<int>& horizons) {
  const table_kind seconds = in_seconds(portions);
  prepare(c, portions, horizons.back());
  prepare(c, seconds, horizons.back());
  out.add(shown_table(c, portions, horizons, caption));
  out.add(shown_table(c, seconds, horizons,
                      caption + " The same with steps in seconds, the other reading of the text."));
  for (const int horizon : horizons) {
    judge_errors(c, out, portions, horizon);
    judge_errors(c, out, seconds, horizon);
    judge_orders(c, out, portions, horizon);
    judge_orders(c, out, seconds, horizon, "seconds/");
  }
  for (const scheme s : schemes) {
    judge(c, out, fmt::format("{}/{}/growth", name_of(s), horizons.back()),
          growth(c, portions, s, horizons.back()));
  }
}

/// What the text says of RK4: an order near 6, because the error at the coarsest step is very high.
void judge_rk4_at_100(context& c, report::section& out, const table_kind& kind,
                      const std::string& prefix) {
  const table_row row = row_of(c, kind, scheme::rk4, 100);
  judge(c, out, prefix + "RK4 coarse", row.errors[0]);
  judge(c, out, prefix + "RK4 order", row.order);
  judge(c, out, prefix + "RK4 steepest",
        *std::max_element(row.stepwise.begin(), row.stepwise.end()));
}

/// Energy over nutation: the largest ratio of the errors over schemes and steps.
void judge_better(context& c, report::section& out, const std::vector<int>& horizons) {
  measured worst(0);
  for (const int horizon : horizons) {
    for (const scheme s : schemes) {
      worst = std::max(worst, largest(mapped(row_of(c, table5, s, horizon).errors,
                                             row_of(c, table4, s, horizon).errors, ratio)));
    }
  }
  judge(c, out, "energy/nutation", worst);
}

/// What the text says of RK4 in Table 5: its order fluctuates.
void judge_fluctuation(context& c, report::section& out, int horizon) {
  const std::string key = fmt::format("RK4/{}/fluctuation", horizon);
  judge(c, out, key, fluctuation(c, table5, 1, horizon));
  judge(c, out, "seconds/" + key, fluctuation(c, in_seconds(table5), 1, horizon));
}

/// All three angles, of which the paper shows one.
void run_angles_to(context& c, report::section& out, const std::vector<int>& horizons) {
  constexpr std::array<std::pair<const char*, quantity>, 3> angles{
      {{"φ", angle_error<0>}, {"θ", angle_error<1>}, {"ψ", angle_error<2>}}};
  for (const auto& [letter, value] : angles) {
    const table_kind kind{motion::loops, unit::period, 20, value};
    prepare(c, kind, horizons.back());
    out.add(shown_table(
        c, kind, horizons,
        fmt::format(
            "Largest error of {} in rad, and the order (least squares over the four steps).",
            letter)));
    for (const int horizon : horizons) {
      judge(c, out, fmt::format("{}/{}/order", letter, horizon),
            row_of(c, kind, scheme::simpson, horizon).stepwise.back());
    }
  }
}

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

void run_table2(context& c, report::section& out) { run_table2_to(c, out, 10); }
void run_table2_100(context& c, report::section& out) { run_table2_to(c, out, 100); }

void run_table2_1000(context& c, report::section& out) { run_table2_to(c, out, 1000); }

void run_table4(context& c, report::section& out) {
  run_top_table(c, out, table4, caption4, {1, 10});
}

void run_table4_100(context& c, report::section& out) {
  run_top_table(c, out, table4, caption4, {100});
  judge_rk4_at_100(c, out, table4, "");
  judge_rk4_at_100(c, out, in_seconds(table4), "seconds/");
}

void run_table4_1000(context& c, report::section& out) {
  run_top_table(c, out, table4, caption4, {1000});
}

void run_table5(context& c, report::section& out) {
  run_top_table(c, out, table5, caption5, {1, 10});
  judge_fluctuation(c, out, 10);
  judge_better(c, out, {1, 10});
}

void run_table5_100(context& c, report::section& out) {
  run_top_table(c, out, table5, caption5, {100});
  judge_fluctuation(c, out, 100);
  judge_better(c, out, {100});
}

void run_table5_1000(context& c, report::section& out) {
  run_top_table(c, out, table5, caption5, {1000});
  judge_fluctuation(c, out, 1000);
  judge_better(c, out, {1000});
}

void run_angles(context& c, report::section& out) { run_angles_to(c, out, {1, 10}); }
void run_angles_100(context& c, report::section& out) { run_angles_to(c, out, {100}); }

void run_angles_1000(context& c, report::section& out) { run_angles_to(c, out, {1000}); }

void run_conclusions(context& c, report::section& out) {
  judge(c, out, "energy", energy_ratio(c, 1, 10, 1));
  judge(c, out, "momenta", momenta_lost(c, 10));
  judge(c, out, "order θ", row_of(c, table4, scheme::simpson, 1).order);
  judge(c, out, "order H", row_of(c, table5, scheme::simpson, 1).order);
  judge(c, out, "order θ kept", row_of(c, table4, scheme::simpson, 10).order);
  judge(c, out, "order H kept", row_of(c, table5, scheme::simpson, 10).order);
}

void run_conclusions_1000(context& c, report::section& out) {
  prepare(c, table4, 1000);
  prepare(c, in_seconds(table4), 1000);
  judge(c, out, "energy", energy_ratio(c, 1, 1000, 10));
  judge(c, out, "momenta", momenta_lost(c, 1000));
  judge(c, out, "order θ kept", row_of(c, in_seconds(table4), scheme::simpson, 1000).order);
  judge(c, out, "order θ kept, h in P", row_of(c, table4, scheme::simpson, 1000).order);
  judge(c, out, "order H kept", row_of(c, table5, scheme::simpson, 1000).order);
}

}  // namespace plumbline::experiments::top
