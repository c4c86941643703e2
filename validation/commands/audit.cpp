// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline audit SCHEME|FILE.toml [--json] [--refine D]`: what a scheme is, beside what it claims to be.
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/options.hpp"
#include "commands/audit_latex.hpp"
#include "commands/audit_page.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/study/audit_table.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

namespace plumbline::cli {

namespace {

constexpr int wrong_claim = 1;

struct audit_options : shared_options {
  std::string scheme;
  std::string refine;
  bool as_json = false;
  bool latex = false;
  bool all = false;
};

/// The page of the catalogue; its pictures go into the folder `images` beside it, with the page's name before theirs.
int audit_all(const audit_options& o) {
  auto out = open_output(o);
  const std::filesystem::path page_name(o.output);
  const std::filesystem::path folder = page_name.parent_path() / "images";
  const std::string prefix = page_name.stem().string() + "-";
  picture_sink keep;
  if (!out.target().empty()) {
    keep = [&](const std::string& name, const std::string& svg) {
      std::error_code ignored;  // the file says what is wrong
      std::filesystem::create_directories(folder, ignored);
      write_file(folder / (prefix + name), svg);
    };
  }
  const catalogue_page page = make_catalogue_page("images/" + prefix, keep);
  out.write(page.text);
  out.commit();
  return page.any_wrong ? wrong_claim : 0;
}

int run_audit(const audit_options& o, const call& how) {
  if (o.all) {
    return audit_all(o);
  }
  audit_request request{required("a scheme or a file", o.scheme), o.set, 0};
  if (!o.refine.empty()) {
    request.refined_digits = static_cast<int>(parse_count("--refine", o.refine, 1, 10000));
  }
  const bool as_table = o.as_json || !o.format.empty();
  const table_format format =
      o.as_json || o.format.empty() ? table_format::json : parse_format(o.format);
  if (o.latex) {
    const auto table = audited_table(request);
    if (!table) {
      throw invalid_input(fmt::format("--latex: the scheme '{}' has no table", o.scheme));
    }
    constexpr int usual_digits = 16;
    auto out = open_output(o);
    out.write(
        latex_tableau(*table, request.refined_digits > 0 ? request.refined_digits : usual_digits));
    out.commit();
    return 0;
  }
  command_host host(o);
  const audit_result found = audit_table(request, host);
  if (as_table) {
    table_file out(head_of_table(how.command_line), format, o.output);
    out.begin(found.table.facts, found.table.columns);
    for (const auto& row : found.table.rows) {
      out.row(row);
    }
    out.finish();
    out.commit();
    return found.is_wrong ? wrong_claim : 0;
  }
  auto out = open_output(o);
  for (const auto& row : found.table.rows) {
    out.write(fmt::format("{} = {}\n", row[0], row[1]));
    if (!row[2].empty()) {
      out.write(fmt::format("{}-claim = {} ({})\n", row[0], row[2], row[3]));
    }
  }
  out.commit();
  for (const std::string& note : found.notes) {
    host.note(note);
  }
  return found.is_wrong ? wrong_claim : 0;
}

}  // namespace

runner define_audit(CLI::App& app) {
  const auto o = std::make_shared<audit_options>();
  app.add_option("SCHEME", o->scheme,
                 "a scheme (see `plumbline list schemes`) or a table, FILE.toml");
  app.add_option("--set", o->set, "NAME=VALUE: a parameter of the scheme, e.g. stages=4");
  app.add_flag("--json", o->as_json, "as json: name, value, claim, verdict");
  app.add_option("--refine", o->refine,
                 "also the coefficients to D digits, from the order conditions");
  app.add_flag("--latex", o->latex, "instead: the table for LaTeX");
  app.add_flag(
      "--all", o->all,
      "instead: every scheme of the catalogue, as a page in Markdown; with -o FILE.md also its "
      "pictures, images/FILE-*.svg");
  app.add_flag("--quiet", o->quiet, "no notes");
  add_output(app, *o, "NAME = VALUE lines");
  app.footer(
      "Exit code 1 when a claim is refuted, weights do not sum to one, or digits are suspect.\n"
      "Examples:\n"
      "  plumbline audit dormand-prince\n"
      "  plumbline audit my-scheme.toml --json\n"
      "  plumbline audit radau-iia --set stages=4\n"
      "  plumbline audit yoshida-6 --refine 100\n"
      "  plumbline audit --all -o schemes.md");
  return [o](const call& how) { return run_audit(*o, how); };
}

}  // namespace plumbline::cli
