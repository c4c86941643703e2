// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "io/slope_guides.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/drawn_points.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/converge.hpp>
#include <plumbline/study/convergence_table.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>
#include <plumbline/study/truth.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

namespace plumbline {

namespace {

struct study {
  const convergence_request& request;
  const problem& p;
  expression until;
  std::vector<std::int64_t> steps;
  error_norm norm;
  /// Of errors, orders and slopes; 0: as many as the truth supports.
  int shown_digits;
  int shown_of_steps;
};

constexpr int default_shown_digits = 6;

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
template <class T>
constexpr part<T> part_q = {&convergence_row<T>::error_q, &convergence_row<T>::size_q,
                            &convergence_row<T>::order_q};
template <class T>
constexpr part<T> part_p = {&convergence_row<T>::error_p, &convergence_row<T>::size_p,
                            &convergence_row<T>::order_p};

/// The smaller of two numbers of digits, of which 0 means all.
int fewer_digits(int a, int b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

/// The step T/N as the decimal number that it is; what a division in the arithmetic adds to it is left out.
std::string step_text(const study& s, std::int64_t count, int shown) {
  const precision_scope scope(s.request.digits + guard_digits);
  const expression step(fmt::format("({})/{}", s.until.text(), count));
  return to_text(evaluate<mp>(step, s.p.names), shown);
}

/// A run: its row, or why there is none. It goes from one rank to another without the orders.
template <class T>
struct run_result {
  convergence_row<T> row;
  std::string failure;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(row.steps, row.step, row.error_q, row.error_p, row.size_q, row.size_p, row.evaluations,
            row.iterations, row.seconds, failure);
  }
};

/// Errors over the step, or over the evaluations.
plot empty_picture(bool work) {
  plot picture;
  picture.description = "errors of schemes";
  picture.x_label = work ? "evaluations" : "step";
  picture.y_label = "error of q";
  picture.log_x = true;
  picture.log_y = true;
  return picture;
}

/// The rows of one scheme as texts. An error is printed to the digits that are asked for, at most those that the truth
/// supports, and an order to those of the errors that it comes from. Beside a run that failed there is no order.
template <class T>
class printed_rows {
 public:
  printed_rows(const study& s, const truth<T>& reference, std::vector<run_result<T>> runs)
      : s_(s), reference_(reference), runs_(std::move(runs)) {
    for (const auto& run : runs_) {
      rows_.push_back(run.row);
    }
    put_orders(rows_);  // an error of a failed run is 0, which has no order
  }

  std::size_t size() const { return rows_.size(); }
  const convergence_row<T>& operator[](std::size_t i) const { return rows_[i]; }
  const std::string& failure(std::size_t i) const { return runs_[i].failure; }

  std::string error(std::size_t i, const part<T>& which) const {
    return runs_[i].failure.empty() ? to_text(rows_[i].*which.error, digits(i, which)) : "";
  }
  std::string order(std::size_t i, const part<T>& which) const {
    if (i == 0 || !runs_[i].failure.empty() || !runs_[i - 1].failure.empty()) {
      return "";
    }
    if (rounding(i, which) || rounding(i - 1, which)) {
      return rounding_text;
    }
    const auto& order = rows_[i].*which.order;
    return order ? to_text(*order, fewer_digits(digits(i, which), digits(i - 1, which))) : "";
  }
  /// The least-squares slope over the errors above rounding, or "" where there are fewer than two.
  std::string slope(const part<T>& which) const {
    std::vector<T> steps;
    std::vector<T> errors;
    int shown = s_.shown_digits;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (runs_[i].failure.empty() && !rounding(i, which)) {
        steps.push_back(rows_[i].step);
        errors.push_back(rows_[i].*which.error);
        shown = fewer_digits(shown, digits(i, which));
      }
    }
    return steps.size() < 2 ? std::string() : to_text(fitted_order(steps, errors), shown);
  }

 private:
  T size_of(std::size_t i, const part<T>& which) const {
    return s_.norm == error_norm::relative ? T(1) : rows_[i].*which.size;
  }
  bool rounding(std::size_t i, const part<T>& which) const {
    return is_rounding(rows_[i].*which.error, size_of(i, which), rows_[i].steps);
  }
  int digits(std::size_t i, const part<T>& which) const {
    return fewer_digits(s_.shown_digits,
                        reference_.digits_of(rows_[i].*which.error, size_of(i, which)));
  }

  const study& s_;
  const truth<T>& reference_;
  std::vector<run_result<T>> runs_;
  std::vector<convergence_row<T>> rows_;
};

metadata facts_of(const study& s, const std::string& reference) {
  metadata meta = metadata_of(s.p, s.request.digits);
  meta.push_back({"scheme", s.request.schemes});
  meta.push_back({"until", s.until.text()});
  meta.push_back({"norm", s.request.norm.empty() ? "max" : s.request.norm});
  meta.push_back({"reference", reference});
  meta.push_back({"digits", s.request.digits});
  return meta;
}

std::vector<table_column> columns_of(const study& s, bool some_failed) {
  std::vector<table_column> columns = {{"scheme", column_kind::text},
                                       {"steps", column_kind::count},
                                       {"step"},
                                       {"error_q"},
                                       {"error_p"},
                                       {"order_q"},
                                       {"order_p"}};
  if (s.request.work) {
    columns.insert(
        columns.end(),
        {{"evaluations", column_kind::count}, {"iterations", column_kind::count}, {"seconds"}});
  }
  if (some_failed) {
    columns.push_back({"failure", column_kind::text});
  }
  return columns;
}

/// What the runs of a study left so far.
template <class T>
using found_runs = std::vector<std::optional<run_result<T>>>;

/// How many of the runs failed.
template <class T>
std::int64_t failures_among(const found_runs<T>& found) {
  return std::count_if(found.begin(), found.end(),
                       [](const auto& run) { return run && !run->failure.empty(); });
}

template <class T>
std::vector<std::string> cells_of(const study& s, const printed_rows<T>& rows, std::size_t i,
                                  const std::string& label, bool has_p) {
  const part<T> q = part_q<T>;
  const part<T> p = part_p<T>;
  const convergence_row<T>& row = rows[i];
  std::vector<std::string> cells = {label,
                                    std::to_string(row.steps),
                                    step_text(s, row.steps, s.shown_of_steps),
                                    rows.error(i, q),
                                    has_p ? rows.error(i, p) : "",
                                    rows.order(i, q),
                                    has_p ? rows.order(i, p) : ""};
  if (s.request.work) {
    const bool made = rows.failure(i).empty();
    constexpr int digits_of_time = 3;
    cells.push_back(made ? std::to_string(row.evaluations) : "");
    cells.push_back(made ? std::to_string(row.iterations) : "");
    cells.push_back(made ? to_text(row.seconds, digits_of_time) : "");
  }
  return cells;
}

/// The rows of the runs that are done; the table says so where these are not all. A system of first order has coordinates only:
/// the cells of p are empty. Where a run failed, a last column says why.
template <class T>
convergence_result result_of(const study& s, const problem_in<T>& in, const truth<T>& reference,
                             const found_runs<T>& found) {
  const bool has_p = in.start.p.size() > 0;
  const std::size_t counts = s.steps.size();
  const std::int64_t failures = failures_among(found);
  metadata_entry::named_values slopes_q;
  metadata_entry::named_values slopes_p;
  convergence_result result{{facts_of(s, reference.description()), columns_of(s, failures > 0), {}},
                            empty_picture(s.request.work),
                            {}};
  auto& cells = result.table.rows;
  for (std::size_t k = 0; k < s.p.schemes.size(); ++k) {
    std::vector<run_result<T>> runs;
    for (std::size_t i = k * counts; i < (k + 1) * counts; ++i) {
      if (found[i]) {
        runs.push_back(*found[i]);
      }
    }
    const printed_rows<T> rows(s, reference, std::move(runs));
    const std::string label = label_of(s.p, s.p.schemes[k]);
    auto& curves = result.picture.curves;
    curves.push_back(
        {plain_label(label), role_of_curve(curves.size()), drawn_as::line_and_markers, {}});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      cells.push_back(cells_of(s, rows, i, label, has_p));
      if (failures > 0) {
        cells.back().push_back(rows.failure(i));
      }
      if (rows.failure(i).empty()) {
        curves.back().points.push_back({s.request.work ? static_cast<double>(rows[i].evaluations)
                                                       : drawn_value(to_text(rows[i].step)),
                                        drawn_value(to_text(rows[i].error_q))});
      }
    }
    slopes_q.emplace_back(label, rows.slope(part_q<T>));
    if (has_p) {
      slopes_p.emplace_back(label, rows.slope(part_p<T>));
    }
  }
  metadata& facts = result.table.facts;
  facts.push_back({"slope_q", slopes_q});
  if (has_p) {
    facts.push_back({"slope_p", slopes_p});
  }
  if (failures > 0) {
    facts.push_back({"failures", failures});
  }
  result.table.complete = cells.size() == found.size();
  add_slope_guides(result.picture, s.request.work ? "N" : "h");
  return result;
}

/// Which run failed first in the order of the table, and how many did.
template <class T>
std::string failure_of(const study& s, const found_runs<T>& found) {
  const std::int64_t failures = failures_among(found);
  if (failures == 0) {
    return {};
  }
  const auto first = std::find_if(found.begin(), found.end(),
                                  [](const auto& run) { return !run->failure.empty(); });
  const auto k = static_cast<std::size_t>(first - found.begin()) / s.steps.size();
  const std::int64_t steps = (*first)->row.steps;
  return fmt::format("{} of {} runs failed; {} with {} step{}: {}", failures, found.size(),
                     label_of(s.p, s.p.schemes[k]), steps, steps == 1 ? "" : "s",
                     (*first)->failure);
}

/// A reference trajectory may take longer than all that is compared with it. There is nothing to keep of it.
template <class T>
truth<T> truth_of(const study& s, const problem_in<T>& in, run_host& host) {
  const auto progress = host.prepare(*std::max_element(s.steps.begin(), s.steps.end()),
                                     "nodes of the reference trajectory", "reference trajectory");
  run_control control;
  control.progress = [&](std::int64_t n, std::int64_t steps) { progress->set(n, steps); };
  return truth<T>(s.p, in, s.until, s.steps, s.request.digits, control);
}

template <class T>
convergence_result converge_in(const study& s, run_host& host) {
  const problem_in<T> in = make_problem<T>(s.p);
  const T duration = evaluate<T>(s.until, s.p.names);
  const std::size_t counts = s.steps.size();
  found_runs<T> found(counts * s.p.schemes.size());
  const truth<T> reference = truth_of<T>(s, in, host);
  const auto progress =
      host.begin(std::accumulate(s.steps.begin(), s.steps.end(), std::int64_t{0}) *
                     static_cast<std::int64_t>(s.p.schemes.size()),
                 "steps");
  const run_control control = control_of(s.p, host, *progress);

  // piece i is the run of a scheme with a number of steps
  const auto compute = [&](std::size_t i) {
    const scheme_choice& scheme = s.p.schemes[i / counts];
    const auto make = [&](const std::shared_ptr<std::int64_t>& evaluations = nullptr) {
      return scheme.entry->make<T>(scheme.values, in.system.counted(evaluations));
    };
    const std::int64_t steps = s.steps[i % counts];
    run_result<T> result;
    try {
      result.row =
          converge<T>(
              make, make().start(in.start, in.t0), in.t0, duration, {steps},
              [&](std::int64_t count) { return reference.nodes(count); }, s.norm, 1, control)
              .front();
    } catch (const step_failure& error) {
      result.row.steps = steps;
      result.row.step = duration / as_scalar<T>(steps);
      result.failure = error.what();
    }
    throw_if_stopped(host);
    return result;
  };
  std::vector<std::size_t> pieces(found.size());
  std::iota(pieces.begin(), pieces.end(), std::size_t{0});
  try {
    if (!deal_out(host.others(), pieces, s.request.jobs, compute,
                  [&](std::size_t i, const run_result<T>& r) { found[i] = r; })) {
      return {};
    }
  } catch (const interrupted& signal) {
    throw interrupted_table(signal, result_of(s, in, reference, found).table);
  }
  convergence_result result = result_of(s, in, reference, found);
  result.failure = failure_of(s, found);
  return result;
}

}  // namespace

convergence_result convergence_table(const convergence_request& request, run_host& host) {
  (void)required("the name of a system", request.system);
  const auto names = split_list("--scheme", required("--scheme", request.schemes));
  const problem p = read_problem(request.system, request.problem, names);
  std::vector<std::int64_t> steps;
  for (const auto& text : split_list("--steps", required("--steps", request.steps))) {
    steps.push_back(parse_count("--steps", text, 1, most_steps));
    if (std::count(steps.begin(), steps.end(), steps.back()) > 1) {
      throw invalid_input(
          fmt::format("--steps gives {} twice; every number of steps is one row", steps.back()));
    }
  }
  const expression until = duration(request.until, p.names);
  if (sign(until, p.names) == 0) {
    throw invalid_input("--until must be positive");
  }
  int shown = default_shown_digits;
  int shown_of_steps = request.digits;
  if (request.shown_digits == "all") {
    shown = 0;
  } else if (!request.shown_digits.empty()) {
    const auto asked = static_cast<int>(
        parse_count("--show-digits, unless it is all,", request.shown_digits, 1, most_digits));
    shown = asked < request.digits ? asked : 0;
    shown_of_steps = std::min(asked, request.digits);
  }
  const study s{request, p, until, steps, parse_norm(request.norm), shown, shown_of_steps};
  return with_scalar(request.digits,
                     [&]<class T>(std::type_identity<T>) { return converge_in<T>(s, host); });
}

convergence_result convergence_table(const convergence_request& request) {
  run_host host;
  return convergence_table(request, host);
}

}  // namespace plumbline
