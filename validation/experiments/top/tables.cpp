// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP Tables 2, 4 and 5. Our copy of the paper has lost their cells, so that these tables are ours; what the text and
// the captions say of them is judged. Each horizon is an experiment of its own, for they differ in cost by ten.
#include "experiments/top/tables.hpp"

#include "experiments/experiment.hpp"
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/exact.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::experiments::top {

std::array<std::string, 4> steps_of(const table_kind& kind) {
  std::array<std::string, 4> texts;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    texts[k] = fmt::format("{}", 1. / (kind.coarsest << k));
  }
  return texts;
}

void prepare_table(context& c, const table_kind& kind, int horizon) {
  std::vector<request> all;
  for (const int k : {3, 2, 1, 0}) {  // the longest first
    for (const scheme s : {scheme::simpson, scheme::midpoint, scheme::rk4, scheme::rk4_velocity}) {
      all.push_back({kind.of, s, kind.in, kind.coarsest << k, c.digits()});
    }
  }
  prepare(c, all, horizon);
}

table_row row_of(context& c, const table_kind& kind, scheme by, int horizon) {
  table_row row{horizon, by, {}, 0, {}};
  std::vector<measured> steps;
  for (std::size_t k = 0; k < row.errors.size(); ++k) {
    const int per_unit = kind.coarsest << k;
    steps.push_back(rational<measured>(1, per_unit));
    row.errors[k] = kind.value(
        run(c, {kind.of, by, kind.in, per_unit, c.digits()}, horizon).within.at(horizon));
  }
  row.order = fitted_order(steps, {row.errors.begin(), row.errors.end()});
  for (std::size_t k = 0; k < row.stepwise.size(); ++k) {
    row.stepwise[k] = observed_order<measured>(2, row.errors[k], 1, row.errors[k + 1]);
  }
  return row;
}

namespace {

std::string horizon_text(const table_kind& kind, int horizon) {
  return kind.of == motion::pendulum ? fmt::format("T = {} s", horizon)
         : horizon == 1              ? "1 period"
                                     : fmt::format("{} periods", horizon);
}

std::string unit_text(const table_kind& kind) { return kind.in == unit::second ? " s" : " P"; }

/// RK4 in both readings: on (q, p), and on (q, q̇) as in the paper's Figure 10.
constexpr std::array with_both_rk4{scheme::midpoint, scheme::rk4, scheme::rk4_velocity,
                                   scheme::simpson};

/// The table itself, with its four errors and the order, for some horizons.
report::plain_table shown(context& c, const table_kind& kind, const std::vector<int>& horizons,
                          std::string caption) {
  report::plain_table table{std::move(caption), {""}, {}};
  for (const std::string& h : steps_of(kind)) {
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
  using std::abs;
  for (const scheme s : schemes) {
    const measured order = row_of(c, kind, s, horizon).order;
    const bool lost = s == scheme::rk4 && kind.value == theta_error && horizon > 1;
    judge(c, out,
          fmt::format("{}{}/{}/{}", prefix, name_of(s), horizon, lost ? "away from 4" : "order"),
          lost ? measured(abs(measured(order - 4))) : order);
  }
}

/// How much RK4's order changes from one horizon to another, over the larger change of the two symplectic schemes.
measured fluctuation(context& c, const table_kind& kind, int from, int horizon) {
  const auto change = [&](scheme s) {
    using std::abs;
    return measured(
        abs(measured(row_of(c, kind, s, horizon).order - row_of(c, kind, s, from).order)));
  };
  return change(scheme::rk4) / std::max(change(scheme::midpoint), change(scheme::simpson));
}

constexpr int longest_checked = 100;  // in reference/oracles/top_steps/

/// Judges the errors "UNIT/HORIZON/SCHEME/STEP", which an independent program computed too.
void judge_errors(context& c, report::section& out, const table_kind& kind, int horizon) {
  if (horizon > longest_checked) {
    return;
  }
  const auto steps = steps_of(kind);
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
  const table_row longer = row_of(c, kind, s, horizon);
  const table_row shorter = row_of(c, kind, s, horizon / 10);
  measured least = longer.errors[0] / shorter.errors[0];
  for (std::size_t k = 1; k < longer.errors.size(); ++k) {
    least = std::min(least, measured(longer.errors[k] / shorter.errors[k]));
  }
  return least;
}

void judge_growth(context& c, report::section& out, const table_kind& kind, int horizon) {
  for (const scheme s : schemes) {
    judge(c, out, fmt::format("{}/{}/growth", name_of(s), horizon), growth(c, kind, s, horizon));
  }
}

constexpr const char* table2_caption =
    "Table 2: double pendulum, largest relative energy error, and the order (least squares over "
    "the four steps).";
constexpr const char* table4_caption =
    "Table 4: largest relative error of the nutation angle, and the order (least squares over the "
    "four steps). The largest relative error occurs where θ is smallest, 2.7°.";
constexpr const char* table5_caption =
    "Table 5: largest relative energy error, and the order (least squares over the four steps).";
constexpr const char* in_seconds =
    " The same with steps in seconds, the other reading of the text.";

template <int horizon>
void run_table2_to(context& c, report::section& out) {
  prepare_table(c, table2, horizon);
  out.add(shown(c, table2, {horizon}, table2_caption));
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

/// Tables 4 and 5 for one or two horizons.
void run_top_table(context& c, report::section& out, const table_kind& portions,
                   const table_kind& seconds, const std::vector<int>& horizons,
                   const char* caption) {
  for (const table_kind& kind : {portions, seconds}) {
    prepare_table(c, kind, horizons.back());
  }
  out.add(shown(c, portions, horizons, caption));
  out.add(shown(c, seconds, horizons, std::string(caption) + in_seconds));
  for (const int horizon : horizons) {
    judge_errors(c, out, portions, horizon);
    judge_errors(c, out, seconds, horizon);
    judge_orders(c, out, portions, horizon);
    judge_orders(c, out, seconds, horizon, "seconds/");
  }
  judge_growth(c, out, portions, horizons.back());
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
      const table_row theta = row_of(c, table4, s, horizon);
      const table_row energy = row_of(c, table5, s, horizon);
      for (std::size_t k = 0; k < theta.errors.size(); ++k) {
        const measured ratio = energy.errors[k] / theta.errors[k];
        worst = worst < ratio ? ratio : worst;
      }
    }
  }
  judge(c, out, "energy/nutation", worst);
}

/// What the text says of RK4 in Table 5: its order fluctuates.
void judge_fluctuation(context& c, report::section& out, int horizon) {
  const std::string key = fmt::format("RK4/{}/fluctuation", horizon);
  judge(c, out, key, fluctuation(c, table5, 1, horizon));
  judge(c, out, "seconds/" + key, fluctuation(c, table5_seconds, 1, horizon));
}

/// All three angles, of which the paper shows one.
void run_angles_to(context& c, report::section& out, const std::vector<int>& horizons) {
  constexpr std::array<std::pair<const char*, quantity>, 3> angles{
      {{"φ", angle_error<0>}, {"θ", angle_error<1>}, {"ψ", angle_error<2>}}};
  for (const auto& [letter, value] : angles) {
    const table_kind kind{motion::loops, unit::period, 20, value};
    prepare_table(c, kind, horizons.back());
    out.add(shown(c, kind, horizons,
                  fmt::format("Largest error of {} in rad, and the order (least squares over the "
                              "four steps).",
                              letter)));
    for (const int horizon : horizons) {
      judge(c, out, fmt::format("{}/{}/order", letter, horizon),
            row_of(c, kind, scheme::simpson, horizon).stepwise.back());
    }
  }
}

}  // namespace

void run_table2(context& c, report::section& out) { run_table2_to<10>(c, out); }

void run_table2_100(context& c, report::section& out) { run_table2_to<100>(c, out); }

void run_table2_1000(context& c, report::section& out) { run_table2_to<1000>(c, out); }

void run_table4(context& c, report::section& out) {
  run_top_table(c, out, table4, table4_seconds, {1, 10}, table4_caption);
}

void run_table4_100(context& c, report::section& out) {
  run_top_table(c, out, table4, table4_seconds, {100}, table4_caption);
  judge_rk4_at_100(c, out, table4, "");
  judge_rk4_at_100(c, out, table4_seconds, "seconds/");
}

void run_table4_1000(context& c, report::section& out) {
  run_top_table(c, out, table4, table4_seconds, {1000}, table4_caption);
}

void run_table5(context& c, report::section& out) {
  run_top_table(c, out, table5, table5_seconds, {1, 10}, table5_caption);
  judge_fluctuation(c, out, 10);
  judge_better(c, out, {1, 10});
}

void run_table5_100(context& c, report::section& out) {
  run_top_table(c, out, table5, table5_seconds, {100}, table5_caption);
  judge_fluctuation(c, out, 100);
  judge_better(c, out, {100});
}

void run_table5_1000(context& c, report::section& out) {
  run_top_table(c, out, table5, table5_seconds, {1000}, table5_caption);
  judge_fluctuation(c, out, 1000);
  judge_better(c, out, {1000});
}

void run_angles(context& c, report::section& out) { run_angles_to(c, out, {1, 10}); }

void run_angles_100(context& c, report::section& out) { run_angles_to(c, out, {100}); }

void run_angles_1000(context& c, report::section& out) { run_angles_to(c, out, {1000}); }

}  // namespace plumbline::experiments::top
