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
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

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

/// Tells of columns that mean nothing.
void warn(const judge_options& o, const std::string& warning) {
  if (!warning.empty() && !o.quiet) {
    say(fmt::format("plumbline: warning: {}\n", warning));
  }
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

void write(table_file& out, const table_value& table) {
  out.begin(table.facts, table.columns);
  for (const auto& row : table.rows) {
    out.row(row);
  }
  out.finish();
}

/// A row for each file.
int judge_several(const judge_options& o, const call& how, table_format format, long shown) {
  if (!o.page.empty()) {
    throw invalid_input("--page shows one file, got " + std::to_string(o.files.size()));
  }
  const stops_politely polite;
  const judged_files found =
      judged_several(o.request({}), o.files, o.file_steps, shown, until_stopped(),
                     [&o](const std::string& warning) { warn(o, warning); });
  table_file out(head_of_table(how.command_line), format, o.output, o.matrices);
  write(out, found.table);
  out.commit();
  return found.any_wrong ? 1 : 0;
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
  const judged_file f = read_judged_file(request);
  warn(o, warning_of(f));
  const stops_politely polite;
  const judgement result(f.p, f.file, shown, until_stopped());
  const table_value table = judged_table(request, f, result, shown, until_stopped());
  table_file out(head_of_table(how.command_line), format, o.output, o.matrices);
  write(out, table);
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
