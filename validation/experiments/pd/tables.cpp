// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Tables 2, 3 and 4: relative errors of amplitude and period, for the eight columns of the paper. Each step is an
// experiment of its own, for they differ in cost by twenty-five. With them what the paper does not show: the
// projections of leapfrog, and the variational schemes of order 4 and 6.
#include "experiments/pd/tables.hpp"

#include <map>

namespace plumbline::experiments::pd {

namespace {

std::string title_of(const table_kind& kind) {
  const auto all = catalogue();
  return std::find_if(all.begin(), all.end(), [&](const auto& e) { return e.id == kind.id; })
      ->title;
}

/// The mean of the printed projection columns. It runs over the zeros z_n within 51 periods, and n over the second
/// half; near the separatrix, |p0 − 2| < 1e-4, over all n. The row 1e-4 agrees with all n within 31 periods.
measured printed_mean(const record& seen, const request& r, const measured& exact) {
  const measured above = measured(r.base - 2) + decimal<measured>(r.offset);
  const measured close = decimal<measured>("1e-4");
  const bool shorter = above == close;
  const bool all = shorter || abs(above) < close;
  return mean_of_quotients(seen, all ? 1 : seen.zeros.size() / 2 + 1,
                           measured(exact * (shorter ? 31 : 51)));
}

}  // namespace

std::vector<std::string> rows_of(context& c, const table_kind& kind) {
  std::vector<std::string> rows;
  for (const auto& number : c.published().of(kind.id)) {
    const std::string row = number.key.substr(0, number.key.find('/'));
    const bool labelled = printed_number::read(row).has_value();
    if (labelled && (rows.empty() || rows.back() != row)) {
      rows.push_back(row);
    }
  }
  return rows;
}

request request_of(const table_kind& kind, const std::string& row, scheme by, int digits,
                   row_step step) {
  const extent until = kind.of == quantity::amplitude ? extent::time_25
                       : is_printed_projection(by)    ? extent::time_51
                                                      : extent::periods_200;
  const bool mislabelled =
      step == row_step::as_computed && std::string_view(kind.id) == table3.id && row == "1.6";
  return {by, mislabelled ? "0.6" : kind.step, kind.base, row, until, digits};
}

cell cell_of(context& c, const request& r) {
  const record& seen = run(c, r);
  cell result;
  result.seen = seen.seen;
  result.largest = seen.largest;
  result.failed = seen.failed;
  const measured above = measured(r.base - 2) + decimal<measured>(r.offset);
  result.as_it_should = (above < 0) == (seen.seen == motion::oscillation);
  if (!result.failed.empty() || !result.as_it_should) {
    result.error = std::numeric_limits<measured>::quiet_NaN();
    return result;
  }
  const bool amplitude = r.until == extent::time_25;
  const measured exact = amplitude ? exact_amplitude(r.p0()) : exact_period(r.p0());
  const measured value = amplitude                    ? seen.amplitude
                         : r.until == extent::time_51 ? printed_mean(seen, r, exact)
                                                      : average_period(seen.zeros);
  result.error = (value - exact) / exact;
  return result;
}

measured size_of(context& c, const table_kind& kind, const std::string& row, scheme by,
                 row_step step) {
  return abs(cell_of(c, request_of(kind, row, by, c.digits(), step)).error);
}

void prepare_table(context& c, const table_kind& kind, const std::vector<scheme>& by,
                   row_step step) {
  std::vector<request> wanted;
  for (const std::string& row : rows_of(c, kind)) {
    for (const scheme s : by) {
      wanted.push_back(request_of(kind, row, s, c.digits(), step));
    }
  }
  prepare(c, wanted);
}

report::plain_table shown(context& c, const table_kind& kind, const std::vector<scheme>& by,
                          std::string caption) {
  report::plain_table table{std::move(caption), {kind.base == 0 ? "p0" : "p0 − 2"}};
  for (const scheme s : by) {
    table.header.emplace_back(name_of(s));
  }
  prepare_table(c, kind, by, row_step::as_labelled);
  for (const std::string& row : rows_of(c, kind)) {
    std::vector<std::string> line{row};
    for (const scheme s : by) {
      const cell x = cell_of(c, request_of(kind, row, s, c.digits(), row_step::as_labelled));
      line.push_back(!x.failed.empty()            ? "no result"
                     : x.as_it_should             ? fmt::format("{:.3e}", to_double(x.error))
                     : x.seen == motion::rotation ? "rotates"
                                                  : "oscillates");
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

namespace {

/// What is judged in a cell that has a number. One that ought to be there and is not gives the reason instead.
std::string text_of(const cell& x, int digits) {
  if (!x.failed.empty()) {
    return x.failed;
  }
  return x.as_it_should               ? judged_text(x.error, digits)
         : x.seen == motion::rotation ? "rotation"
                                      : "oscillation";
}

/// The exact periods behind the tables of periods, by our own functions and by Boost.Math's.
report::plain_table references(context& c, const table_kind& kind) {
  report::plain_table table{
      fmt::format(
          "{}: the exact periods, and on how many of 64 digits Boost.Math's functions agree.",
          title_of(kind)),
      {kind.base == 0 ? "p0" : "p0 − 2", "exact period", "digits that agree"}};
  for (const std::string& row : rows_of(c, kind)) {
    const std::string p0 = request_of(kind, row, scheme::leapfrog, c.digits()).p0();
    table.rows.push_back({row, to_text(exact_period(p0), 20), second_opinion_on_period(p0)});
  }
  return table;
}

template <const table_kind& kind>
void run_table(context& c, report::section& out) {
  prepare_table(c, kind, {columns.begin(), columns.end()});
  const bool amplitude = kind.of == quantity::amplitude;
  report::number_table table{
      fmt::format("Relative error of the {} for ε = {}. The projection columns are those that the "
                  "paper prints, which are not of leapfrog.",
                  amplitude ? "amplitude" : "period", kind.step),
      kind.base == 0 ? "p0" : "p0 − 2",
      {}};
  for (const scheme s : columns) {
    table.number_headers.emplace_back(name_of(s));
  }
  std::map<std::string, std::string> printed;
  for (const auto& number : c.published().of(kind.id)) {
    printed[number.key] = number.printed;
  }
  for (const std::string& row : rows_of(c, kind)) {
    report::number_table::row line{"", row};
    for (const scheme s : columns) {
      const std::string key = fmt::format("{}/{}", row, name_of(s));
      const cell x = cell_of(c, request_of(kind, row, s, c.digits()));
      // a blank cell of Table 4: motion of the wrong kind
      line.numbers.push_back(out.judge(key, printed.at(key) == "."
                                                ? judged_text(x.largest, c.digits())
                                                : text_of(x, c.digits())));
    }
    table.rows.push_back(std::move(line));
  }
  out.add(std::move(table));
  if (kind.of == quantity::period) {
    out.add(references(c, kind));
  }
  if (std::string_view(kind.id) == table3.id) {
    for (const scheme s : columns) {
      const cell x = cell_of(c, request_of(kind, "1.6", s, c.digits(), row_step::as_labelled));
      out.judge(fmt::format("as labelled/{}", name_of(s)), text_of(x, c.digits()));
    }
  }
}

/// What the paper does not show: the same tables by other schemes.
void show(context& c, report::section& out, const std::vector<const table_kind*>& tables,
          const std::vector<scheme>& by, const char* what) {
  for (const table_kind* kind : tables) {
    out.add(shown(c, *kind, by, fmt::format("{}: {}", title_of(*kind), what)));
  }
}

const std::vector<scheme> projections{scheme::standard, scheme::symmetric};
const std::vector<scheme> variational{scheme::simpson, scheme::lobatto3, scheme::gauss2};
constexpr const char* of_leapfrog = "projections of leapfrog, c = 1/2 in (12).";
constexpr const char* of_higher_order =
    "variational schemes of order 4 and 6, which the paper does not have. Amplitudes carry the "
    "error of the parabola through five samples, periods that of the cubic through four.";

/// The cells of a column of Table 3 that an independent program computed too: "STEP/SCHEME/P0".
void judge_checks(context& c, report::section& out, const table_kind& kind,
                  const std::vector<scheme>& by) {
  for (const scheme s : by) {
    for (const std::string& row : rows_of(c, kind)) {
      const cell x = cell_of(c, request_of(kind, row, s, c.digits(), row_step::as_labelled));
      out.judge(fmt::format("{}/{}", row, name_of(s)), text_of(x, c.digits()));
    }
  }
}

}  // namespace

void run_table2(context& c, report::section& out) { run_table<table2>(c, out); }
void run_table2_fine(context& c, report::section& out) { run_table<table2_fine>(c, out); }

void run_table3(context& c, report::section& out) { run_table<table3>(c, out); }
void run_table3_fine(context& c, report::section& out) { run_table<table3_fine>(c, out); }

void run_table4(context& c, report::section& out) { run_table<table4>(c, out); }
void run_table4_fine(context& c, report::section& out) { run_table<table4_fine>(c, out); }

void run_projections(context& c, report::section& out) {
  show(c, out, {&table2, &table3, &table4}, projections, of_leapfrog);
  judge_checks(c, out, table3, projections);
}

void run_projections_fine(context& c, report::section& out) {
  show(c, out, {&table2_fine, &table3_fine, &table4_fine}, projections, of_leapfrog);
}

void run_variational(context& c, report::section& out) {
  show(c, out, {&table2, &table3, &table4}, variational, of_higher_order);
  judge_checks(c, out, table3, {scheme::simpson, scheme::gauss2});
}

void run_variational_fine(context& c, report::section& out) {
  show(c, out, {&table2_fine, &table3_fine}, variational, of_higher_order);
}

/// The rows of Table 4 next to the separatrix at several precisions.
void run_precision(context& c, report::section& out) {
  for (const table_kind* kind : {&table4, &table4_fine}) {
    std::vector<request> wanted;
    report::plain_table table{
        fmt::format("{}: the same cells in double, quad and at 64 digits.", title_of(*kind)),
        {"p0 − 2", "digits"}};
    for (const scheme s : keeping_energy) {
      table.header.emplace_back(name_of(s));
    }
    for (const char* const row : {"-1.0E-09", "1.0E-08"}) {
      for (const int d : {16, 34, 64}) {
        for (const scheme s : keeping_energy) {
          wanted.push_back(request_of(*kind, row, s, d));
        }
      }
    }
    prepare(c, wanted);
    for (std::size_t i = 0; i < wanted.size(); i += keeping_energy.size()) {
      std::vector<std::string> line{wanted[i].offset, std::to_string(wanted[i].digits)};
      for (std::size_t k = 0; k < keeping_energy.size(); ++k) {
        const cell x = cell_of(c, wanted[i + k]);
        line.push_back(x.as_it_should && x.failed.empty()
                           ? fmt::format("{:.5e}", to_double(x.error))
                           : "lost");
      }
      table.rows.push_back(std::move(line));
    }
    out.add(std::move(table));
  }
}

}  // namespace plumbline::experiments::pd
