// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline measure QUANTITY SYSTEM --scheme S --step H ...`. The quantities stand in
// lib/study/quantities.def.
#include "cli/checkpoint.hpp"
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/partial_values.hpp"
#include "commands/measure_request.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/drawn_points.hpp>
#include <plumbline/io/picture.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/scheme_file.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace plumbline::cli {

namespace {

struct measure_options : shared_options {
  measure_request request;
  std::string plot;
  checkpoint_options checkpoint;
};

/// The values over their number; where they have names of their own, the label says which is which.
void draw(const picture& file, const quantity& wanted, const std::vector<named_value>& values) {
  plot p;
  p.description = wanted.name;
  p.x_label = "number";
  p.y_label = wanted.name;
  p.curves.push_back({"", curve_role::first, drawn_as::line_and_markers, {}});
  std::vector<drawn_points> points(1);
  std::string names;
  bool numbered = true;  // period1, period2 ...
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    points[0].add(static_cast<double>(i + 1), values[i].re);
    numbered = numbered && values[i].name.ends_with(number);
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ", number, values[i].name);
  }
  put_points(p, points);
  constexpr std::size_t longest = 60;
  if (!numbered && values.size() > 1 && names.size() <= longest) {
    p.x_label = plain_label(names);
    p.curves[0].how = drawn_as::markers;
  }
  p.x_range = {0, static_cast<double>(values.size() + 1)};
  file.draw(p);
}

/// What was given as --scheme and stands for this scheme: its name, or its file.
std::string given_name(const measure_options& o, const scheme_choice& scheme) {
  for (const auto& text : split_list("--scheme", o.request.scheme)) {
    const std::string name = text.substr(0, text.find(':'));
    if (scheme_of(name)->info.name == scheme.entry->info.name) {
      return name;
    }
  }
  return scheme.entry->info.name;
}

/// The quantity of each scheme: its name stands before the names of its values.
int measure_several(const measure_options& o, const call& how, const quantity& wanted,
                    const problem& all) {
  if (!(o.checkpoint.file + o.checkpoint.every + o.checkpoint.resume + o.plot).empty()) {
    throw invalid_input("a checkpoint and a plot are of one scheme; measure one at a time");
  }
  metadata meta = head_of_table(how.command_line);
  std::vector<named_value> values;
  for (const auto& scheme : all.schemes) {
    // the same request for this scheme alone: its settings stand behind its name, those of the system in --set
    measure_request request = o.request;
    const std::string name = full_label_of(scheme);
    request.scheme = given_name(o, scheme) + name.substr(scheme.entry->info.name.size());
    shared_options one = o;
    one.set.clear();
    for (const auto& [parameter, value] : all.parameters) {
      one.set.push_back(all.system->name() + "." + parameter + "=" + value);
    }
    const measurement m = read_measurement(wanted, request, one, parse_digits(one.digits));
    if (values.empty()) {
      for (auto& entry : metadata_of(m, o.request)) {
        meta.push_back(std::move(entry));
      }
    }
    command_host host(one);
    const auto add = [&](std::vector<named_value> of_scheme) {
      for (auto& value : of_scheme) {
        value.name = label_of(all, scheme) + " " + value.name;
        values.push_back(std::move(value));
      }
      for (auto fact : host.facts()) {
        fact.key = label_of(all, scheme) + " " + fact.key;
        meta.push_back(std::move(fact));
      }
    };
    try {
      add(wanted.measure(m, host));
    } catch (const interrupted_measurement& e) {
      add(e.so_far());
      write_partial_values(o, meta, values);
      throw;
    } catch (const interrupted&) {
      write_partial_values(o, meta, values);
      throw;
    }
  }
  write_named_values(o, meta, number_kind::real, values);
  return 0;
}

int measure(const measure_options& o, const call& how) {
  if (!o.format.empty()) {
    (void)parse_format(o.format);
  }
  const quantity& wanted = find_quantity(quantities(), o.request.quantity);
  const bool needs_scheme = wanted.kind != quantity::kinds::formula || !o.request.scheme.empty();
  const problem all =
      read_problem(o.request.system, o,
                   needs_scheme ? split_list("--scheme", required("--scheme", o.request.scheme))
                                : std::vector<std::string>{});
  if (all.schemes.size() > 1) {
    return measure_several(o, how, wanted, all);
  }
  const measurement m = read_measurement(wanted, o.request, o, parse_digits(o.digits));
  metadata meta = head_of_table(how.command_line);
  for (auto& entry : metadata_of(m, o.request)) {
    meta.push_back(std::move(entry));
  }
  if (!m.wanted->keeps && !(o.checkpoint.file + o.checkpoint.every + o.checkpoint.resume).empty()) {
    throw invalid_input(fmt::format("{} leaves no checkpoints", m.wanted->name));
  }
  const picture drawing(o.plot);
  checkpoint_keeper keeper(o.checkpoint, how, meta);
  command_host host(o, &keeper);
  const auto values = [&] {
    try {
      return m.wanted->measure(m, host);
    } catch (const interrupted_measurement& e) {
      write_partial_values(o, meta, e.so_far());
      throw;
    } catch (const interrupted&) {
      write_partial_values(o, meta, {});
      throw;
    }
  }();
  if (drawing.wanted()) {
    draw(drawing, *m.wanted, values);
  }
  meta.insert(meta.end(), host.facts().begin(), host.facts().end());
  write_named_values(o, meta, number_kind::real, values);
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
