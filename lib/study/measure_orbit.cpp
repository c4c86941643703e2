// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity orbit: start and period of the periodic orbit of the flow near the start, and what the flow keeps along it. It is the
// orbit of `plumbline orbit`, whose options are its arguments; that command has multipliers and proofs, too.
#include "study/orbit_reading.hpp"
#include "study/orbit_rows.hpp"
#include "study/quantity_entries.hpp"
#include <plumbline/core/interruption.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/texts.hpp>

namespace plumbline {

namespace {

orbit_request request_of(const measurement& m) {
  const auto text = [&](const char* name) { return argument_of(m, name); };
  return {.system = m.system,
          .problem = m.texts,
          .period = text("period"),
          .section = text("section"),
          .direction = text("direction"),
          .returns = text("returns"),
          .hold = text("hold").empty() ? std::vector<std::string>{}
                                       : split_list("--hold", text("hold")),
          .reversor = text("reversor"),
          .symmetry = text("symmetry"),
          .digits = m.digits};
}

void check_orbit(const measurement& m) {
  const orbit_request request = request_of(m);
  orbit_question question = read_question(request);
  if (request.section.empty()) {
    const precision_scope scope(question.digits + guard_digits);
    (void)guess_of(request, question);
  }
}

std::vector<quantity_line> lines_of_orbit(const measurement& m) {
  const orbit_question question = read_question(request_of(m));
  std::vector<quantity_line> lines;
  for (const auto& name : state_columns(*m.p.system, m.p.dimension)) {
    lines.push_back({name});
  }
  lines.push_back({"period"});
  const precision_scope scope(question.digits + guard_digits);
  orbit_flow flow(question.p);
  for (const state_function& each : kept_by_flow(question, flow).to_print) {
    lines.push_back({each.name});
  }
  return lines;
}

std::vector<named_value> measure_orbit(const measurement& m, run_host& host) {
  const interruptible ends([&host] { throw_if_stopped(host); });
  const orbit_request request = request_of(m);
  orbit_question question = read_question(request);
  const auto progress = host.begin(0, "iterations");
  const precision_scope wide(question.digits + guard_digits);
  const orbit_guess guess = guess_of(request, question);
  const orbit_once once = find_orbit_once(question, guess.start, guess.period, guess.returns);
  if (once.passages > 1) {
    host.warn(said_of(once));
  }
  const precision_scope scope(once.found.working_digits);
  orbit_equations equations(question, guess.start, once.period);
  orbit_rows rows(m.digits);
  add_orbit(rows, m.p, equations, in_scope(once.found.u));
  std::vector<named_value> values;
  for (const auto& row : rows.take(2)) {
    values.push_back({row[0], row[1], {}});
  }
  return values;
}

}  // namespace

quantity orbit_quantity() {
  return {
      .name = "orbit",
      .meaning = "the periodic orbit of the flow near the start: its start, its period, its energy",
      .input = quantity::needs::nothing,
      .measure = measure_orbit,
      .arguments = {{"period", "a guess of it"},
                    {"section", "instead: the orbit starts where this formula is 0", false},
                    {"direction", "of the section: up, down or both", false},
                    {"returns", "which return closes the orbit"},
                    {"hold", "NAME=VALUE,…: what the orbit has (the energy of the start)", false},
                    {"reversor", "x=-x,…: what changes when the time is reversed", false},
                    {"symmetry", "K:x1=x2,…: q(t + T/K) = S q(t)", false}},
      .example = "pendulum --with period=1.18",
      .check = check_orbit,
      .lines = lines_of_orbit,
      .of_flow = true};
}

}  // namespace plumbline
