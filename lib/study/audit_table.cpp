// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/study/audit_table.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace plumbline {

namespace {

settings settings_of(const audit_request& request) {
  settings chosen;
  for (const auto& [name, value] : parse_named("--set", request.set)) {
    chosen.insert_or_assign(name, value);
  }
  return chosen;
}

}  // namespace

std::vector<foreign_scheme> audited_tables(const audit_request& request) {
  const settings chosen = settings_of(request);
  const auto foreign = foreign_file(request.scheme);
  if (!foreign && !is_file_name(request.scheme)) {
    auto table = known_scheme_table(request.scheme, chosen);
    return table ? std::vector<foreign_scheme>{{.name = request.scheme, .table = std::move(table)}}
                 : std::vector<foreign_scheme>{};
  }
  if (!chosen.empty()) {
    throw invalid_input("a table has no parameters: --set is for schemes of the catalogue");
  }
  if (!foreign) {
    return {{.name = request.scheme, .table = load_scheme(request.scheme)}};
  }
  auto found = load_foreign_schemes(*foreign);
  if (std::ranges::none_of(found,
                           [](const foreign_scheme& one) { return one.table.has_value(); })) {
    throw invalid_input(found.front().problem);
  }
  return found;
}

std::optional<foreign_scheme> audited_table(const audit_request& request) {
  std::vector<foreign_scheme> found = audited_tables(request);
  if (found.size() > 1) {
    throw invalid_input(fmt::format("'{0}' has {1} tables; name one of them, such as {0}:{2}",
                                    request.scheme, found.size(), found.front().name));
  }
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

audit_result audit_table(const audit_request& request, run_host& host) {
  const auto found = audited_table(request);
  const std::optional<scheme_table> table = found ? found->table : std::nullopt;
  audit_report report = table ? audit(*table, [&host](const std::string& what) { host.note(what); })
                              : audit(find_scheme(request.scheme), settings_of(request));
  if (found) {
    report.notes.insert(report.notes.begin(), found->notes.begin(), found->notes.end());
  }
  if (request.refined_digits > 0) {
    if (!table) {
      throw invalid_input(fmt::format("--refine: the scheme '{}' has no table", request.scheme));
    }
    const audit_row* const suspect = report.find("suspect-digits");
    if (report.is_wrong && suspect != nullptr && suspect->value != "none") {
      throw invalid_input(fmt::format(
          "{}: more digits cannot be computed from wrong ones ({}): mend the table first",
          table->name, suspect->value));
    }
    for (const auto& [place, value] : refine(*table, request.refined_digits)) {
      report.rows.push_back({place, value, {}, {}});
    }
  }
  audit_result result{{{{"scheme", request.scheme}},
                       {{"name", column_kind::text},
                        {"value", column_kind::text},
                        {"claim", column_kind::text},
                        {"verdict", column_kind::text}},
                       {}},
                      report.notes,
                      report.is_wrong};
  if (!report.notes.empty()) {
    result.table.facts.push_back({"note", fmt::format("{}", fmt::join(report.notes, "; "))});
  }
  for (const audit_row& row : report.rows) {
    result.table.rows.push_back({row.name, row.value, row.claim, row.verdict});
  }
  return result;
}

audit_result audit_table(const audit_request& request) {
  run_host host;
  return audit_table(request, host);
}

}  // namespace plumbline
