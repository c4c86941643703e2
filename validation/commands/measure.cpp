// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline measure QUANTITY SYSTEM --scheme S --step H ...`. The quantities stand in
// lib/study/quantities.def.
#include "cli/checkpoint.hpp"
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/named_values.hpp"
#include "commands/measure_request.hpp"
#include <plumbline/io/picture.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace plumbline::cli {

namespace {

struct measure_options : shared_options {
  measure_request request;
  std::string plot;
  checkpoint_options checkpoint;
  bool gives_digits = false;  ///< --digits is more than its default
};

int digits_of(const measure_options& o) {
  return o.gives_digits ? parse_digits(o.digits) : usual_digits_of(o.request.quantity);
}

int measure(const measure_options& o, const call& how) {
  if (!o.format.empty()) {
    (void)parse_format(o.format);
  }
  const auto facts_of = [&how](const measured_values& found) {
    metadata facts = head_of_table(how.command_line);
    facts.insert(facts.end(), found.facts.begin(), found.facts.end());
    return facts;
  };
  const picture drawing(o.plot);
  command_host host(o, o.checkpoint, how);
  try {
    const measured_values found =
        plumbline::measure(o.request, o, digits_of(o), host, drawing.wanted());
    drawing.draw(found.picture);
    write_named_values(o, facts_of(found), number_kind::real, found.values);
  } catch (const interrupted_values& e) {
    write_named_values(o, facts_of(e.so_far()), number_kind::real, e.so_far().values, false);
    throw;
  }
  return 0;
}

}  // namespace

runner define_measure(CLI::App& app) {
  const auto o = std::make_shared<measure_options>();
  add_measure_request(app, o->request, quantities());
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "NAME = VALUE lines");
  add_plot(app, o->plot);
  add_jobs(app, *o);
  add_progress(app, *o);
  add_checkpoint(app, o->checkpoint);
  app.footer(
      "Examples:\n"
      "  plumbline measure energy-error pendulum --scheme simpson --step period/20 --until "
      "100*period\n"
      "  plumbline measure period pendulum --set omega=1 --start q1=0 --start p1=1.8 --scheme "
      "midpoint --step 0.1 --average 0,20\n"
      "  plumbline measure stability-limit linear-double-pendulum --scheme simpson");
  return [o, &app](const call& how) {
    o->gives_digits = app.get_option("--digits")->count() > 0;
    o->request.jobs = parse_jobs(o->jobs);
    return measure(*o, how);
  };
}

}  // namespace plumbline::cli
