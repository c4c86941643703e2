// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/data/judged_table.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
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

judged_files judged_several(judge_request request, const std::vector<std::string>& files,
                            const std::string& steps_of_files, long shown,
                            const run_control& control,
                            const std::function<void(const std::string&)>& warn) {
  std::vector<std::string> given;
  if (!steps_of_files.empty()) {
    given = split_list("--file-steps", steps_of_files);
    if (given.size() != files.size()) {
      throw invalid_input(
          fmt::format("--file-steps has {} steps for {} files", given.size(), files.size()));
    }
  }
  judged_files found{{{},
                      {{"file", column_kind::text},
                       {"step"},
                       {"rows", column_kind::count},
                       {"values", column_kind::count},
                       {"false", column_kind::count},
                       {"digits_min", column_kind::count},
                       {"error_q"},
                       {"error_p"},
                       {"order_q"},
                       {"order_p"}},
                      {}}};
  std::vector<mp> steps;
  std::vector<std::optional<mp>> errors_q;
  std::vector<std::optional<mp>> errors_p;
  const precision_scope scope(default_digits);
  const auto text = [](const std::optional<mp>& x) {
    return x ? to_text(*x, shown_of_measures) : std::string();
  };
  const auto known = [](const std::optional<mp>& x) { return x && 0 < *x; };
  for (std::size_t k = 0; k < files.size(); ++k) {
    request.file = files[k];
    const judged_file f = read_judged_file(request);
    if (const std::string warning = warning_of(f); !warning.empty() && warn) {
      warn(warning);
    }
    if (k == 0) {
      found.table.facts = facts_of(request, files, f.p);
    }
    const auto spacing = given.empty() ? f.file.spacing() : std::optional(expression(given[k]));
    const mp step = spacing ? mp(abs(evaluate<mp>(*spacing, f.p.names))) : mp(0);
    if (step == 0) {
      throw invalid_input(fmt::format("the step of {} is not known: {}", files[k],
                                      given.empty()
                                          ? "it does not begin with two rows of different times; "
                                            "--file-steps H,H,... names the steps"
                                          : "--file-steps takes steps that are not zero"));
    }
    const judgement result(f.p, f.file, shown, control);
    const distances far(f.p, f.file, result);
    const judged_summary of(result);
    found.any_wrong = found.any_wrong || of.wrong > 0;
    const auto rounded = [](const std::optional<mp>& x) {
      return x ? std::optional<mp>(from_text<mp>(to_text(*x, default_digits))) : std::nullopt;
    };
    steps.push_back(step);
    errors_q.push_back(rounded(far.q));
    errors_p.push_back(rounded(far.rate));
    const auto order = [&](const std::vector<std::optional<mp>>& errors) {
      return k > 0 && known(errors[k - 1]) && known(errors[k]) && steps[k - 1] != steps[k]
                 ? to_text(observed_order(steps[k - 1], *errors[k - 1], steps[k], *errors[k]), 4)
                 : std::string();
    };
    found.table.rows.push_back({files[k], to_text(step, shown_of_measures),
                                std::to_string(f.file.rows()),
                                std::to_string(result.verdicts().size()), std::to_string(of.wrong),
                                std::to_string(of.fewest), text(errors_q[k]), text(errors_p[k]),
                                order(errors_q), order(errors_p)});
  }
  const auto fit = [&](const char* name, const std::vector<std::optional<mp>>& errors) {
    std::vector<mp> h;
    std::vector<mp> e;
    for (std::size_t k = 0; k < errors.size(); ++k) {
      if (known(errors[k])) {
        h.push_back(steps[k]);
        e.push_back(*errors[k]);
      }
    }
    const bool differ = std::any_of(h.begin(), h.end(), [&](const mp& x) { return x != h[0]; });
    if (differ) {
      found.table.facts.push_back({name, to_text(fitted_order(h, e), 4)});
    }
  };
  fit("order_q", errors_q);
  fit("order_p", errors_p);
  return found;
}

std::string warning_of(const judged_file& f) {
  return f.file.ignored().empty() ? std::string()
                                  : fmt::format(
                                        "not judged: {}; of {} the time, coordinates, momenta, "
                                        "velocities, accelerations and the energy are",
                                        joined(f.file.ignored()), f.p.system->name());
}

}  // namespace plumbline
