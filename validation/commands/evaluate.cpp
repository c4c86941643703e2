// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline evaluate FUNCTION NAME=VALUE ...`
#include "commands/command.hpp"
#include "shared/digits.hpp"
#include "shared/functions.hpp"
#include "shared/meta.hpp"
#include "shared/named_values.hpp"
#include "shared/rounded_text.hpp"
#include <plumbline/core/errors.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace plumbline::cli {

namespace {

struct options : shared_options {
  std::string function;
  std::vector<std::string> arguments;
};

int evaluate(const options& o, const call& how) {
  const int digits = parse_digits(o.digits);
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
  metadata meta = metadata_of(how);
  meta.push_back({"function", function.name});
  meta.push_back({"arguments", texts});
  if (by != elliptic_functions::own) {
    meta.push_back({"functions", o.functions});
  }
  meta.push_back({"digits", digits});
  write_named_values(o, meta, function.complex_values, values);
  return 0;
}

}  // namespace

runner define_evaluate(CLI::App& app) {
  const auto o = std::make_shared<options>();
  app.add_option("FUNCTION", o->function, "see `plumbline list functions`");
  app.add_option("NAME=VALUE", o->arguments,
                 "its arguments: exact reals or, for Weierstrass, a + b*i");
  add_functions(app, *o);
  add_digits(app, *o);
  add_output(app, *o, "NAME = VALUE lines");
  app.footer(
      "Examples:\n"
      "  plumbline evaluate ellint-k m=1/2 --digits 50\n"
      "  plumbline evaluate jacobi-sn u=3 m=1/2 --functions boost\n"
      "  plumbline evaluate weierstrass-p z='1/2 + i/3' g2=4 g3=1 --format json");
  return [o](const call& how) { return evaluate(*o, how); };
}

}  // namespace plumbline::cli
