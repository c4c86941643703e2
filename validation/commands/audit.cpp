// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline audit SCHEME|FILE.toml [--json] [--refine D]`: what a scheme is, beside what it claims to be.
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "commands/audit_latex.hpp"
#include "commands/audit_page.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_file.hpp>
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

/// The table of a name or a file; nothing for a scheme of the catalogue without one.
std::optional<scheme_table> table_named(const std::string& scheme, const settings& chosen) {
  if (!is_file_name(scheme)) {
    return known_scheme_table(scheme, chosen);
  }
  if (!chosen.empty()) {
    throw invalid_input("a table has no parameters: --set is for schemes of the catalogue");
  }
  return load_scheme(scheme);
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
  const auto table = table_named(scheme, chosen);
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
    metadata meta = head_of_table(how.command_line);
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
