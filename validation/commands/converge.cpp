// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline converge SYSTEM --scheme S[,S...] --until T --steps N,N,N...`
#include "commands/command.hpp"
#include "shared/cluster.hpp"
#include "shared/control.hpp"
#include "shared/digits.hpp"
#include "shared/meta.hpp"
#include "shared/norm.hpp"
#include "shared/picture.hpp"
#include "shared/problem.hpp"
#include "shared/scheme_choices.hpp"
#include "shared/step_count.hpp"
#include "shared/table_output.hpp"
#include "shared/truth.hpp"
#include "shared/work_watch.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/converge.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

namespace plumbline::cli {

namespace {

struct converge_options : shared_options {
  std::string system;
  std::string schemes;
  std::string until;
  std::string steps;
  std::string norm = "max";
  bool work = false;
  std::string plot;
  std::string shown_digits;
};

struct study {
  const converge_options& o;
  const call& how;
  const problem& p;
  expression until;
  std::vector<std::int64_t> steps;
  error_norm norm;
  int digits;
  int jobs;
  int shown_digits;  ///< 0: those that mean something
};

/// True where an error is what rounding makes of any scheme after so many steps: it says nothing about the order.
template <class T>
bool is_rounding(const T& error, const T& size, std::int64_t steps) {
  using std::sqrt;
  constexpr int roundings_a_step = 16;
  return error <= roundings_a_step * epsilon<T>() * size *
                      sqrt(as_scalar<T>(std::max<std::int64_t>(steps, 1)));
}

constexpr const char* rounding_text = "rounding";

/// The columns of q or of p.
template <class T>
struct part {
  T convergence_row<T>::*error;
  T convergence_row<T>::*size;
  std::optional<T> convergence_row<T>::*order;
};

/// The least-squares slope over the errors above rounding, or "" where there are fewer than two.
template <class T, class IsRounding>
std::string slope(const std::vector<convergence_row<T>>& rows, const part<T>& which,
                  const IsRounding& rounding, int shown) {
  std::vector<T> steps;
  std::vector<T> errors;
  for (const auto& row : rows) {
    if (!rounding(row, which)) {
      steps.push_back(row.step);
      errors.push_back(row.*which.error);
    }
  }
  return steps.size() < 2 ? std::string() : to_text(fitted_order(steps, errors), shown);
}

/// The step T/N as the decimal number that it is; what a division in the arithmetic adds to it is left out.
std::string step_text(const study& s, std::int64_t count, int shown) {
  constexpr int guard_digits = 12;
  const precision_scope scope(s.digits + guard_digits);
  const expression step(fmt::format("({})/{}", s.until.text(), count));
  return to_text(evaluate<mp>(step, s.p.names), shown);
}

/// What a run hands from one rank to another: all but the orders.
template <class T>
struct run_result {
  convergence_row<T> row;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(row.steps, row.step, row.error_q, row.error_p, row.size_q, row.size_p, row.evaluations,
            row.iterations, row.seconds);
  }
};

/// Errors over the step, or over the evaluations with --work: a curve for each scheme.
class error_picture {
 public:
  error_picture(const std::string& file, bool work) : file_(file), work_(work) {
    plot_.description = "errors of schemes";
    plot_.x_label = work ? "evaluations" : "step";
    plot_.y_label = "error of q";
    plot_.log_x = true;
    plot_.log_y = true;
  }
  void begin(const std::string& scheme) {
    plot_.curves.push_back({report::plain_label(scheme),
                            role_of_curve(plot_.curves.size()),
                            report::drawn_as::line_and_markers,
                            {}});
  }
  void add(const std::string& step, std::int64_t evaluations, const std::string& error) {
    plot_.curves.back().points.push_back(
        {work_ ? static_cast<double>(evaluations) : drawn_value(step), drawn_value(error)});
  }
  void draw() const {
    if (file_.wanted()) {
      file_.draw(plot_);
    }
  }

 private:
  picture file_;
  bool work_;
  report::plot plot_;
};

/// The rows of the runs that are done; the table says so where these are not all. A system of first order has coordinates only:
/// the cells of p are empty.
template <class T>
void write_table(const study& s, const problem_in<T>& in, const truth<T>& reference,
                 const std::vector<std::optional<convergence_row<T>>>& found, table_output& out,
                 error_picture& drawing) {
  const bool has_p = in.start.p.size() > 0;
  const std::size_t counts = s.steps.size();
  bool all = true;
  metadata_entry::named_values slopes_q;
  metadata_entry::named_values slopes_p;
  std::vector<std::vector<std::string>> rows;
  constexpr int order_digits = 10;
  const int shown_of_orders = s.shown_digits > 0 ? s.shown_digits : order_digits;
  const auto size_of = [&](const convergence_row<T>& row, const part<T>& which) {
    return s.norm == error_norm::relative ? T(1) : row.*which.size;
  };
  const auto rounding = [&](const convergence_row<T>& row, const part<T>& which) {
    return is_rounding(row.*which.error, size_of(row, which), row.steps);
  };
  const auto error_text = [&](const convergence_row<T>& row, const part<T>& which) {
    const int digits = reference.digits_of(row.*which.error, size_of(row, which));
    const int shown = digits == 0 ? s.shown_digits : std::min(digits, s.shown_digits);
    return to_text(row.*which.error, s.shown_digits == 0 ? digits : shown);
  };
  const part<T> q{&convergence_row<T>::error_q, &convergence_row<T>::size_q,
                  &convergence_row<T>::order_q};
  const part<T> p{&convergence_row<T>::error_p, &convergence_row<T>::size_p,
                  &convergence_row<T>::order_p};
  for (std::size_t k = 0; k < s.p.schemes.size(); ++k) {
    const scheme_choice& scheme = s.p.schemes[k];
    std::vector<convergence_row<T>> of_scheme;
    for (std::size_t i = k * counts; i < (k + 1) * counts; ++i) {
      if (found[i]) {
        of_scheme.push_back(*found[i]);
      }
    }
    all = all && of_scheme.size() == counts;
    put_orders(of_scheme);
    const std::string label = label_of(s.p, scheme);
    drawing.begin(label);
    for (std::size_t i = 0; i < of_scheme.size(); ++i) {
      const convergence_row<T>& row = of_scheme[i];
      const auto order_text = [&](const part<T>& which) -> std::string {
        const auto& order = row.*which.order;
        if (i > 0 && (rounding(row, which) || rounding(of_scheme[i - 1], which))) {
          return rounding_text;
        }
        return order ? to_text(*order, shown_of_orders) : "";
      };
      drawing.add(to_text(row.step), row.evaluations, to_text(row.error_q));
      rows.push_back({label, std::to_string(row.steps),
                      step_text(s, row.steps, s.shown_digits > 0 ? s.shown_digits : s.digits),
                      error_text(row, q), has_p ? error_text(row, p) : "", order_text(q),
                      has_p ? order_text(p) : ""});
      if (s.o.work) {
        constexpr int digits_of_time = 3;
        for (const std::string& text :
             {std::to_string(row.evaluations), std::to_string(row.iterations),
              to_text(row.seconds, digits_of_time)}) {
          rows.back().push_back(text);
        }
      }
    }
    slopes_q.emplace_back(label, slope(of_scheme, q, rounding, shown_of_orders));
    if (has_p) {
      slopes_p.emplace_back(label, slope(of_scheme, p, rounding, shown_of_orders));
    }
  }

  metadata meta = metadata_of(s.how);
  for (auto& entry : metadata_of(s.p, s.digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"scheme", s.o.schemes});
  meta.push_back({"until", s.until.text()});
  meta.push_back({"norm", s.o.norm});
  meta.push_back({"reference", reference.description()});
  meta.push_back({"digits", s.digits});
  meta.push_back({"slope_q", slopes_q});
  if (has_p) {
    meta.push_back({"slope_p", slopes_p});
  }
  std::vector<table_column> columns = {{"scheme", column_kind::text},
                                       {"steps", column_kind::count},
                                       {"step"},
                                       {"error_q"},
                                       {"error_p"},
                                       {"order_q"},
                                       {"order_p"}};
  if (s.o.work) {
    columns.insert(
        columns.end(),
        {{"evaluations", column_kind::count}, {"iterations", column_kind::count}, {"seconds"}});
  }
  out.write(meta, columns, rows, all);
}

/// A reference trajectory may take longer than all that is compared with it. There is nothing to keep of it, so that a
/// signal ends the process at once.
template <class T>
truth<T> truth_of(const study& s, const problem_in<T>& in) {
  shared_options shown = s.o;
  shown.quiet = s.o.quiet || !cluster::leads();
  work_watch watched(shown, *std::max_element(s.steps.begin(), s.steps.end()),
                     "nodes of the reference trajectory", "reference trajectory");
  run_control control;
  control.progress = [&watched](std::int64_t n, std::int64_t steps) { watched.set(n, steps); };
  return truth<T>(s.p, in, s.until, s.steps, s.digits, control);
}

template <class T>
void converge_in(const study& s) {
  const problem_in<T> in = make_problem<T>(s.p);
  const T duration = evaluate<T>(s.until, s.p.names);
  const auto total = std::accumulate(s.steps.begin(), s.steps.end(), std::int64_t{0}) *
                     static_cast<std::int64_t>(s.p.schemes.size());
  std::optional<error_picture> drawing;
  std::optional<table_output> out;
  if (cluster::leads()) {
    drawing.emplace(s.o.plot, s.o.work);
    out.emplace(s.o);
  }
  const std::size_t counts = s.steps.size();
  std::vector<std::optional<convergence_row<T>>> found(counts * s.p.schemes.size());
  const truth<T> reference = truth_of<T>(s, in);
  const stops_politely polite;
  const warns_of_lost_digits warns(s.o.quiet);
  progress_bar bar(s.o, total);
  work_watch watched(s.o, total, "steps");
  run_control control = control_of(s.p, bar);
  control.progress = [&bar, &watched](std::int64_t, std::int64_t) {
    bar.advance();
    watched.advance();
  };

  // piece i is the run of a scheme with a number of steps
  const auto compute = [&](std::size_t i) {
    const scheme_choice& scheme = s.p.schemes[i / counts];
    const auto make = [&](const std::shared_ptr<std::int64_t>& evaluations = nullptr) {
      return scheme.entry->make<T>(scheme.values, in.system.counted(evaluations));
    };
    const auto rows = converge<T>(
        make, make().start(in.start, in.t0), in.t0, duration, {s.steps[i % counts]},
        [&](std::int64_t count) { return reference.nodes(count); }, s.norm, 1, control);
    throw_if_stopped();
    return run_result<T>{rows.front()};
  };
  std::vector<std::size_t> pieces(found.size());
  std::iota(pieces.begin(), pieces.end(), std::size_t{0});
  try {
    if (!deal_out(pieces, s.jobs, compute,
                  [&](std::size_t i, const run_result<T>& r) { found[i] = r.row; })) {
      return;
    }
  } catch (const interrupted&) {
    if (out) {
      write_table(s, in, reference, found, *out, *drawing);
      out->keep_partial();
    }
    throw;
  }
  write_table(s, in, reference, found, *out, *drawing);
  drawing->draw();
  out->commit();
}

int run_converge(const converge_options& o, const call& how) {
  const int digits = parse_digits(o.digits);
  const auto names = split_list("--scheme", required("--scheme", o.schemes));
  const problem p = read_problem(o.system, o, names);
  std::vector<std::int64_t> steps;
  for (const auto& text : split_list("--steps", required("--steps", o.steps))) {
    steps.push_back(parse_count("--steps", text, 1, most_steps));
    if (std::count(steps.begin(), steps.end(), steps.back()) > 1) {
      throw invalid_input(
          fmt::format("--steps gives {} twice; every number of steps is one row", steps.back()));
    }
  }
  const expression until = duration(o.until, p.names);
  if (sign(until, p.names) == 0) {
    throw invalid_input("--until must be positive");
  }
  const int jobs = parse_jobs(o.jobs);
  const int shown = o.shown_digits.empty()
                        ? 0
                        : static_cast<int>(parse_count("--show-digits", o.shown_digits, 1, digits));
  const study s{o, how, p, until, steps, parse_norm(o.norm), digits, jobs, shown};
  with_scalar(digits, [&s]<class T>(std::type_identity<T>) { converge_in<T>(s); });
  return 0;
}

}  // namespace

runner define_converge(CLI::App& app) {
  const auto o = std::make_shared<converge_options>();
  app.add_option("SYSTEM", o->system, "see `plumbline list systems`");
  app.add_option(
      "--scheme", o->schemes,
      "S,S,...: one or more schemes, with their parameters if need be: lobatto:degree=3");
  app.add_option("--until", o->until, "the time from start to end");
  app.add_option("--steps", o->steps, "N,N,...: the numbers of steps");
  app.add_option(
      "--show-digits", o->shown_digits,
      "significant digits of the table (errors: those that the truth supports; orders: 10)");
  add_norm(app, o->norm);
  app.add_flag("--work", o->work,
               "further columns: evaluations of the system's formulas in the working precision, "
               "iterations of the solver, seconds in the steps");
  add_jobs(app, *o);
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_plot(app, o->plot);
  add_progress(app, *o);
  app.footer(
      "Examples:\n"
      "  plumbline converge linear-double-pendulum --scheme midpoint,simpson,rk4 --until 10 "
      "--steps 100,200,400\n"
      "  plumbline converge double-pendulum --scheme midpoint,simpson,rk4 --until 1 --steps "
      "10,20,40,80 --work --plot work.svg\n"
      "  plumbline converge pendulum --scheme lobatto --set degree=2,3 --until 10 --steps 40,80 "
      "--show-digits 4");
  return [o](const call& how) { return run_converge(*o, how); };
}

}  // namespace plumbline::cli
