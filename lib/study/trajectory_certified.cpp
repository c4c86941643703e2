// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/constrained_start.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/study/certified.hpp>
#include <plumbline/study/section.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

namespace plumbline {

namespace {

/// The numbers of the problem in the digits of the present scope, each rounded once.
certified_input certified_input_of(const problem& p, const expression& step) {
  const problem_in<mp> in = make_problem<mp>(p);
  certified_input numbers;
  numbers.parameters = in.system.parameters();
  numbers.q = in.start.q;
  numbers.t0 = in.t0;
  numbers.step = evaluate<mp>(step, p.names);
  if (p.system->kind == system_kind::first_order) {
    return numbers;
  }
  numbers.rate.resize(in.start.q.size());
  for (std::size_t i = 0; i < p.start.by_default.size(); ++i) {
    numbers.rate[static_cast<Eigen::Index>(i)] = evaluate<mp>(p.start.by_default[i], p.names);
  }
  numbers.rate_is_velocity = p.start.default_is_velocity;
  for (const auto& value : p.start.given) {
    numbers.given.push_back(value ? std::optional<mp>(evaluate<mp>(*value, p.names))
                                  : std::nullopt);
  }
  numbers.given_is_velocity = p.start.given_is_velocity;
  put_spins_of(p, numbers);
  return numbers;
}

/// Throws invalid_input where nothing can be proven of the problem.
problem certifiable_problem(const integration_request& request) {
  if (!can_certify()) {
    throw invalid_input(
        "--certified needs a program built with Arb (Debian: libflint-arb-dev); this one is not");
  }
  problem p = read_problem(request.system, request.problem);
  if (p.system->has_zones) {
    throw invalid_input(fmt::format(
        "{} changes its law from zone to zone; --certified needs one law", p.system->name()));
  }
  if (p.matrices) {
    throw invalid_input(
        "--certified does not take --matrices; write the Lagrangian in a system file");
  }
  return p;
}

std::vector<std::string> columns_of(const problem& p) {
  std::vector<std::string> names = {"t"};
  for (const auto& name : state_columns(*p.system, p.dimension)) {
    names.push_back(name);
  }
  return names;
}

}  // namespace

void certified_rows(const integration_request& request, table_sink& rows, run_host& host) {
  refuse_options({{"--scheme", &request.scheme},
                  {"--times", &request.times},
                  {"--strobe", &request.strobe},
                  {"--tolerance", &request.tolerance},
                  {"--stop-at", &request.stop_at},
                  {"--observe", &request.observe}},
                 "does not go with --certified, which takes --step with --steps or --until");
  const problem p = certifiable_problem(request);
  const expression step = positive_step(request.step, p.names);
  certified_problem asked;
  asked.formulas = make_problem<double>(p).system.formulas();
  asked.input = [&p, &step] { return certified_input_of(p, step); };
  asked.steps = step_count(step, request.steps, request.until, p.names);
  asked.every = rows_are_every(request);
  asked.digits = request.digits;

  const auto progress = host.begin(asked.steps, "steps");
  rows.open();
  const certified_trajectory found = certify(asked, control_of(p, host, *progress));
  throw_if_stopped(host);

  metadata facts = metadata_of(p, request.digits);
  facts.push_back({"step", request.step});
  facts.push_back({"steps", asked.steps});
  facts.push_back({"every", asked.every});
  facts.push_back({"digits", request.digits});
  facts.push_back({"proven", std::string("each number within one unit of its last printed place")});
  facts.push_back({"method", std::string(certified_trajectory::method)});
  facts.push_back({"working_digits", found.working_digits});
  facts.push_back({"order", found.order});
  std::vector<std::string> names = columns_of(p);
  names.push_back(free_name("radius", names));
  rows.begin(facts, number_columns(names));
  for (const certified_row& row : found.rows) {
    std::vector<std::string> cells = {row.t};
    cells.insert(cells.end(), row.state.begin(), row.state.end());
    cells.push_back(row.radius);
    rows.row(cells);
  }
}

void certified_section_rows(const integration_request& request, table_sink& rows, run_host& host) {
  refuse_options({{"--scheme", &request.scheme},
                  {"--step", &request.step},
                  {"--steps", &request.steps},
                  {"--times", &request.times},
                  {"--strobe", &request.strobe},
                  {"--tolerance", &request.tolerance},
                  {"--every", &request.every},
                  {"--stop-at", &request.stop_at},
                  {"--observe", &request.observe}},
                 "does not go with --certified --section, which takes --until");
  const problem p = certifiable_problem(request);
  const section what = read_section({request.section, request.direction, request.count});
  const expression until = duration(request.until, p.names);
  const auto formulas = make_problem<double>(p).system.formulas();
  const auto g = record_section(p, formulas, what.formula);
  certified_problem asked;
  asked.formulas = formulas;
  asked.input = [&] {
    certified_input input = certified_input_of(p, until);
    input.followed_parameters = parameters_of<mp>(*g, p);
    return input;
  };
  asked.steps = 1;
  asked.digits = request.digits;
  wanted_crossings wanted;
  wanted.counts = [&what](int direction) { return counts(what.direction, direction); };
  wanted.most = what.count;
  const auto progress = host.begin(0, "crossings");
  rows.open();
  const certified_crossings proven =
      certify_crossings(asked, *g, wanted, control_of(p, host, *progress));
  throw_if_stopped(host);

  metadata facts = metadata_of(p, request.digits);
  facts.push_back({"until", until.text()});
  facts.push_back({"digits", request.digits});
  facts.push_back({"section", what.formula});
  facts.push_back({"direction", to_string(what.direction)});
  if (what.count > 0) {
    facts.push_back({"count", what.count});
  }
  facts.push_back(
      {"proven", std::string("these crossings and no others; each number, the time too, "
                             "within one unit of its last printed place")});
  facts.push_back({"method", std::string(certified_crossings::method)});
  facts.push_back({"working_digits", proven.working_digits});
  facts.push_back({"order", proven.order});
  facts.push_back({"located", std::string("proven interval")});
  facts.push_back({"crossings", static_cast<std::int64_t>(proven.found.size())});
  facts.push_back({"start_on_section", std::string(proven.started_on_section ? "yes" : "no")});
  std::vector<std::string> names = columns_of(p);
  names.push_back(free_name("direction", names));
  names.push_back(free_name("radius", names));
  auto columns = number_columns(names);
  columns[columns.size() - 2].kind = column_kind::count;
  rows.begin(facts, columns);
  for (const certified_crossing& crossing : proven.found) {
    std::vector<std::string> cells = {crossing.row.t};
    cells.insert(cells.end(), crossing.row.state.begin(), crossing.row.state.end());
    cells.push_back(std::to_string(crossing.direction));
    cells.push_back(crossing.row.radius);
    rows.row(cells);
  }
}

}  // namespace plumbline
