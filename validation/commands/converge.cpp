// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline converge SYSTEM --scheme S[,S...] --until T --steps N,N,N...`
#include "commands/command.hpp"
#include "shared/control.hpp"
#include "shared/digits.hpp"
#include "shared/meta.hpp"
#include "shared/nearest.hpp"
#include "shared/problem.hpp"
#include "shared/step_count.hpp"
#include "shared/truth.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/converge.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <numeric>

namespace plumbline::cli {

namespace {

struct options : shared_options {
  std::string system;
  std::string schemes;
  std::string until;
  std::string steps;
  std::string norm = "max";
};

struct study {
  const options& o;
  const call& how;
  const problem& p;
  expression until;
  std::vector<std::int64_t> steps;
  error_norm norm;
  int digits;
  int jobs;
  table_format format;
};

error_norm parse_norm(const std::string& text) {
  const std::vector<std::pair<std::string, error_norm>> norms = {{"max", error_norm::max},
                                                                 {"end", error_norm::end},
                                                                 {"relative", error_norm::relative},
                                                                 {"area", error_norm::area}};
  std::vector<std::string> known;
  for (const auto& [name, norm] : norms) {
    if (name == text) {
      return norm;
    }
    known.push_back(name);
  }
  throw invalid_input(unknown_name("norm", text, known));
}

/// The least-squares slope, or "" where an error is zero or there is but one run.
template <class T>
std::string slope(const std::vector<convergence_row<T>>& rows, T convergence_row<T>::*error) {
  std::vector<T> steps;
  std::vector<T> errors;
  for (const auto& row : rows) {
    if (!(T(0) < row.*error)) {
      return {};
    }
    steps.push_back(row.step);
    errors.push_back(row.*error);
  }
  constexpr int shown_digits = 10;
  return rows.size() < 2 ? std::string() : to_text(fitted_order(steps, errors), shown_digits);
}

template <class T>
std::string order_text(const std::optional<T>& order) {
  return order ? to_text(*order) : "";
}

template <class T>
void converge_in(const study& s) {
  const problem_in<T> in = make_problem<T>(s.p);
  const T duration = evaluate<T>(s.until, s.p.names);
  const auto total = std::accumulate(s.steps.begin(), s.steps.end(), std::int64_t{0}) *
                     static_cast<std::int64_t>(s.p.schemes.size());
  const stops_politely polite;
  auto out = open_output(s.o);
  progress_bar bar(s.o, total);
  const run_control control = control_of(s.p, bar);
  run_control unseen = control;  // the reference is no part of what the bar counts
  unseen.progress = {};
  const truth<T> reference(s.p, in, s.until, s.steps, s.digits, unseen);
  throw_if_stopped();

  metadata_entry::named_values slopes_q;
  metadata_entry::named_values slopes_p;
  std::vector<std::vector<std::string>> rows;
  for (const auto& scheme : s.p.schemes) {
    const auto make = [&] { return scheme.entry->make<T>(scheme.values, in.system); };
    const auto found = converge<T>(
        make, make().start(in.start, in.t0), in.t0, duration, s.steps,
        [&](std::int64_t count) { return reference.nodes(count); }, s.norm, s.jobs, control);
    throw_if_stopped();
    const auto size = [&](const T& of_truth) {
      return s.norm == error_norm::relative ? T(1) : of_truth;
    };
    for (const auto& row : found) {
      rows.push_back({scheme.entry->info.name, std::to_string(row.steps), to_text(row.step),
                      to_text(row.error_q, reference.digits_of(row.error_q, size(row.size_q))),
                      to_text(row.error_p, reference.digits_of(row.error_p, size(row.size_p))),
                      order_text(row.order_q), order_text(row.order_p)});
    }
    slopes_q.emplace_back(scheme.entry->info.name, slope(found, &convergence_row<T>::error_q));
    slopes_p.emplace_back(scheme.entry->info.name, slope(found, &convergence_row<T>::error_p));
  }

  metadata meta = metadata_of(s.how);
  for (auto& entry : metadata_of(s.p, s.digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"scheme", s.o.schemes});
  meta.push_back({"until", to_text(duration)});
  meta.push_back({"norm", s.o.norm});
  meta.push_back({"reference", reference.description()});
  meta.push_back({"digits", s.digits});
  meta.push_back({"slope_q", slopes_q});
  meta.push_back({"slope_p", slopes_p});
  table_writer table(out, s.format, meta,
                     {{"scheme", column_kind::text},
                      {"steps", column_kind::count},
                      {"step"},
                      {"error_q"},
                      {"error_p"},
                      {"order_q"},
                      {"order_p"}});
  for (const auto& row : rows) {
    table.row(row);
  }
  table.finish();
  out.commit();
}

int run_converge(const options& o, const call& how) {
  const int digits = parse_digits(o.digits);
  const auto format = parse_format(o.format.empty() ? "csv" : o.format);
  const auto names = split_list("--scheme", required("--scheme", o.schemes));
  const problem p = read_problem(o.system, o, names);
  std::vector<std::int64_t> steps;
  for (const auto& text : split_list("--steps", required("--steps", o.steps))) {
    steps.push_back(parse_count("--steps", text, 1, most_steps));
  }
  const expression until = duration(o.until, p.names);
  if (sign(until, p.names) == 0) {
    throw invalid_input("--until must be positive");
  }
  constexpr int most_jobs = 1024;
  const int jobs =
      o.jobs.empty() ? 1 : static_cast<int>(parse_count("--jobs", o.jobs, 1, most_jobs));
  const study s{o, how, p, until, steps, parse_norm(o.norm), digits, jobs, format};
  with_scalar(digits, [&s]<class T>(std::type_identity<T>) { converge_in<T>(s); });
  return 0;
}

}  // namespace

runner define_converge(CLI::App& app) {
  const auto o = std::make_shared<options>();
  app.add_option("SYSTEM", o->system, "see `plumbline list systems`");
  app.add_option("--scheme", o->schemes, "S,S,...: one or more schemes");
  app.add_option("--until", o->until, "the time from start to end");
  app.add_option("--steps", o->steps, "N,N,...: the numbers of steps");
  app.add_option("--norm", o->norm,
                 "of the error over the nodes: max, end, relative or area (max)");
  app.add_option("--jobs", o->jobs, "worker threads; the result does not depend on it (1)");
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_progress(app, *o);
  app.footer(
      "Example:\n"
      "  plumbline converge linear-double-pendulum --scheme midpoint,simpson,rk4 --until 10 "
      "--steps 100,200,400");
  return [o](const call& how) { return run_converge(*o, how); };
}

}  // namespace plumbline::cli
