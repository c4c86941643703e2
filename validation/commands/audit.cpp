// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline audit SCHEME|FILE[:NAME] [--json] [--refine D]`: what a scheme is, beside what it claims to be.
#include "cli/command.hpp"
#include "cli/meta.hpp"
#include "cli/options.hpp"
#include "commands/audit_latex.hpp"
#include "commands/audit_page.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/foreign_schemes.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
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
  bool toml = false;
  bool all = false;
};

/// The tables of a name or a file; none for a scheme of the catalogue without one.
std::vector<foreign_scheme> tables_named(const std::string& scheme, const settings& chosen) {
  const auto foreign = foreign_file(scheme);
  if (!foreign && !is_file_name(scheme)) {
    auto table = known_scheme_table(scheme, chosen);
    return table ? std::vector<foreign_scheme>{{.name = scheme, .table = std::move(table)}}
                 : std::vector<foreign_scheme>{};
  }
  if (!chosen.empty()) {
    throw invalid_input("a table has no parameters: --set is for schemes of the catalogue");
  }
  if (!foreign) {
    return {{.name = scheme, .table = load_scheme(scheme)}};
  }
  auto found = load_foreign_schemes(*foreign);
  const bool any = std::any_of(found.begin(), found.end(),
                               [](const foreign_scheme& one) { return one.table.has_value(); });
  if (!any) {
    throw invalid_input(found.front().problem);
  }
  return found;
}

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

/// All tables of a file of other software: a line for each, or its rows with the name of the table before them.
int audit_each(const audit_options& o, const call& how, const std::vector<foreign_scheme>& found) {
  auto out = open_output(o);
  const bool as_table = o.as_json || !o.format.empty();
  std::optional<table_writer> writer;
  if (as_table) {
    metadata meta = metadata_of(how);
    meta.push_back({"scheme", o.scheme});
    writer.emplace(out, o.as_json || o.format.empty() ? table_format::json : parse_format(o.format),
                   meta,
                   std::vector<table_column>{{"table", column_kind::text},
                                             {"name", column_kind::text},
                                             {"value", column_kind::text},
                                             {"claim", column_kind::text},
                                             {"verdict", column_kind::text}});
  }
  bool any_wrong = false;
  for (const foreign_scheme& one : found) {
    if (!one.table) {
      if (as_table) {
        writer->row({one.name, "not-read", one.problem, {}, {}});
      } else {
        out.write(fmt::format("{} = not read: {}\n", one.name, one.problem));
      }
      continue;
    }
    const audit_report report = audit(*one.table);
    any_wrong = any_wrong || report.is_wrong;
    if (!as_table) {
      out.write(fmt::format("{} = {}\n", one.name, verdict_of(report)));
    }
    for (const audit_row& row : report.rows) {
      if (as_table) {
        writer->row({one.name, row.name, row.value, row.claim, row.verdict});
      }
    }
    for (const std::string& note : one.notes) {
      if (!o.quiet) {
        say(fmt::format("plumbline: note: {}: {}\n", one.name, note));
      }
    }
  }
  if (as_table) {
    writer->finish();
  }
  out.commit();
  return any_wrong ? wrong_claim : 0;
}

int run_audit(const audit_options& o, const call& how) {
  if (o.all) {
    return audit_all(o);
  }
  const std::string& scheme = required("a scheme or a file", o.scheme);
  const int digits =
      o.refine.empty() ? 0 : static_cast<int>(parse_count("--refine", o.refine, 1, 10000));
  const bool as_table = o.as_json || !o.format.empty();
  const table_format format =
      o.as_json || o.format.empty() ? table_format::json : parse_format(o.format);
  settings chosen;
  for (const auto& [name, value] : parse_named("--set", o.set)) {
    chosen.insert_or_assign(name, value);
  }
  const std::vector<foreign_scheme> found = tables_named(scheme, chosen);
  if (found.size() > 1) {
    if (o.latex || o.toml || digits > 0) {
      throw invalid_input(fmt::format("'{0}' has {1} tables; name one of them, such as {0}:{2}",
                                      scheme, found.size(), found.front().name));
    }
    return audit_each(o, how, found);
  }
  const std::optional<scheme_table> table = found.empty() ? std::nullopt : found.front().table;
  if (o.toml) {
    if (!table || table->compute) {
      throw invalid_input(fmt::format("--toml: the scheme '{}' has no table of texts", scheme));
    }
    auto out = open_output(o);
    out.write(to_toml(*table));
    out.commit();
    return 0;
  }
  if (o.latex) {
    if (!table) {
      throw invalid_input(fmt::format("--latex: the scheme '{}' has no table", scheme));
    }
    constexpr int usual_digits = 16;
    auto out = open_output(o);
    out.write(latex_tableau(*table, digits > 0 ? digits : usual_digits));
    out.commit();
    return 0;
  }
  const auto tell = [&](const std::string& what) {
    if (!o.quiet) {
      say(fmt::format("plumbline: note: {}\n", what));
    }
  };
  audit_report report = table ? audit(*table, tell) : audit(find_scheme(scheme), chosen);
  if (!found.empty()) {
    report.notes.insert(report.notes.begin(), found.front().notes.begin(),
                        found.front().notes.end());
  }
  if (digits > 0) {
    if (!table) {
      throw invalid_input(fmt::format("--refine: the scheme '{}' has no table", scheme));
    }
    for (const auto& [place, value] : refine(*table, digits)) {
      report.rows.push_back({place, value, {}, {}});
    }
  }
  auto out = open_output(o);
  if (as_table) {
    metadata meta = metadata_of(how);
    meta.push_back({"scheme", scheme});
    std::string notes;
    for (const std::string& note : report.notes) {
      notes += (notes.empty() ? "" : "; ") + note;
    }
    if (!notes.empty()) {
      meta.push_back({"note", notes});
    }
    table_writer writer(out, format, meta,
                        {{"name", column_kind::text},
                         {"value", column_kind::text},
                         {"claim", column_kind::text},
                         {"verdict", column_kind::text}});
    for (const audit_row& row : report.rows) {
      writer.row({row.name, row.value, row.claim, row.verdict});
    }
    writer.finish();
  } else {
    for (const audit_row& row : report.rows) {
      out.write(fmt::format("{} = {}\n", row.name, row.value));
      if (!row.claim.empty()) {
        out.write(fmt::format("{}-claim = {} ({})\n", row.name, row.claim, row.verdict));
      }
    }
  }
  out.commit();
  if (!as_table && !o.quiet) {
    for (const std::string& note : report.notes) {
      say(fmt::format("plumbline: note: {}\n", note));
    }
  }
  return report.is_wrong ? wrong_claim : 0;
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
