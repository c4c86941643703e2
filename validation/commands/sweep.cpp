// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline sweep QUANTITY SYSTEM --scheme S --step H ... --over NAME=FIRST:LAST:COUNT ...`: one row for each case, in the
// order of the axes. A case that fails is a row with its reason.
#include "cli/checkpoint.hpp"
#include "cli/cluster.hpp"
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "commands/measure_request.hpp"
#include <plumbline/data/table_output.hpp>
#include <plumbline/study/sweep_table.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace plumbline::cli {

namespace {

struct sweep_options : shared_options {
  sweep_request request;
  std::string plot;
  checkpoint_options checkpoint;
  bool gives_digits = false;  ///< --digits is more than its default
};

int run_sweep(const sweep_options& o, const call& how) {
  sweep_request request = o.request;
  request.problem = o;
  request.digits = o.gives_digits ? o.digits : "";
  request.jobs = parse_jobs(o.jobs);
  command_host host(o, o.checkpoint, how);
  if (!cluster::leads()) {
    (void)sweep_table(request, host);
    return 0;
  }
  const picture drawing(o.plot);
  request.draws = drawing.wanted();
  table_output out(head_of_table(how.command_line), o.format, o.output, o.matrices);
  try {
    const sweep_result found = sweep_table(request, host);
    out.write(found.table);
    std::visit([&](const auto& drawn) { drawing.draw(drawn); }, found.picture);
    out.commit();
  } catch (const interrupted_table& interruption) {
    out.write(interruption.so_far());
    out.keep_partial();
    throw;
  }
  return 0;
}

}  // namespace

runner define_sweep(CLI::App& app) {
  const auto o = std::make_shared<sweep_options>();
  add_measure_request(app, o->request.measured, sweep_quantities());
  app.add_option(
         "--over", o->request.over,
         "an axis: NAME=FIRST:LAST:COUNT or NAME=A,B,C, where NAME is a parameter, an initial "
         "value, step, scheme or digits (in the place of that option); may repeat: all "
         "combinations")
      ->allow_extra_args(false);
  app.add_flag("--zip", o->request.zip, "the axes side by side instead of all combinations");
  app.add_option("--cases", o->request.cases,
                 "instead of --over: a CSV file, names in its first row, a case in each other");
  add_norm(app, o->request.norm);
  app.add_option(
      "--lanes", o->request.lanes,
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
