// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline measure QUANTITY SYSTEM --scheme S --step H ...`. The quantities stand in quantity.cpp.
#include "commands/command.hpp"
#include "commands/quantity.hpp"
#include "shared/meta.hpp"
#include "shared/named_values.hpp"
#include "shared/picture.hpp"
#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace plumbline::cli {

namespace {

struct options : shared_options {
  measure_request request;
  std::string plot;
  checkpoint_options checkpoint;
};

/// The values over their number.
void draw(const picture& file, const quantity& wanted, const std::vector<named_value>& values) {
  report::plot p;
  p.description = wanted.name;
  p.x_label = "number";
  p.y_label = wanted.name;
  p.curves.push_back({"", report::role::first, report::drawn_as::line_and_markers, {}});
  for (std::size_t i = 0; i < values.size(); ++i) {
    p.curves[0].points.push_back({static_cast<double>(i + 1), drawn_value(values[i].re)});
  }
  p.x_range = {0, static_cast<double>(values.size() + 1)};
  file.draw(p);
}

int measure(const options& o, const call& how) {
  if (!o.format.empty()) {
    (void)parse_format(o.format);
  }
  measurement m =
      read_measurement(find_quantity(quantities(), o.request.quantity), o.request, o, true);
  metadata meta = metadata_of(how);
  for (auto& entry : metadata_of(m, o.request)) {
    meta.push_back(std::move(entry));
  }
  if (!m.wanted->keeps && !(o.checkpoint.file + o.checkpoint.every + o.checkpoint.resume).empty()) {
    throw invalid_input(fmt::format("{} leaves no checkpoints", m.wanted->name));
  }
  const picture drawing(o.plot);
  checkpoint_keeper keeper(o.checkpoint, how, meta);
  m.keeper = &keeper;
  const std::vector<scheme_choice> schemes = m.p.schemes;
  if (schemes.size() > 1 && keeper.wanted()) {
    throw invalid_input("a checkpoint is of one scheme; measure one scheme at a time");
  }
  std::vector<named_value> values;
  for (const auto& scheme : schemes) {
    m.scheme = scheme;
    m.p.schemes = {scheme};
    for (auto& value : m.wanted->measure(m)) {
      value.name = schemes.size() > 1 ? scheme.label + " " + value.name : value.name;
      values.push_back(std::move(value));
    }
  }
  if (drawing.wanted()) {
    draw(drawing, *m.wanted, values);
  }
  write_named_values(o, meta, false, values);
  return 0;
}

}  // namespace

runner define_measure(CLI::App& app) {
  const auto o = std::make_shared<options>();
  add_measure_request(app, o->request, quantities());
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "NAME = VALUE lines");
  add_plot(app, o->plot);
  add_progress(app, *o);
  add_checkpoint(app, o->checkpoint);
  app.footer(
      "Examples:\n"
      "  plumbline measure energy-error pendulum --scheme simpson --step period/20 --until "
      "100*period\n"
      "  plumbline measure period pendulum --set omega=1 --start q1=0 --start p1=1.8 --scheme "
      "midpoint --step 0.1 --average 0,20\n"
      "  plumbline measure stability-limit linear-double-pendulum --scheme simpson");
  return [o](const call& how) { return measure(*o, how); };
}

}  // namespace plumbline::cli
