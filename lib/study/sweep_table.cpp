// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/kept_pieces.hpp"
#include "study/sweep_cases.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/study/sweep_table.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace plumbline {

namespace {

/// The names of the values, in the order in which the cases bring them.
std::vector<std::string> value_names(const std::vector<case_result>& results,
                                     const quantity& wanted) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const auto& r : results) {
    for (const auto& name : r.names) {
      if (seen.insert(name).second) {
        names.push_back(name);
      }
    }
  }
  return names.empty() ? std::vector<std::string>{wanted.name} : names;
}

metadata facts_of(const sweep& work, const std::vector<case_result>& results) {
  metadata meta = work.facts();
  std::int64_t failures = 0;
  std::set<std::string> references;
  for (const auto& r : results) {
    failures += r.failure.empty() ? 0 : 1;
    if (!r.reference.empty()) {
      references.insert(r.reference);
    }
  }
  if (work.wanted().is_relative) {
    meta.push_back({"errors", "relative to the value at the start, absolute where that is 0"});
  }
  if (!references.empty()) {
    meta.push_back({"reference", fmt::format("{}", fmt::join(references, "; "))});
  }
  meta.push_back({"failures", failures});
  return meta;
}

/// The cells of a row: axes, values, failure.
std::vector<std::string> cells_of(const case_result& r, const std::vector<std::string>& values) {
  std::vector<std::string> cells = r.axes;
  for (const auto& name : values) {
    const auto place = std::find(r.names.begin(), r.names.end(), name);
    cells.push_back(place == r.names.end()
                        ? std::string()
                        : r.values[static_cast<std::size_t>(place - r.names.begin())]);
  }
  cells.push_back(r.failure);
  return cells;
}

/// Rows of the cases that are done; the table says so when these are not all.
table_value table_of(const sweep& work, const std::vector<case_result>& results) {
  const auto values = value_names(results, work.wanted());
  std::vector<table_column> columns;
  std::set<std::string> taken;
  for (const auto& axis : work.grid().axes()) {
    columns.push_back({axis.name, axis.name == "scheme"   ? column_kind::text
                                  : axis.name == "digits" ? column_kind::count
                                                          : column_kind::number});
    taken.insert(axis.name);
  }
  std::string failure = "failure";
  while (taken.contains(failure)) {
    failure += "_";
  }
  taken.insert(failure);
  for (const auto& name : values) {
    std::string column =
        taken.contains(name) ? fmt::format("{}_{}", name, work.wanted().name) : name;
    while (taken.contains(column) ||
           (column != name && std::ranges::find(values, column) != values.end())) {
      column += "_";
    }
    taken.insert(column);
    columns.push_back({column});
  }
  columns.push_back({failure, column_kind::text});
  table_value table{facts_of(work, results), columns, {}};
  for (const auto& r : results) {
    if (r.done) {
      table.rows.push_back(cells_of(r, values));
    } else {
      table.complete = false;
    }
  }
  return table;
}

std::variant<plot, heat_map> picture_of(const sweep& work,
                                        const std::vector<case_result>& results) {
  drawn_sweep d = work.drawn();
  d.values = value_names(results, work.wanted());
  for (const auto& r : results) {
    d.rows.push_back(cells_of(r, d.values));
  }
  return picture_of(d);
}

}  // namespace

sweep_result sweep_table(const sweep_request& request, run_host& host) {
  sweep work(request, host);
  const auto begun = host.begin(0, "cases");  // from here on a stop leaves a table and a checkpoint
  std::vector<case_result> results;
  const bool shares = request.jobs > 1 || host.others() != nullptr;
  detail::piece_plan plan{
      .count = work.grid().size(), .bundle = work.bundle(), .jobs = request.jobs, .unit = "cases"};
  if (shares && work.bundle() == 1) {
    plan.order = [&work](std::vector<std::size_t>& missing) { work.put_long_ones_first(missing); };
  }
  const bool leads = host.others() == nullptr || host.others()->leads();
  if (leads && request.draws) {
    require_picture(work.drawn());
  }
  run_host unkept;
  run_keeper& keeper = leads ? host.keeper_of(work.facts()) : unkept.keeper();
  try {
    if (!detail::kept_pieces(results, plan, host, keeper,
                             [&work](std::size_t i) { return work.compute_bundle(i); })) {
      return {};
    }
  } catch (const interrupted& signal) {
    throw interrupted_table(signal, table_of(work, results));
  }
  sweep_result result{table_of(work, results), {}};
  if (request.draws) {
    result.picture = picture_of(work, results);
  }
  return result;
}

sweep_result sweep_table(const sweep_request& request) {
  run_host host;
  return sweep_table(request, host);
}

}  // namespace plumbline
