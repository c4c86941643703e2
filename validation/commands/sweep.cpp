// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline sweep QUANTITY SYSTEM --scheme S --step H ... --over NAME=FIRST:LAST:COUNT ...`: one row for each case, in the
// order of the axes. A case that fails is a row with its reason. Each case is computed by itself, so that the table is the
// same for any number of workers.
#include "cli/cluster.hpp"
#include "cli/command.hpp"
#include "cli/meta.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include "cli/table_output.hpp"
#include "cli/work_watch.hpp"
#include "commands/measure_request.hpp"
#include "commands/sweep_cases.hpp"
#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>

namespace plumbline::cli {

namespace {

/// The names of the values, in the order in which the cases bring them.
std::vector<std::string> value_names(const std::vector<case_result>& results,
                                     const quantity& wanted) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const auto& r : results) {
    for (const auto& name : r.names) {
      if (seen.insert(name).second) {
        names.push_back(name);
      }
    }
  }
  return names.empty() ? std::vector<std::string>{wanted.name} : names;
}

metadata metadata_of(const sweep& work, const call& how, const std::vector<case_result>& results) {
  metadata meta = metadata_of(how);
  for (auto& fact : work.facts()) {
    meta.push_back(std::move(fact));
  }
  std::int64_t failures = 0;
  std::set<std::string> references;
  for (const auto& r : results) {
    failures += r.failure.empty() ? 0 : 1;
    if (!r.reference.empty()) {
      references.insert(r.reference);
    }
  }
  if (work.wanted().is_relative) {
    meta.push_back({"errors", "relative to the value at the start, absolute where that is 0"});
  }
  if (!references.empty()) {
    meta.push_back({"reference", fmt::format("{}", fmt::join(references, "; "))});
  }
  meta.push_back({"failures", failures});
  return meta;
}

/// The cells of a row: axes, values, failure.
std::vector<std::string> cells_of(const case_result& r, const std::vector<std::string>& values) {
  std::vector<std::string> cells = r.axes;
  for (const auto& name : values) {
    const auto place = std::find(r.names.begin(), r.names.end(), name);
    cells.push_back(place == r.names.end()
                        ? std::string()
                        : r.values[static_cast<std::size_t>(place - r.names.begin())]);
  }
  cells.push_back(r.failure);
  return cells;
}

/// Rows of the cases that are done; the table says so when these are not all.
void write_table(table_output& out, const sweep& work, const call& how,
                 const std::vector<case_result>& results) {
  const auto values = value_names(results, work.wanted());
  std::vector<table_column> columns;
  std::set<std::string> taken;
  for (const auto& axis : work.grid().axes()) {
    columns.push_back({axis.name, axis.name == "scheme"   ? column_kind::text
                                  : axis.name == "digits" ? column_kind::count
                                                          : column_kind::number});
    taken.insert(axis.name);
  }
  std::string failure = "failure";
  while (taken.contains(failure)) {
    failure += "_";
  }
  taken.insert(failure);
  for (const auto& name : values) {
    std::string column =
        taken.contains(name) ? fmt::format("{}_{}", name, work.wanted().name) : name;
    while (taken.contains(column) ||
           (column != name && std::ranges::find(values, column) != values.end())) {
      column += "_";
    }
    taken.insert(column);
    columns.push_back({column});
  }
  columns.push_back({failure, column_kind::text});
  bool all = true;
  std::vector<std::vector<std::string>> rows;
  for (const auto& r : results) {
    if (r.done) {
      rows.push_back(cells_of(r, values));
    } else {
      all = false;
    }
  }
  out.write(metadata_of(work, how, results), columns, rows, all);
}

void draw(const report::picture& file, const sweep& work, const std::vector<case_result>& results) {
  drawn_sweep d = work.drawn();
  d.values = value_names(results, work.wanted());
  for (const auto& r : results) {
    d.rows.push_back(cells_of(r, d.values));
  }
  draw_sweep(file, d);
}

int run_sweep(const sweep_options& o, const call& how) {
  const int jobs = parse_jobs(o.jobs);
  sweep work(o);
  const stops_politely polite;
  const auto compute = [&work](std::size_t i) { return work.compute_bundle(i); };
  if (!cluster::leads()) {
    deal_out({}, jobs, compute, [](std::size_t, const std::vector<case_result>&) {});
    return 0;
  }
  const report::picture drawing(o.plot);
  if (drawing.wanted()) {
    require_picture(work.drawn());
  }
  checkpoint_keeper keeper(o.checkpoint, how, work.facts());
  table_output out(o);
  std::vector<case_result> results;
  if (!keeper.restore(kept_run, results)) {
    results.resize(work.grid().size());
  }
  if (results.size() != work.grid().size()) {
    throw invalid_input("the checkpoint's number of cases is not this sweep's");
  }
  std::vector<std::size_t> missing;  // bundles
  std::int64_t missing_cases = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].done) {
      ++missing_cases;
      if (missing.empty() || missing.back() != i / work.bundle()) {
        missing.push_back(i / work.bundle());
      }
    }
  }
  if ((jobs > 1 || cluster::size() > 1) && work.bundle() == 1) {
    work.put_long_ones_first(missing);
  }
  progress_bar bar(o, missing_cases);
  work_watch watched(o, missing_cases, "cases", "", work_parts::uneven);
  try {
    deal_out(missing, jobs, compute, [&](std::size_t bundle, std::vector<case_result> done) {
      throw_if_stopped();
      for (std::size_t k = 0; k < done.size(); ++k) {
        case_result& place = results[bundle * work.bundle() + k];
        if (!place.done) {
          bar.advance();
          watched.advance();
        }
        place = std::move(done[k]);
      }
      if (keeper.wanted() && keeper.due(kept_run)) {
        keeper.keep(kept_run, results);
      }
    });
  } catch (const interrupted&) {
    keeper.keep(kept_run, results);
    write_table(out, work, how, results);
    out.keep_partial();
    throw;
  }
  keeper.keep(kept_run, results);
  write_table(out, work, how, results);
  if (drawing.wanted()) {
    draw(drawing, work, results);
  }
  out.commit();
  return 0;
}

}  // namespace

runner define_sweep(CLI::App& app) {
  const auto o = std::make_shared<sweep_options>();
  add_measure_request(app, o->request, sweep_quantities());
  app.add_option(
         "--over", o->over,
         "an axis: NAME=FIRST:LAST:COUNT or NAME=A,B,C, where NAME is a parameter, an initial "
         "value, step, scheme or digits (in the place of that option); may repeat: all "
         "combinations")
      ->allow_extra_args(false);
  app.add_flag("--zip", o->zip, "the axes side by side instead of all combinations");
  app.add_option("--cases", o->cases,
                 "instead of --over: a CSV file, names in its first row, a case in each other");
  add_norm(app, o->norm);
  app.add_option(
      "--lanes", o->lanes,
      "`sweep end` in double by leapfrog, symplectic-euler-a, -b, rk4, simpson or midpoint "
      "computes neighbouring cases together: exact (the digits of each case alone, the default), "
      "vector (sine, cosine, "
      "exponential and logarithm by the vector functions of glibc: faster, other last "
      "digits), none");
  add_jobs(app, *o);
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_plot(app, o->plot);
  add_progress(app, *o);
  add_checkpoint(app, o->checkpoint);
  app.footer(
      "Examples:\n"
      "  plumbline sweep period pendulum --scheme midpoint --step 0.01 --over q1=0.1:3:30 --jobs "
      "2\n"
      "  plumbline sweep error double-pendulum --scheme simpson --until 1 --over "
      "step=1/10,1/20,1/40 --over digits=16,34,64\n"
      "  plumbline sweep end pendulum --scheme leapfrog --step 0.01 --steps 1000 --cases "
      "starts.csv "
      "-o ends.csv\n"
      "The file of -o may end in .h5: HDF5, with every column as doubles and as text.");
  return [o, &app](const call& how) {
    o->gives_digits = app.get_option("--digits")->count() > 0;
    return run_sweep(*o, how);
  };
}

}  // namespace plumbline::cli
