// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline integrate SYSTEM --scheme S --step H (--steps N | --until T)`, `--times T,T,...`, `--certified`
#include "cli/checkpoint.hpp"
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/streamed_table.hpp"
#include <plumbline/io/picture.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace plumbline::cli {

namespace {

struct integrate_options : shared_options {
  integration_request request;
  std::string axes;
  std::string plot;
  checkpoint_options checkpoint;
};

int run_integrate(const integrate_options& o, const call& how) {
  integration_request request = o.request;
  request.problem = o;
  if (!o.axes.empty()) {
    request.axes = split_list("--axes", o.axes);
  }
  if (request.certified) {
    refuse_options({{"--plot", &o.plot},
                    {"--checkpoint", &o.checkpoint.file},
                    {"--resume", &o.checkpoint.resume}},
                   "does not go with --certified, which takes --step with --steps or --until");
  }
  if (!request.times.empty() || !request.strobe.empty()) {
    refuse_options(
        {{"--checkpoint", &o.checkpoint.file}, {"--resume", &o.checkpoint.resume}},
        request.times.empty() ? "does not go with --strobe" : "does not go with --times");
  }
  if (!request.section.empty() || !request.stop_at.empty()) {
    refuse_options(
        {{"--checkpoint", &o.checkpoint.file}, {"--resume", &o.checkpoint.resume}},
        request.section.empty() ? "does not go with --stop-at" : "does not go with --section");
  }
  if (!request.step_function.empty() || (!request.tolerance.empty() && request.times.empty())) {
    refuse_options({{"--checkpoint", &o.checkpoint.file}, {"--resume", &o.checkpoint.resume}},
                   "does not go with steps that adapt");
  }
  request.digits = parse_digits(o.digits);
  const picture drawing(o.plot);
  request.draws = drawing.wanted();
  command_host host(o, o.checkpoint, how);
  plot drawn;
  stream_table(
      o, how, [&](table_sink& rows) { drawn = trajectory_rows(request, rows, host); },
      [&] { drawing.draw(drawn); });
  return 0;
}

}  // namespace

runner define_integrate(CLI::App& app) {
  const auto o = std::make_shared<integrate_options>();
  app.add_option("SYSTEM", o->request.system, "see `plumbline list systems`");
  app.add_option("--scheme", o->request.scheme, "see `plumbline list schemes`");
  app.add_option(
      "--step", o->request.step,
      "the step in units of time, e.g. 0.01, 1/3 or period/20; with the scheme taylor the distance "
      "of "
      "output, crossed in as many steps as the digits need unless --set order=N holds its order");
  app.add_option("--steps", o->request.steps, "how many steps");
  app.add_option("--until", o->request.until,
                 "instead: the time from start to end, a whole number of steps");
  app.add_option(
      "--times", o->request.times,
      "T,T,...: the states at these times from the start, in this order; may be negative. With "
      "the scheme taylor, or with --step and any other scheme: between its steps by its dense "
      "output where it has one, otherwise by a shorter step; of steps that adapt by a shorter "
      "step, "
      "forwards alone");
  app.add_option("--strobe", o->request.strobe,
                 "V, such as period: the states at 0, V, 2*V, ... up to --until, as by --times");
  app.add_option(
      "--tolerance", o->request.tolerance,
      "what a step may neglect, relative to the state: with --times and taylor (the "
      "rounding of --digits), or with a table that has embedded weights, or a scheme that is "
      "symplectic on every system, whose steps are halved: its steps adapt");
  app.add_option(
      "--step-function", o->request.step_function,
      "EXPR > 0: the steps are --step times EXPR long; those of a symmetric scheme are the same on "
      "the way back, those of a symplectic one are symplectic, as steps of EXPR*(H - H0)");
  app.add_option("--adaptivity", o->request.adaptivity,
                 "with --step-function: reversible or symplectic (reversible where the scheme is "
                 "symmetric)");
  app.add_flag("--certified", o->request.certified,
               "no scheme: each printed digit is proven, with the radius of each row (a column "
               "radius, or radius_ where a coordinate is called radius)");
  app.add_flag("--compensated", o->request.compensated,
               "in double (--digits 16): additions to the state keep what they round off");
  app.add_option("--section", o->request.section,
                 "EXPR: the crossings EXPR = 0 instead of the steps, with a column direction (1 or "
                 "-1). The scheme taylor needs --until alone and gives every root of its "
                 "polynomials; other schemes end a shorter step on it");
  app.add_option("--stop-at", o->request.stop_at,
                 "EXPR: the steps up to the crossing EXPR = 0 of number --count (1), the last row");
  app.add_option("--direction", o->request.direction,
                 "with --section or --stop-at: up, down or both (both)");
  app.add_option("--count", o->request.count,
                 "with --section or --stop-at: the crossing that ends the run");
  app.add_option("--every", o->request.every,
                 "write each K-th step, and always the first and the last (1)");
  app.add_option("--observe", o->request.observe,
                 "further columns: energy, v1 ..., p1 ..., momentum, qmid1 ...");
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_plot(app, o->plot);
  app.add_option(
      "--axes", o->axes,
      "X,Y[,X,Y...]: with --plot, draw the column Y over the column X: q1,q2 for a path");
  add_progress(app, *o);
  add_checkpoint(app, o->checkpoint);
  app.footer(
      "Examples:\n"
      "  plumbline integrate pendulum --scheme simpson --step period/20 --until 10*period "
      "--observe energy\n"
      "  plumbline integrate double-pendulum --scheme lobatto --set degree=4 --step 1/100 --steps "
      "1000 \\\n"
      "      --start v1=0.5 --digits 100 --every 10 -o run.csv\n"
      "  plumbline integrate double-pendulum --scheme taylor --times 1,10,-1 --digits 50\n"
      "  plumbline integrate pendulum --scheme dormand-prince --step 1/20 --times 1/3,2/3,1\n"
      "  plumbline integrate planar-two-body --scheme simpson --step 1/100 --steps 500 --digits 16 "
      "\\\n"
      "      --plot path.svg --axes q1,q2 -o run.csv\n"
      "  plumbline integrate pendulum --certified --step 1/10 --steps 10 --digits 40\n"
      "  plumbline integrate pendulum --scheme taylor --section q1 --direction up --until "
      "10*period\n"
      "  plumbline integrate double-pendulum --scheme simpson --step 1/100 --steps 1000 --stop-at "
      "'q1 - q2'\n"
      "  plumbline integrate --resume run.checkpoint --digits 50 --steps 2000");
  return [o](const call& how) { return run_integrate(*o, how); };
}

}  // namespace plumbline::cli
