// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline measure QUANTITY SYSTEM --scheme S --step H ...`. The quantities stand in the list below:
// one function and one line each.
#include "commands/command.hpp"
#include "commands/quantity.hpp"
#include "shared/digits.hpp"
#include "shared/meta.hpp"
#include "shared/named_values.hpp"
#include "shared/nearest.hpp"
#include "shared/step_count.hpp"
#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace plumbline::cli {

namespace {

struct options : shared_options {
  std::string quantity;
  std::string system;
  std::string scheme;
  std::string step;
  std::string steps;
  std::string until;
  event_options events;
  checkpoint_options checkpoint;
};

struct quantity {
  const char* name;
  const char* meaning;
  enum class needs { trajectory, events, one_step, nothing } input;
  bool keeps;  ///< leaves checkpoints
  std::vector<named_value> (*measure)(const measurement&);
};

const std::vector<quantity>& quantities() {
  static const std::vector<quantity> list = {
      {"period", "the time between zeros, of one coordinate or of an angle's half turns",
       quantity::needs::events, true, measure_period},
      {"amplitude", "the extrema of one coordinate", quantity::needs::events, true,
       measure_amplitude},
      {"energy-error", "max |H_n - H_0| / |H_0| along a trajectory", quantity::needs::trajectory,
       true, measure_energy_error},
      {"invariants", "the same for every invariant of the system and of the scheme",
       quantity::needs::trajectory, true, measure_invariants},
      {"lyapunov",
       "growth of a small perturbation: exponent, factor, power law, regular or chaotic",
       quantity::needs::trajectory, false, measure_lyapunov},
      {"symplecticity", "Frobenius norm of F'JF - J of one step at the start",
       quantity::needs::one_step, false, measure_symplecticity},
      {"stability-limit", "the first step at which the linearised step at the equilibrium grows",
       quantity::needs::nothing, false, measure_stability_limit}};
  return list;
}

const quantity& find_quantity(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& q : quantities()) {
    if (q.name == name) {
      return q;
    }
    known.emplace_back(q.name);
  }
  throw invalid_input(unknown_name("quantity", name, known));
}

int measure(const options& o, const call& how) {
  const int digits = parse_digits(o.digits);
  if (!o.format.empty()) {
    (void)parse_format(o.format);
  }
  const quantity& wanted = find_quantity(required("the name of a quantity", o.quantity));
  const problem p = read_problem(o.system, o, {required("--scheme", o.scheme)});
  measurement m{o, p, p.schemes.front(), std::nullopt, 0, digits, o.events};
  const std::vector<std::pair<const char*, const std::string*>> event_texts = {
      {"average", &o.events.average},
      {"count", &o.events.count},
      {"coordinate", &o.events.coordinate}};
  if (wanted.input != quantity::needs::nothing) {
    m.step = positive_step(o.step, p.names);
  } else if (!o.step.empty()) {
    throw invalid_input(fmt::format("{} takes no --step: it looks for one", wanted.name));
  }
  m.has_end = !o.steps.empty() || !o.until.empty();
  if (wanted.input == quantity::needs::trajectory ||
      (wanted.input == quantity::needs::events && m.has_end)) {
    m.steps = step_count(*m.step, o.steps, o.until, p.names);
  } else if (m.has_end) {
    throw invalid_input(fmt::format("{} takes neither --steps nor --until", wanted.name));
  }
  for (const auto& [name, text] : event_texts) {
    if (wanted.input != quantity::needs::events && !text->empty()) {
      throw invalid_input(fmt::format("{} takes no --{}", wanted.name, name));
    }
  }
  metadata meta = metadata_of(how);
  meta.push_back({"quantity", o.quantity});
  for (auto& entry : metadata_of(p, digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"scheme", o.scheme});
  if (m.step) {
    meta.push_back({"step", o.step});
  }
  if (m.has_end) {
    meta.push_back({"steps", m.steps});
  }
  for (const auto& [name, text] : event_texts) {
    if (!text->empty()) {
      meta.push_back({name, *text});
    }
  }
  meta.push_back({"digits", digits});
  if (!wanted.keeps && !(o.checkpoint.file + o.checkpoint.every + o.checkpoint.resume).empty()) {
    throw invalid_input(fmt::format("{} leaves no checkpoints", wanted.name));
  }
  checkpoint_keeper keeper(o.checkpoint, how, meta);
  m.keeper = &keeper;
  write_named_values(o, meta, false, wanted.measure(m));
  return 0;
}

}  // namespace

runner define_measure(CLI::App& app) {
  const auto o = std::make_shared<options>();
  std::string all;
  for (const auto& q : quantities()) {
    all += fmt::format("{}{} ({})", all.empty() ? "" : "; ", q.name, q.meaning);
  }
  app.add_option("QUANTITY", o->quantity, all);
  app.add_option("SYSTEM", o->system, "see `plumbline list systems`");
  app.add_option("--scheme", o->scheme, "see `plumbline list schemes`");
  app.add_option("--step", o->step, "the step in units of time");
  app.add_option("--steps", o->steps, "how many steps");
  app.add_option("--until", o->until, "instead: the time from start to end");
  app.add_option("--average", o->events.average,
                 "period: N,M for T_avg(N, M) or N,K,L for T_avg(N, K, L); amplitude: FIRST,COUNT");
  app.add_option("--count", o->events.count,
                 "period, amplitude: instead, so many single values (default 1)");
  app.add_option("--coordinate", o->events.coordinate,
                 "period, amplitude: which coordinate (default q1)");
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "NAME = VALUE lines");
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
