// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline explain SCHEME SYSTEM [--step H]`: one page, as text, HTML or JSON.
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/options.hpp"
#include "report/html.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/study/explanation.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace plumbline::cli {

namespace {

struct explain_options : shared_options {
  explain_request request;
  bool as_html = false;
  bool as_json = false;
};

std::string explanation_text(const explain_request& request, const explanation& page) {
  std::string text = fmt::format("{} on {}\n", request.scheme, request.system);
  std::size_t width = 0;
  for (const explanation_part& part : page.parts) {
    for (const explained_value& value : part.values) {
      width = std::max(width, value.name.size());
    }
  }
  for (const explanation_part& part : page.parts) {
    text += fmt::format("\n{}\n", part.title);
    for (std::size_t i = 0; i < part.values.size(); ++i) {
      const explained_value& value = part.values[i];
      text += fmt::format("  {:<{}}  {}\n", value.name, width, value.value);
      if (!value.meaning.empty()) {
        text += fmt::format("  {:<{}}    {}\n", "", width, value.meaning);
      }
      const bool last = i + 1 == part.values.size();
      if (!value.command.empty() && (last || part.values[i + 1].command != value.command)) {
        text += fmt::format("  $ {}\n", value.command);
      }
    }
  }
  return text;
}

std::string explanation_html(const explain_request& request, const explanation& page) {
  using report::escape;
  const std::string title = escape(request.scheme + " on " + request.system);
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{0}</title>\n"
      "<style>body{{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}}"
      "td{{padding:.2em 1em .2em "
      "0;vertical-align:top}}.m{{color:#555}}code{{font-size:.8em}}</style></head>\n"
      "<body>\n<h1>{0}</h1>\n",
      title);
  for (const explanation_part& part : page.parts) {
    text += fmt::format("<h2>{}</h2>\n<table>\n", escape(part.title));
    for (const explained_value& value : part.values) {
      text += fmt::format(
          "<tr><td>{}</td><td>{}</td><td class=\"m\">{}<br><code>{}</code></td></tr>\n",
          escape(value.name), escape(value.value), escape(value.meaning), escape(value.command));
    }
    text += "</table>\n";
  }
  return text + "</body>\n</html>\n";
}

int run_explain(const explain_options& o, const call& how) {
  if (o.as_html && o.as_json) {
    throw invalid_input("--html and --json exclude each other");
  }
  (void)required("the name of a scheme", o.request.scheme);
  (void)required("the name of a system", o.request.system);
  command_host host(o);
  const explanation page = explain(o.request, o, host);
  if (o.as_json) {
    table_file out(head_of_table(how.command_line), table_format::json, o.output);
    out.begin(page.facts, {{"name", column_kind::text}, {"value", column_kind::text}});
    for (const explanation_part& part : page.parts) {
      for (const explained_value& value : part.values) {
        out.row({value.name, value.value});
      }
    }
    out.finish();
    out.commit();
    return 0;
  }
  auto out = open_output(o);
  out.write(o.as_html ? explanation_html(o.request, page) : explanation_text(o.request, page));
  out.commit();
  return 0;
}

}  // namespace

runner define_explain(CLI::App& app) {
  const auto o = std::make_shared<explain_options>();
  app.add_option("SCHEME", o->request.scheme, "see `plumbline list schemes`, or FILE.toml");
  app.add_option("SYSTEM", o->request.system, "see `plumbline list systems`, or FILE.toml");
  app.add_option("--step", o->request.step,
                 "the step in units of time (default a twentieth of a period)");
  app.add_flag("--html", o->as_html, "as a page for a browser");
  app.add_flag("--json", o->as_json, "as json: name, value");
  add_system(app, *o);
  app.add_option("-o,--output", o->output,
                 "file to write, whole or not at all; - is standard output");
  add_progress(app, *o);
  app.footer(
      "Examples:\n"
      "  plumbline explain leapfrog pendulum\n"
      "  plumbline explain simpson double-pendulum --step 1/100 --html -o simpson.html");
  return [o](const call& how) { return run_explain(*o, how); };
}

}  // namespace plumbline::cli
