// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline judge FILE --system SYSTEM`: a trajectory that another program wrote, digit by digit against the truth.
//
// Every cell is a claim: right to one unit of its last printed place (scalar/printed_number.hpp). The truth is computed
// with more and more digits until no cell is in doubt. With several files, trajectories with different steps of one
// program, the table has a row for each file: its errors, and the order against the file before.
#include "cli/command.hpp"
#include "cli/judged_page.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/data/judged_table.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace plumbline::cli {

namespace {

struct judge_options : shared_options {
  std::vector<std::string> files;
  judge_request asked;  ///< without file and problem
  std::string shown_digits;
  std::string file_steps;
  std::string page;

  judge_request request(const std::string& name) const {
    judge_request r = asked;
    r.file = name;
    r.problem = *this;
    return r;
  }
};

/// Warns of columns that mean nothing.
judged_file read_judged_file(const judge_options& o, const judge_request& request) {
  judged_file f = plumbline::read_judged_file(request);
  if (const std::string warning = warning_of(f); !warning.empty() && !o.quiet) {
    say(fmt::format("plumbline: warning: {}\n", warning));
  }
  return f;
}

/// What ends a judgement: a signal.
run_control until_stopped() {
  run_control control;
  control.stop_requested = stop_requested;
  return control;
}

/// How many digits are those of the truth rounded to so many.
long rounded_digits(const printed_number& printed, const judged_cell& v) {
  for (long k = v.digits; k > 0; --k) {
    const exact_number half = exact_number::decimal(fmt::format("5e{}", printed.first_place() - k));
    if (!(half < v.error)) {
      return k;
    }
  }
  return 0;
}

std::string page_of(const judge_request& o, const judged_file& f, const judgement& result,
                    const metadata& meta, long shown) {
  std::vector<marked_number> numbers;
  for (const auto& v : result.verdicts()) {
    const auto& column = f.file.columns()[v.column];
    const precision_scope scope(default_digits);
    numbers.push_back(
        {std::to_string(v.row), column.name, to_double(evaluate<mp>(f.file.time(v.row), f.p.names)),
         f.file.text(v.row, column), known_text(v.truth, shown),
         rounded_digits(*f.file.cell(v.row, v.column), v), v.digits, from_exact<double>(v.error)});
  }
  return judged_page(fmt::format("{} judged by {}", o.file, f.p.system->name()), meta, numbers);
}

/// A row for each file: its step, its errors and the order against the file before.
int judge_several(const judge_options& asked, const call& how, table_format format, long shown) {
  std::vector<std::string> given;
  if (!asked.file_steps.empty()) {
    given = split_list("--file-steps", asked.file_steps);
    if (given.size() != asked.files.size()) {
      throw invalid_input(
          fmt::format("--file-steps has {} steps for {} files", given.size(), asked.files.size()));
    }
  }
  if (!asked.page.empty()) {
    throw invalid_input("--page shows one file, got " + std::to_string(asked.files.size()));
  }
  const stops_politely polite;
  std::vector<std::vector<std::string>> rows;
  std::vector<mp> steps;
  std::vector<std::optional<mp>> errors_q;
  std::vector<std::optional<mp>> errors_p;
  metadata meta;
  bool any_wrong = false;
  const precision_scope scope(default_digits);
  const auto text = [](const std::optional<mp>& x) {
    return x ? to_text(*x, shown_of_measures) : std::string();
  };
  const auto known = [](const std::optional<mp>& x) { return x && 0 < *x; };
  for (std::size_t k = 0; k < asked.files.size(); ++k) {
    const judge_request o = asked.request(asked.files[k]);
    const judged_file f = read_judged_file(asked, o);
    if (k == 0) {
      meta = head_of_table(how.command_line);
      const metadata facts = facts_of(o, asked.files, f.p);
      meta.insert(meta.end(), facts.begin(), facts.end());
    }
    const auto spacing = given.empty() ? f.file.spacing() : std::optional(expression(given[k]));
    const mp step = spacing ? mp(abs(evaluate<mp>(*spacing, f.p.names))) : mp(0);
    if (step == 0) {
      throw invalid_input(fmt::format("the step of {} is not known: {}", o.file,
                                      given.empty()
                                          ? "it does not begin with two rows of different times; "
                                            "--file-steps H,H,... names the steps"
                                          : "--file-steps takes steps that are not zero"));
    }
    const judgement result(f.p, f.file, shown, until_stopped());
    const distances far(f.p, f.file, result);
    const judged_summary of(result);
    any_wrong = any_wrong || of.wrong > 0;
    const auto rounded = [](const std::optional<mp>& x) {
      return x ? std::optional<mp>(from_text<mp>(to_text(*x, default_digits))) : std::nullopt;
    };
    steps.push_back(step);
    errors_q.push_back(rounded(far.q));
    errors_p.push_back(rounded(far.rate));
    const auto order = [&](const std::vector<std::optional<mp>>& errors) {
      return k > 0 && known(errors[k - 1]) && known(errors[k]) && steps[k - 1] != steps[k]
                 ? to_text(observed_order(steps[k - 1], *errors[k - 1], steps[k], *errors[k]), 4)
                 : std::string();
    };
    rows.push_back({o.file, to_text(step, shown_of_measures), std::to_string(f.file.rows()),
                    std::to_string(result.verdicts().size()), std::to_string(of.wrong),
                    std::to_string(of.fewest), text(errors_q[k]), text(errors_p[k]),
                    order(errors_q), order(errors_p)});
  }
  const auto fit = [&](const char* name, const std::vector<std::optional<mp>>& errors) {
    std::vector<mp> h;
    std::vector<mp> e;
    for (std::size_t k = 0; k < errors.size(); ++k) {
      if (known(errors[k])) {
        h.push_back(steps[k]);
        e.push_back(*errors[k]);
      }
    }
    const bool differ = std::any_of(h.begin(), h.end(), [&](const mp& x) { return x != h[0]; });
    if (differ) {
      meta.push_back({name, to_text(fitted_order(h, e), 4)});
    }
  };
  fit("order_q", errors_q);
  fit("order_p", errors_p);
  auto out = open_output(asked);
  table_writer table(out, format, meta,
                     {{"file", column_kind::text},
                      {"step"},
                      {"rows", column_kind::count},
                      {"values", column_kind::count},
                      {"false", column_kind::count},
                      {"digits_min", column_kind::count},
                      {"error_q"},
                      {"error_p"},
                      {"order_q"},
                      {"order_p"}});
  for (const auto& row : rows) {
    table.row(row);
  }
  table.finish();
  out.commit();
  return any_wrong ? 1 : 0;
}

int judge(const judge_options& asked, const call& how) {
  const auto format = parse_format(asked.format);
  long shown = 0;
  if (!asked.shown_digits.empty()) {
    shown = parse_digits(asked.shown_digits);
  }
  if (asked.files.size() > 1) {
    return judge_several(asked, how, format, shown);
  }
  if (!asked.file_steps.empty()) {
    throw invalid_input("--file-steps goes with several files");
  }
  const judge_options& o = asked;
  const judge_request request =
      asked.request(asked.files.empty() ? std::string() : asked.files.front());
  const judged_file f = read_judged_file(o, request);
  const stops_politely polite;
  const judgement result(f.p, f.file, shown, until_stopped());
  const table_value table = judged_table(request, f, result, shown, until_stopped());
  table_file out(head_of_table(how.command_line), format, o.output, o.matrices);
  out.begin(table.facts, table.columns);
  for (const auto& row : table.rows) {
    out.row(row);
  }
  out.finish();
  if (!o.page.empty()) {
    metadata meta = head_of_table(how.command_line);
    meta.insert(meta.end(), table.facts.begin(), table.facts.end());
    write_file(o.page, page_of(request, f, result, meta, shown_digits(f.file, shown)));
  }
  out.commit();
  return judged_summary(result).wrong > 0 ? 1 : 0;
}

}  // namespace

runner define_judge(CLI::App& app) {
  const auto o = std::make_shared<judge_options>();
  app.add_option("FILE", o->files,
                 "the table to judge: csv, columns between blanks, json or HDF5; - is standard "
                 "input. Several: "
                 "one row for each, with the order against the file before");
  app.add_option("--system", o->asked.system, "whose motion it is; see `plumbline list systems`");
  app.add_option("--columns", o->asked.columns,
                 "t,q1,...: the names of the columns, where FILE has none");
  app.add_option("--map", o->asked.map, "THEIRS=OURS: what a column of FILE is; may repeat")
      ->allow_extra_args(false);
  app.add_option("--unit", o->asked.unit,
                 "THEIRS=FACTOR: the value in FILE times FACTOR is ours (pi/180); may repeat")
      ->allow_extra_args(false);
  app.add_flag("--from-first-row", o->asked.from_first_row,
               "judge against the motion that starts at the first row of FILE");
  app.add_option("--input", o->asked.input,
                 "decimal: times and first row are what is printed; binary: the nearest doubles "
                 "(decimal)");
  app.add_option("--digits", o->shown_digits,
                 "how many digits of the true values to print (five more than FILE prints)");
  app.add_option("--file-steps", o->file_steps,
                 "H,H,...: the steps of several files (the time between their first rows)");
  app.add_option(
      "--page", o->page,
      "FILE.html: also a page with pictures, each digit marked as true, doubtful or false");
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_progress(app, *o);
  app.footer(
      "Exit code 1 when a printed digit is false: off by more than one unit of the last place.\n"
      "Examples:\n"
      "  plumbline judge theirs.csv --system pendulum --start q1=1 --start p1=0\n"
      "  plumbline judge out.txt --system double-pendulum --columns t,q1,q2,p1,p2 "
      "--from-first-row --input binary\n"
      "  plumbline judge degrees.csv --system pendulum --map angle=q1 --unit angle=pi/180\n"
      "  plumbline judge coarse.csv fine.csv --system pendulum --from-first-row");
  return [o](const call& how) { return judge(*o, how); };
}

}  // namespace plumbline::cli
