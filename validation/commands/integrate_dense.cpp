// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline integrate SYSTEM --scheme S --step H --times T,T,...`: steps of one length, and the states between them by the
// dense output of the scheme's table (catalogue/dense_output.hpp).
#include "cli/control.hpp"
#include "commands/times_table.hpp"
#include <plumbline/catalogue/dense_output.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::cli {

namespace {

struct dense_run {
  const integrate_options& o;
  const call& how;
  const problem& p;
  const scheme_table& table;
  expression step;
  const std::vector<expression>& times;
  int digits;
  table_format format;
};

/// A time of output: the step in which it lies, and where in it. `theta` is empty at a node.
struct inner_time {
  std::size_t row;
  std::int64_t node;
  std::string theta;
};

/// |time| in steps, with more digits than the arithmetic has: times that are whole multiples of the step are nodes.
inner_time place_of(const dense_run& r, std::size_t row, int digits) {
  constexpr double most = 1e15;
  const precision_scope scope(digits + guard_digits);
  const mp steps = abs(evaluate<mp>(r.times[row], r.p.names)) / evaluate<mp>(r.step, r.p.names);
  if (!(steps < mp(most))) {
    throw invalid_input(
        fmt::format("--times {}: more than 1e15 steps of {}", r.times[row].text(), r.step.text()));
  }
  const mp close = pow(mp(10), -digits);
  const mp node = floor(steps + close);
  const mp theta = steps - node;
  return {row, static_cast<std::int64_t>(to_double(node)),
          abs(theta) <= close ? std::string() : to_text(theta)};
}

template <class T>
void integrate_dense_in(const dense_run& r) {
  const problem_in<T> in = make_problem<T>(r.p);
  const scheme_info& info = r.p.schemes.front().entry->info;
  auto stepper = entry_of(r.table, info).template make<T>({}, in.system);
  const observers<T> observed(r.o.observe, r.p, in.system, stepper);
  if (!r.o.observe.empty()) {
    for (const auto& name : split_list("--observe", r.o.observe)) {
      if (std::ranges::count(stepper.extra_columns(), name) > 0) {
        throw invalid_input(fmt::format(
            "--observe {} belongs to whole steps; with --times there are times between them",
            name));
      }
    }
  }
  const T h = evaluate<T>(r.step, r.p.names);
  if (h == T(0)) {
    throw invalid_input("--step is zero in this arithmetic");
  }
  const metadata meta = head_of_times(r.how, r.p, {{"step", r.step.text()}}, r.digits);

  const int digits = detail::digits_for_bits(scalar_traits<T>::bits());
  std::vector<inner_time> forwards;
  std::vector<inner_time> backwards;
  std::vector<T> elapsed;
  for (std::size_t row = 0; row < r.times.size(); ++row) {
    elapsed.push_back(evaluate<T>(r.times[row], r.p.names));
    (elapsed.back() < T(0) ? backwards : forwards).push_back(place_of(r, row, digits));
  }
  const stops_politely polite;
  auto out = open_output(r.o);
  times_table<T> table(stepper, observed, r.times.size());
  const auto walk = [&](std::vector<inner_time> list, const T& step) {
    if (list.empty()) {
      return;
    }
    std::ranges::stable_sort(list, {}, &inner_time::node);
    const std::int64_t last = list.back().node;
    progress_bar bar(r.o, last);
    auto next = list.begin();
    vector<T> state = stepper.start(in.start, in.t0);
    const auto at_node = [&](std::int64_t n, const T& t, const vector<T>& y) {
      for (; next != list.end() && next->node == n; ++next) {
        vector<T> z = y;
        if (!next->theta.empty()) {
          auto inside =
              entry_of(inside_step(r.table, next->theta), info).template make<T>({}, in.system);
          const solve_report report = inside.step(z, t, step);
          if (!report.ok()) {
            throw step_failure(n, to_text(t, 17), report, "a smaller step may help");
          }
        }
        table.set(next->row, T(in.t0 + elapsed[next->row]), z);
      }
    };
    if (integrate<T>(stepper, state, time_grid<T>(in.t0, step, last), at_node,
                     control_of(r.p, bar)) == run_outcome::stopped) {
      throw_if_stopped();
    }
  };
  walk(std::move(forwards), h);
  walk(std::move(backwards), T(-h));

  table.write(out, r.format, meta);
}

}  // namespace

void integrate_dense(const integrate_options& o, const call& how, const problem& p,
                     const scheme_table& table, const std::vector<expression>& times) {
  refuse_options({{"--tolerance", &o.tolerance}},
                 "goes with --scheme taylor, whose steps have the length that it asks for");
  if (o.step.empty()) {
    throw invalid_input(
        fmt::format("--times with the scheme {} needs --step, the length of its "
                    "steps; --scheme taylor chooses its own",
                    table.name));
  }
  const dense_run r{o,
                    how,
                    p,
                    table,
                    positive_step(o.step, p.names),
                    times,
                    parse_digits(o.digits),
                    parse_format(o.format.empty() ? "csv" : o.format)};
  with_scalar(r.digits, [&r]<class T>(std::type_identity<T>) { integrate_dense_in<T>(r); });
}

}  // namespace plumbline::cli
