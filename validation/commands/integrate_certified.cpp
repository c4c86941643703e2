// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline integrate SYSTEM --certified --step H --steps N --digits D`
#include "cli/control.hpp"
#include "cli/meta.hpp"
#include "commands/integrate_options.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/certified.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::cli {

namespace {

/// The numbers of the problem in the digits of the present scope, each rounded once.
certified_input input_of(const problem& p, const expression& step) {
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
  return numbers;
}

}  // namespace

std::int64_t integrate_options::rows_are_every() const {
  return every.empty() ? 1 : parse_count("--every", every, 1, most_steps);
}

void refuse_options(const std::vector<std::pair<const char*, const std::string*>>& options,
                    const std::string& reason) {
  for (const auto& [name, text] : options) {
    if (!text->empty()) {
      throw invalid_input(fmt::format("{} {}", name, reason));
    }
  }
}

int integrate_certified(const integrate_options& o, const call& how) {
  refuse_options({{"--scheme", &o.scheme},
                  {"--times", &o.times},
                  {"--tolerance", &o.tolerance},
                  {"--observe", &o.observe},
                  {"--plot", &o.plot},
                  {"--checkpoint", &o.checkpoint.file},
                  {"--resume", &o.checkpoint.resume}},
                 "does not go with --certified, which takes --step with --steps or --until");
  if (!can_certify()) {
    throw invalid_input(
        "--certified needs a program built with Arb (Debian: libflint-arb-dev); this one is not");
  }
  const int digits = parse_digits(o.digits);
  const auto format = parse_format(o.format.empty() ? "csv" : o.format);
  const problem p = read_problem(o.system, o);
  if (p.system->has_zones) {
    throw invalid_input(fmt::format(
        "{} changes its law from zone to zone; --certified needs one law", p.system->name()));
  }
  if (p.matrices) {
    throw invalid_input(
        "--certified does not take --matrices; write the Lagrangian in a system file");
  }
  const expression step = positive_step(o.step, p.names);
  certified_problem asked;
  asked.formulas = make_problem<double>(p).system.formulas();
  asked.input = [&p, &step] { return input_of(p, step); };
  asked.steps = step_count(step, o.steps, o.until, p.names);
  asked.every = o.rows_are_every();
  asked.digits = digits;

  const stops_politely polite;
  auto out = open_output(o);
  progress_bar bar(o, asked.steps);
  const certified_trajectory found = certify(asked, control_of(p, bar));
  throw_if_stopped();

  metadata meta = metadata_of(how);
  for (auto& entry : metadata_of(p, digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"step", o.step});
  meta.push_back({"steps", asked.steps});
  meta.push_back({"every", asked.every});
  meta.push_back({"digits", digits});
  meta.push_back({"proven", std::string("each number within one unit of its last printed place")});
  meta.push_back({"method", std::string(certified_trajectory::method)});
  meta.push_back({"working_digits", found.working_digits});
  meta.push_back({"order", found.order});
  std::vector<std::string> names = {"t"};
  for (const auto& name : state_columns(*p.system, p.dimension)) {
    names.push_back(name);
  }
  std::string radius = "radius";
  while (std::ranges::find(names, radius) != names.end()) {  // a coordinate may be called so
    radius += "_";
  }
  names.push_back(radius);
  table_writer table(out, format, meta, number_columns(names));
  for (const certified_row& row : found.rows) {
    std::vector<std::string> cells = {row.t};
    cells.insert(cells.end(), row.state.begin(), row.state.end());
    cells.push_back(row.radius);
    table.row(cells);
  }
  table.finish();
  out.commit();
  return 0;
}

}  // namespace plumbline::cli
