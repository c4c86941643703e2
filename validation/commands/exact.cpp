// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline exact SYSTEM (--times T,T,... | --step H --steps N)`
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/streamed_table.hpp"
#include <plumbline/study/exact_table.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace plumbline::cli {

namespace {

struct exact_options : shared_options {
  exact_request request;
};

int exact(const exact_options& o, const call& how) {
  exact_request request = o.request;
  request.problem = o;
  request.digits = parse_digits(o.digits);
  command_host host(o);
  stream_table(
      o, how, [&](table_sink& rows) { exact_rows(request, rows, host); }, [] {});
  return 0;
}

}  // namespace

runner define_exact(CLI::App& app) {
  const auto o = std::make_shared<exact_options>();
  app.add_option("SYSTEM", o->request.system, "a system with an exact solution, or FILE.toml");
  app.add_option("--times", o->request.times,
                 "T,T,...: times from the start, in this order; may be negative");
  app.add_option("--step", o->request.step,
                 "instead of --times: the distance of equidistant times, e.g. 0.01 or period/20");
  app.add_option("--steps", o->request.steps, "how many of them after the start");
  add_functions(app, *o);
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_progress(app, *o);
  app.footer(
      "Examples:\n"
      "  plumbline exact pendulum --times 0,period/4,1000*period --digits 50\n"
      "  plumbline exact linear-double-pendulum --step 1/10 --steps 20 --format json\n"
      "  plumbline exact heavy-top.toml --times 0,nutation_period/2 --digits 30");
  return [o](const call& how) { return exact(*o, how); };
}

}  // namespace plumbline::cli
