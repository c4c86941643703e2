// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline evaluate FUNCTION NAME=VALUE ...` and `plumbline evaluate SYSTEM|FILE.toml [--start NAME=VALUE] ...`
#include "cli/command.hpp"
#include "cli/named_values.hpp"
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/study/formula_values.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace plumbline::cli {

namespace {

struct evaluate_options : shared_options {
  std::string function;
  std::vector<std::string> arguments;
};

/// The formulas of a system at its start.
int evaluate_system(const evaluate_options& o, const call& how, int digits) {
  if (!o.arguments.empty()) {
    throw invalid_input(
        "a system takes its state by --start NAME=VALUE and its parameters by --set "
        "NAME=VALUE, got '" +
        o.arguments.front() + "'");
  }
  if (parse_elliptic_functions(o.functions) != elliptic_functions::own) {
    throw invalid_input("the formulas of " + o.function +
                        " use no elliptic functions, so there is no choice of --functions");
  }
  const problem p = read_problem(o.function, o);
  metadata meta = head_of_table(how.command_line);
  for (auto& entry : metadata_of(p, digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"digits", digits});
  write_named_values(o, meta, number_kind::real, formula_values(p, digits));
  return 0;
}

bool is_system(const std::string& name) {
  return is_file_name(name) ||
         std::ranges::any_of(systems(), [&name](const auto& s) { return s.name() == name; });
}

int evaluate(const evaluate_options& o, const call& how) {
  const int digits = parse_digits(o.digits);
  if (is_system(o.function)) {
    return evaluate_system(o, how, digits);
  }
  if (!o.set.empty() || !o.start.empty() || !o.matrices.empty() || !o.events.empty()) {
    throw invalid_input("a function takes its arguments as NAME=VALUE, without an option");
  }
  const function_entry& function = find_function(required("the name of a function", o.function));
  std::map<std::string, expression> given;
  metadata_entry::named_values texts;
  for (const auto& [name, value] : parse_named("an argument", o.arguments)) {
    given.emplace(name, expression(value));
    texts.emplace_back(name, value);
  }
  if (!o.format.empty()) {
    (void)parse_format(o.format);
  }
  const elliptic_functions by = parse_elliptic_functions(o.functions);
  std::vector<named_value> values;
  for (const auto& v : evaluate_function(function, given, digits, by)) {
    values.push_back({v.name, rounded_text(v.value.re, digits), rounded_text(v.value.im, digits)});
  }
  metadata meta = head_of_table(how.command_line);
  meta.push_back({"function", function.name});
  meta.push_back({"arguments", texts});
  if (by != elliptic_functions::own) {
    meta.push_back({"functions", o.functions});
  }
  meta.push_back({"digits", digits});
  write_named_values(o, meta, function.complex_values ? number_kind::complex : number_kind::real,
                     values);
  return 0;
}

}  // namespace

runner define_evaluate(CLI::App& app) {
  const auto o = std::make_shared<evaluate_options>();
  app.add_option("FUNCTION", o->function,
                 "see `plumbline list functions`; or a system or FILE.toml, whose formulas are "
                 "evaluated at its start");
  app.add_option("ARGUMENTS", o->arguments,
                 "NAME=VALUE for each argument: exact reals or, for Weierstrass, a + b*i");
  add_functions(app, *o);
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "NAME = VALUE lines");
  app.footer(
      "Examples:\n"
      "  plumbline evaluate ellint-k m=1/2 --digits 50\n"
      "  plumbline evaluate jacobi-sn u=3 m=1/2 --functions boost\n"
      "  plumbline evaluate weierstrass-p z='1/2 + i/3' g2=4 g3=1 --format json\n"
      "  plumbline evaluate double-pendulum --start q1=pi/3 --digits 30");
  return [o](const call& how) { return evaluate(*o, how); };
}

}  // namespace plumbline::cli
