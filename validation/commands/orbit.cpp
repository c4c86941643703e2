// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline orbit SYSTEM (--period T | --section EXPR --returns N)`
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/options.hpp"
#include <plumbline/core/interruption.hpp>
#include <plumbline/study/orbit_table.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace plumbline::cli {

namespace {

struct orbit_options : shared_options {
  std::vector<std::string> words;  ///< SYSTEM, or: verify FILE
  orbit_request request;
};

/// NAME = VALUE lines, with the radius of a proven orbit in parentheses behind; a table where --format asks for one.
void write_orbit(const orbit_options& o, const call& how, const table_value& found) {
  auto out = open_output(o);
  if (o.format.empty() && o.request.continuation.empty()) {
    for (const auto& row : found.rows) {
      const bool has_radius = row.size() > 2 && !row[2].empty();
      out.write(has_radius ? fmt::format("{} = {} +/- {}\n", row[0], row[1], row[2])
                           : fmt::format("{} = {}\n", row[0], row[1]));
    }
  } else {
    metadata facts = head_of_table(how.command_line);
    facts.insert(facts.end(), found.facts.begin(), found.facts.end());
    table_writer table(out, parse_format(o.format.empty() ? "csv" : o.format), facts,
                       found.columns);
    for (const auto& row : found.rows) {
      table.row(row);
    }
    table.finish();
  }
  out.commit();
}

/// Makes the proof of a certificate again.
int verify(const orbit_options& o) {
  if (o.words.size() != 2) {
    throw invalid_input("orbit verify needs one certificate: plumbline orbit verify FILE");
  }
  command_host host(o);
  const orbit_verdict found = verify_orbit(o.words[1], host);
  std::string text;
  for (const auto& line : found.wrong) {
    text += line + "\n";
  }
  if (found.wrong.empty()) {
    text = fmt::format("OK\n{} numbers proven again; unique within {}\n", found.numbers,
                       found.unique_within);
  }
  auto out = output::standard();
  out.write(text);
  out.commit();
  return found.wrong.empty() ? 0 : 1;
}

int orbit(const orbit_options& o, const call& how) {
  if (o.words.size() > 1) {
    throw invalid_input(
        fmt::format("'{}' is one word too many; see plumbline orbit --help", o.words[1]));
  }
  if (!o.format.empty()) {
    (void)parse_format(o.format);
  }
  orbit_request request = o.request;
  request.system = o.words.empty() ? std::string() : o.words.front();
  request.problem = o;
  request.digits = parse_digits(o.digits);
  command_host host(o);
  write_orbit(o, how, orbit_table(request, host));
  return 0;
}

}  // namespace

runner define_orbit(CLI::App& app) {
  const auto o = std::make_shared<orbit_options>();
  app.add_option("SYSTEM", o->words, "see `plumbline list systems`, or a file; or: verify FILE");
  app.add_option("--period", o->request.period, "a guess of the period, in units of time");
  app.add_option(
      "--hold", o->request.hold,
      "NAME=VALUE: what tells the orbit from its neighbours: period, energy, a coordinate, "
      "v.NAME, p.NAME or an invariant; otherwise the energy of the guess");
  app.add_option(
      "--reversor", o->request.reversor,
      "\"x=-x,...\": how coordinates (of systems of first order: states) change when time "
      "is reversed; only symmetric orbits are looked for");
  app.add_option("--symmetry", o->request.symmetry,
                 "K:\"x1=x2,...\": the orbit repeats after T/K in other coordinates; "
                 "1:\"phi=phi+2*pi\" for an angle that goes round");
  app.add_option(
      "--relative", o->request.relative,
      "NAME,...: cyclic coordinates or invariants; the orbit closes up to their symmetry");
  app.add_option("--section", o->request.section,
                 "EXPR: instead of --period, the orbit starts where this formula of the state is 0 "
                 "and closes there with the return --returns");
  app.add_option("--direction", o->request.direction,
                 "up, down or both: the sign of the change of EXPR at a crossing (both)");
  app.add_option("--returns", o->request.returns, "which return closes the orbit (1)");
  app.add_flag("--equilibrium", o->request.equilibrium,
               "rest instead of an orbit; with --relative uniform motion along symmetries");
  app.add_option("--scheme", o->request.scheme,
                 "the periodic orbit of the steps of this scheme, and its distance to that of the "
                 "flow");
  app.add_option("--steps", o->request.steps, "with --scheme: of so many steps");
  app.add_option("--step", o->request.step,
                 "with --scheme: of this length, so that the period is held; found without it");
  app.add_option("--continue", o->request.continuation,
                 "NAME=A:B:COUNT: the branch of orbits from NAME = A to B, past its folds, as a "
                 "table; NAME is a parameter or what --hold takes");
  app.add_flag("--prove", o->request.prove,
               "prove that exactly one orbit lies in a ball around the one that is found; every "
               "number with its radius");
  app.add_option(
      "--certificate", o->request.certificate,
      "FILE: with --prove, all that the proof needs to be made again, by `plumbline orbit "
      "verify FILE`");
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "NAME = VALUE lines");
  add_progress(app, *o);
  app.footer(
      "Examples:\n"
      "  plumbline orbit van-der-pol.toml --start x=2 --period 6.66 --digits 50\n"
      "  plumbline orbit figure-eight.toml --period 6.3259 --digits 60\n"
      "  plumbline orbit henon-heiles.toml --start y=0.1 --period 6.3 --reversor \"x=-x\" --hold "
      "energy=1/12\n"
      "  plumbline orbit henon-heiles.toml --start y=0.1 --period 6.3 --reversor \"x=-x\" "
      "--continue energy=0.01:0.16:16\n"
      "  plumbline orbit figure-eight.toml --period 6.3259 --prove --certificate orbit.cert.json\n"
      "  plumbline orbit verify orbit.cert.json");
  return [o](const call& how) {
    return !o->words.empty() && o->words.front() == "verify" ? verify(*o) : orbit(*o, how);
  };
}

}  // namespace plumbline::cli
