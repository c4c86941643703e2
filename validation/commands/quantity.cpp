// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "commands/quantity.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <utility>

namespace plumbline::cli {

namespace {

/// The names and texts of the options of quantities that wait for events.
std::array<std::pair<const char*, const std::string*>, 4> event_texts(const event_options& events) {
  return {{{"average", &events.average},
           {"count", &events.count},
           {"coordinate", &events.coordinate},
           {"rule", &events.rule}}};
}

}  // namespace

const std::vector<quantity>& quantities() {
  static const std::vector<quantity> list = {
      {.name = "period",
       .meaning = "the time between zeros, of one coordinate or of an angle's half turns",
       .input = quantity::needs::events,
       .measure = measure_period,
       .keeps = true,
       .rules = {{"step",
                  "step: a shorter step of the scheme from the node before ends on the zero"},
                 {"cubic",
                  "cubic: PD's definition, the zero of the cubic through four nodes, whose "
                  "interpolation error is part of the number",
                  true}}},
      {.name = "amplitude",
       .meaning = "the extrema of one coordinate",
       .input = quantity::needs::events,
       .measure = measure_amplitude,
       .keeps = true,
       .rules = {{"step",
                  "step: a shorter step of the scheme from the node before ends where the "
                  "velocity is zero"},
                 {"parabola",
                  "parabola: PD's definition, the vertex of the parabola of least squares "
                  "through five nodes, whose error of fit is part of the number",
                  true}}},
      {.name = "energy-error",
       .meaning = "max |H_n - H_0| / |H_0| along a trajectory; max |H_n - H_0| where H_0 is 0",
       .input = quantity::needs::trajectory,
       .measure = measure_energy_error,
       .keeps = true,
       .is_relative = true},
      {.name = "invariants",
       .meaning = "the same for every invariant of the system and of the scheme",
       .input = quantity::needs::trajectory,
       .measure = measure_invariants,
       .keeps = true,
       .is_relative = true},
      {.name = "lyapunov",
       .meaning = "growth of a small perturbation: exponent, factor, power law; regular, chaotic "
                  "or undecided",
       .input = quantity::needs::trajectory,
       .measure = measure_lyapunov},
      {.name = "symplecticity",
       .meaning = "Frobenius norm of F'JF - J of one step at the start; of F B(y0) F' - B(y1) "
                  "for equations of first order with [poisson]",
       .input = quantity::needs::one_step,
       .measure = measure_symplecticity},
      {.name = "stability-limit",
       .meaning = "the first step at which the linearised step at the equilibrium grows; 0 where "
                  "every small step does",
       .input = quantity::needs::nothing,
       .measure = measure_stability_limit}};
  return list;
}

std::string in_words(const std::vector<quantity>& list) {
  std::string all;
  for (const auto& q : list) {
    all += fmt::format("{}{} ({})", all.empty() ? "" : "; ", q.name, q.meaning);
  }
  return all;
}

const quantity& find_quantity(const std::vector<quantity>& list, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& q : list) {
    if (q.name == name) {
      return q;
    }
    known.emplace_back(q.name);
  }
  throw invalid_input(unknown_name("quantity", required("the name of a quantity", name), known));
}

const event_rule& find_rule(const quantity& wanted, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& rule : wanted.rules) {
    if (rule.name == name || name.empty()) {
      return rule;
    }
    known.push_back(rule.name);
  }
  throw invalid_input(unknown_name(fmt::format("rule of {}", wanted.name), name, known));
}

void add_measure_request(CLI::App& app, measure_request& request,
                         const std::vector<quantity>& list) {
  app.add_option("QUANTITY", request.quantity, in_words(list));
  app.add_option("SYSTEM", request.system, "see `plumbline list systems`");
  app.add_option("--scheme", request.scheme, "see `plumbline list schemes`");
  app.add_option("--step", request.step, "the step in units of time");
  app.add_option("--steps", request.steps, "how many steps");
  app.add_option("--until", request.until, "instead: the time from start to end");
  app.add_option("--average", request.events.average,
                 "period: N,M for T_avg(N, M) or N,K,L for T_avg(N, K, L); amplitude: FIRST,COUNT");
  app.add_option("--count", request.events.count,
                 "period, amplitude: instead, so many single values (default 1)");
  app.add_option("--coordinate", request.events.coordinate,
                 "period, amplitude: which coordinate (default q1)");
  app.add_option(
      "--rule", request.events.rule,
      "where zeros and extrema lie between the steps: step (default: where a shorter step "
      "of the scheme ends on them), or PD's definitions cubic (period) and parabola "
      "(amplitude)");
}

measurement read_measurement(const quantity& wanted, const measure_request& request,
                             const shared_options& options) {
  const int digits = parse_digits(options.digits);
  problem p = read_problem(request.system, options, {required("--scheme", request.scheme)});
  const scheme_choice scheme = only_scheme(p);
  measurement m{&wanted, options, std::move(p), scheme, {}, {}, 0, digits, request.events};
  if (wanted.input != quantity::needs::nothing) {
    m.step = positive_step(request.step, m.p.names);
  } else if (!request.step.empty()) {
    throw invalid_input(fmt::format("{} takes no --step: it looks for one", wanted.name));
  }
  m.has_end = !request.steps.empty() || !request.until.empty();
  if (wanted.input == quantity::needs::trajectory ||
      (wanted.input == quantity::needs::events && m.has_end)) {
    m.steps = step_count(*m.step, request.steps, request.until, m.p.names);
    if (!request.until.empty()) {
      m.until = duration(request.until, m.p.names);
    }
  } else if (m.has_end) {
    throw invalid_input(fmt::format("{} takes neither --steps nor --until", wanted.name));
  }
  for (const auto& [name, text] : event_texts(request.events)) {
    if (wanted.input != quantity::needs::events && !text->empty()) {
      throw invalid_input(fmt::format("{} takes no --{}", wanted.name, name));
    }
  }
  if (!wanted.rules.empty()) {
    m.rule = &find_rule(wanted, request.events.rule);
  }
  return m;
}

metadata metadata_of(const measurement& m, const measure_request& request) {
  metadata meta = {{"quantity", request.quantity}};
  for (auto& entry : metadata_of(m.p, m.digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"scheme", request.scheme});
  if (m.wanted->measure == measure_symplecticity) {
    const bool poisson = m.p.system->kind == system_kind::first_order;
    meta.push_back({"norm", poisson ? "F B(y0) F' - B(y1)" : "F'JF - J"});
  }
  if (m.step) {
    meta.push_back({"step", request.step});
  }
  if (m.has_end) {
    meta.push_back({"steps", m.steps});
  }
  for (const auto& [name, text] : event_texts(request.events)) {
    if (!text->empty() && text != &request.events.rule) {
      meta.push_back({name, *text});
    }
  }
  if (m.rule != nullptr) {
    meta.push_back({"rule", m.rule->meaning});
  }
  meta.push_back({"digits", m.digits});
  return meta;
}

}  // namespace plumbline::cli
