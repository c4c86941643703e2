// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline converge SYSTEM --scheme S[,S...] --until T --steps N,N,N...`
#include "cli/cluster.hpp"
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/fault.hpp"
#include <plumbline/data/table_output.hpp>
#include <plumbline/io/picture.hpp>
#include <plumbline/study/convergence_table.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace plumbline::cli {

namespace {

struct converge_options : shared_options {
  convergence_request request;
  std::string plot;
};

int run_converge(const converge_options& o, const call& how) {
  convergence_request request = o.request;
  request.problem = o;
  request.digits = parse_digits(o.digits);
  request.jobs = parse_jobs(o.jobs);
  command_host host(o);
  if (!cluster::leads()) {
    (void)convergence_table(request, host);
    return done;
  }
  const picture drawing(o.plot);
  table_output out(head_of_table(how.command_line), o.format, o.output, o.matrices);
  try {
    const convergence_result found = convergence_table(request, host);
    out.write(found.table);
    drawing.draw(found.picture);
    out.commit();
    return found.failure.empty() ? done
                                 : report({{fault_kind::numerics, found.failure}, numerics_failed});
  } catch (const interrupted_table& interruption) {
    out.write(interruption.so_far());
    out.keep_partial();
    throw;
  }
}

}  // namespace

runner define_converge(CLI::App& app) {
  const auto o = std::make_shared<converge_options>();
  app.add_option("SYSTEM", o->request.system, "see `plumbline list systems`");
  app.add_option(
      "--scheme", o->request.schemes,
      "S,S,...: one or more schemes, with their parameters if need be: lobatto:degree=3");
  app.add_option("--until", o->request.until, "the time from start to end");
  app.add_option("--steps", o->request.steps, "N,N,...: the numbers of steps");
  app.add_option("--show-digits", o->request.shown_digits,
                 "significant digits of errors and orders, and of the steps: a number, or all, "
                 "which the truth "
                 "supports (6, and all of the steps)");
  add_norm(app, o->request.norm);
  app.add_flag("--work", o->request.work,
               "further columns: evaluations of the system's formulas in the working precision, "
               "iterations of the solver, seconds in the steps");
  add_jobs(app, *o);
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_plot(app, o->plot);
  add_progress(app, *o);
  app.footer(
      "Examples:\n"
      "  plumbline converge linear-double-pendulum --scheme midpoint,simpson,rk4 --until 10 "
      "--steps 100,200,400\n"
      "  plumbline converge double-pendulum --scheme midpoint,simpson,rk4 --until 1 --steps "
      "10,20,40,80 --work --plot work.svg\n"
      "  plumbline converge pendulum --scheme lobatto --set degree=2,3 --until 10 --steps 40,80 "
      "--show-digits 4");
  return [o](const call& how) { return run_converge(*o, how); };
}

}  // namespace plumbline::cli
