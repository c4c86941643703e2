// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/known_names.hpp>
#include <plumbline/data/judged_table.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <optional>

namespace plumbline {

metadata facts_of(const judge_request& request, const std::vector<std::string>& files,
                  const problem& p) {
  metadata facts = metadata_of(p, default_digits);
  for (metadata_entry& fact : facts) {  // `file` is the one that is judged
    fact.key = fact.key == "file" ? "system_file" : fact.key;
  }
  facts.push_back({files.size() > 1 ? "files" : "file", joined(files)});
  facts.push_back({"read_as", request.input});
  facts.push_back(
      {"judged_from", request.from_first_row ? "the file's first row" : "the system's start"});
  return facts;
}

table_value judged_table(const judge_request& request, const judged_file& f,
                         const judgement& result, long shown, const run_control& control) {
  const problem& p = f.p;
  const file_reading& file = f.file;
  const drifts drift(p, file, result);
  const distances far(p, file, result);
  const judged_summary of(result);

  table_value table{facts_of(request, {request.file}, p),
                    {{"row", column_kind::count},
                     {"column", column_kind::text},
                     {"printed"},
                     {"true"},
                     {"digits", column_kind::count}},
                    {}};
  metadata& meta = table.facts;
  std::vector<std::string> methods;
  for (const auto& each : result.truth().computations) {
    methods.push_back(fmt::format("{} with {} digits", each.method, each.digits));
  }
  meta.push_back({"truth", result.truth().how + ": " + joined(methods, "; ")});
  meta.push_back({"values", static_cast<std::int64_t>(result.verdicts().size())});
  meta.push_back({"false", of.wrong});
  if (of.first_wrong != nullptr) {
    meta.push_back({"first_false", fmt::format("row {} ({}), column {}", of.first_wrong->row,
                                               file.place(of.first_wrong->row),
                                               file.columns()[of.first_wrong->column].name)});
  }
  meta.push_back({"digits_min", of.fewest});
  meta.push_back({"digits_max", of.most});
  meta.push_back({"error_max", short_text(of.largest)});
  const auto put = [&meta](const char* name, const std::optional<mp>& x) {
    if (x) {
      meta.push_back({name, to_text(*x, shown_of_measures)});
    }
  };
  put("error_q", far.q);
  put("error_q_end", far.q_end);
  put("error_p", far.rate);
  put("error_p_end", far.rate_end);
  const auto put_text = [&meta](const char* name, const std::string& text) {
    if (!text.empty()) {
      meta.push_back({name, text});
    }
  };
  put_text("energy_drift", drift.energy);
  put_text("momentum_drift", drift.momentum);
  put_text("phase_error", far.phase);
  put_text("phase_error_end", far.phase_end);
  put_text("input_changes", change_by_input(request, read_problem(request.system, request.problem),
                                            file, result, control));
  if (!file.ignored().empty()) {
    meta.push_back({"ignored", joined(file.ignored())});
  }
  const long wanted = shown_digits(file, shown);
  for (const auto& v : result.verdicts()) {
    const auto& column = file.columns()[v.column];
    table.rows.push_back({std::to_string(v.row), column.name, file.text(v.row, column),
                          known_text(v.truth, wanted), std::to_string(v.digits)});
  }
  return table;
}

std::string warning_of(const judged_file& f) {
  return f.file.ignored().empty()
             ? std::string()
             : fmt::format("not judged, since no quantity of {} is called so: {}",
                           f.p.system->name(), joined(f.file.ignored()));
}

}  // namespace plumbline
