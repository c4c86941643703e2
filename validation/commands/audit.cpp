// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline audit SCHEME|FILE[:NAME] [--json] [--refine D]`: what a scheme is, beside what it claims to be.
#include "cli/command.hpp"
#include "cli/command_host.hpp"
#include "cli/options.hpp"
#include "commands/audit_latex.hpp"
#include "commands/audit_page.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/foreign_schemes.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/study/audit_table.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

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
  bool toml = false;
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

/// "order 4, embedded-order 3", and what is wrong.
std::string verdict_of(const audit_report& report) {
  std::string text;
  for (const audit_row& row : report.rows) {
    const bool is_order = row.name == "order" || row.name == "embedded-order" ||
                          (row.name == "coefficient-digits" && row.value != "exact");
    const bool is_wrong = row.verdict == "refuted" ||
                          (row.name == "weights-sum" && row.value != "1") ||
                          (row.name == "suspect-digits" && row.value != "none") ||
                          (row.name == "first-failing-condition" && report.is_wrong);
    if (is_order || is_wrong) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row.name, row.value);
      text += row.verdict == "refuted" ? fmt::format(" ({} is claimed)", row.claim) : "";
    }
  }
  return (report.is_wrong ? "wrong: " : "") + text;
}

/// As json unless --format says csv.
void write_table(const audit_options& o, const call& how, const table_value& table) {
  const table_format format =
      o.as_json || o.format.empty() ? table_format::json : parse_format(o.format);
  table_file out(head_of_table(how.command_line), format, o.output);
  out.begin(table.facts, table.columns);
  for (const auto& row : table.rows) {
    out.row(row);
  }
  out.finish();
  out.commit();
}

/// All tables of a file of other software: a line for each, or its rows with the name of the table before them.
int audit_each(const audit_options& o, const call& how, const std::vector<foreign_scheme>& found) {
  const bool as_table = o.as_json || !o.format.empty();
  table_value rows{{{"scheme", o.scheme}},
                   {{"table", column_kind::text},
                    {"name", column_kind::text},
                    {"value", column_kind::text},
                    {"claim", column_kind::text},
                    {"verdict", column_kind::text}},
                   {}};
  std::string lines;
  command_host host(o);
  bool any_wrong = false;
  for (const foreign_scheme& one : found) {
    if (!one.table) {
      rows.rows.push_back({one.name, "not-read", one.problem, {}, {}});
      lines += fmt::format("{} = not read: {}\n", one.name, one.problem);
      continue;
    }
    const audit_report report = audit(*one.table);
    any_wrong = any_wrong || report.is_wrong;
    lines += fmt::format("{} = {}\n", one.name, verdict_of(report));
    for (const audit_row& row : report.rows) {
      rows.rows.push_back({one.name, row.name, row.value, row.claim, row.verdict});
    }
    for (const std::string& note : one.notes) {
      host.note(one.name + ": " + note);
    }
  }
  if (as_table) {
    write_table(o, how, rows);
  } else {
    auto out = open_output(o);
    out.write(lines);
    out.commit();
  }
  return any_wrong ? wrong_claim : 0;
}

int run_audit(const audit_options& o, const call& how) {
  if (o.all) {
    if (!o.scheme.empty() || o.latex || o.toml) {
      throw invalid_input(fmt::format("--all goes without {}", !o.scheme.empty() ? o.scheme
                                                               : o.latex         ? "--latex"
                                                                                 : "--toml"));
    }
    return audit_all(o);
  }
  if (o.latex && o.toml) {
    throw invalid_input("--latex and --toml do not go together");
  }
  audit_request request{required("a scheme or a file", o.scheme), o.set, 0};
  if (!o.refine.empty()) {
    request.refined_digits = static_cast<int>(parse_count("--refine", o.refine, 1, 10000));
  }
  const bool as_table = o.as_json || !o.format.empty();
  if (o.latex || o.toml) {
    const auto found = audited_table(request);
    if (!found || !found->table || (o.toml && found->table->compute)) {
      throw invalid_input(fmt::format("--{}: the scheme '{}' has no table{}",
                                      o.latex ? "latex" : "toml", o.scheme,
                                      o.latex ? "" : " of texts"));
    }
    constexpr int usual_digits = 16;
    auto out = open_output(o);
    out.write(o.latex
                  ? latex_tableau(*found->table, request.refined_digits > 0 ? request.refined_digits
                                                                            : usual_digits)
                  : to_toml(*found->table));
    out.commit();
    return 0;
  }
  if (request.refined_digits == 0) {
    if (const auto tables = audited_tables(request); tables.size() > 1) {
      return audit_each(o, how, tables);
    }
  }
  command_host host(o);
  const audit_result found = audit_table(request, host);
  if (as_table) {
    write_table(o, how, found.table);
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
  app.add_option(
      "SCHEME", o->scheme,
      "a scheme (see `plumbline list schemes`), a table, FILE.toml, or other software's tables, "
      "FILE or FILE:NAME (.def .c .h .jl .py .txt .csv)");
  app.add_option("--set", o->set, "NAME=VALUE: a parameter of the scheme, e.g. stages=4");
  app.add_flag("--json", o->as_json, "as json: name, value, claim, verdict");
  app.add_option("--refine", o->refine,
                 "also the coefficients to D digits, from the order conditions");
  app.add_flag("--latex", o->latex, "instead: the table for LaTeX");
  app.add_flag("--toml", o->toml,
               "instead: the table as the file of a scheme, which every command takes");
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
      "  plumbline audit arkode_butcher_erk.def\n"
      "  plumbline audit tableaus.jl:Heun3 --toml -o heun-3.toml\n"
      "  plumbline audit radau-iia --set stages=4\n"
      "  plumbline audit yoshida-6 --refine 100\n"
      "  plumbline audit --all -o schemes.md");
  return [o](const call& how) { return run_audit(*o, how); };
}

}  // namespace plumbline::cli
