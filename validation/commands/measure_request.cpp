// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "commands/measure_request.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

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

/// Arguments that quantities of long times alone have, as options of their own.
constexpr std::array<std::pair<const char*, const char*>, 7> long_time_options = {{
    {"terms", "shadow-energy: the orders K, even (default 4,8,12,16,24)"},
    {"window", "shadow-energy of several steps: the time that a window has, K = 2 L/H"},
    {"equilibrium", "splitting: q1=X, the equilibrium near X (the one nearest to the start)"},
    {"branch", "splitting: + or -, whether the separatrix leaves towards larger q1 (default +)"},
    {"members", "roundoff: how many runs, whose starts differ by 1 % (default 32)"},
    {"rounding", "roundoff, in double: nearest (default), toward-zero, up or down"},
    {"accept", "roundoff: the error up to which the horizon counts"},
}};

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
  for (const auto& [name, meaning] : long_time_options) {
    app.add_option(std::string("--") + name, request.options[name], meaning);
  }
  app.add_option(
      "--rule", request.events.rule,
      "where zeros and extrema lie between the steps: step (default: where a shorter step "
      "of the scheme ends on them), or PD's definitions cubic (period) and parabola "
      "(amplitude)");
}

}  // namespace plumbline::cli
