// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "commands/measure_request.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string>

namespace plumbline::cli {

namespace {

/// "period (the time between zeros ...); amplitude (...); ..." for the help.
std::string in_words(const std::vector<quantity>& list) {
  std::string all;
  for (const auto& q : list) {
    all += fmt::format("{}{} ({})", all.empty() ? "" : "; ", q.name, q.meaning);
  }
  return all;
}

}  // namespace

void add_measure_request(CLI::App& app, measure_request& request,
                         const std::vector<quantity>& list) {
  app.add_option(
      "QUANTITY", request.quantity,
      in_words(list) + "; or a formula of the run in quotes: see `plumbline help formulas`");
  app.add_option("SYSTEM", request.system, "see `plumbline list systems`");
  app.add_option("--scheme", request.scheme, "see `plumbline list schemes`");
  app.add_option("--step", request.step, "the step in units of time");
  app.add_option("--steps", request.steps, "how many steps");
  app.add_option("--until", request.until, "instead: the time from start to end");
  app.add_option("--average", request.events.average,
                 "period: N,M for T_avg(N, M) or N,K,L for T_avg(N, K, L); amplitude: FIRST,COUNT");
  app.add_option("--count", request.events.count,
                 "period, amplitude: instead, so many single values (default 1)");
  app.add_option(
      "--coordinate", request.events.coordinate,
      "period, amplitude, zero, extremum: which coordinate (default q1), or a formula of the "
      "state in quotes");
  app.add_option("--with", request.arguments,
                 "an argument that the quantity alone has, NAME=VALUE: see `plumbline show "
                 "QUANTITY`; may be repeated")
      ->allow_extra_args(false);
  app.add_option(
      "--rule", request.events.rule,
      "where zeros and extrema lie between the steps: step (default: where a shorter step "
      "of the scheme ends on them), or PD's definitions cubic (period) and parabola "
      "(amplitude)");
}

}  // namespace plumbline::cli
