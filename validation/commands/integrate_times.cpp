// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline integrate SYSTEM --scheme taylor --times T,T,... [--tolerance E]`; for other schemes see integrate_dense.cpp
#include "cli/control.hpp"
#include "commands/times_table.hpp"
#include <plumbline/catalogue/dense_output.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/taylor_trajectory.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace plumbline::cli {

namespace {

struct times_run {
  const integrate_options& o;
  const call& how;
  const problem& p;
  std::vector<expression> times;
  std::optional<expression> tolerance;
  int digits;
  table_format format;
};

template <class T>
void integrate_times_in(const times_run& r) {
  const problem_in<T> in = make_problem<T>(r.p);
  const scheme_choice& scheme = r.p.schemes.front();
  auto stepper = scheme.entry->make<T>(scheme.values, in.system);
  const observers<T> observed(r.o.observe, r.p, in.system, stepper);
  double log2_tolerance = -scalar_traits<T>::bits();
  if (r.tolerance) {
    const T value = evaluate<T>(*r.tolerance, r.p.names);
    if (!(T(0) < value && value < T(1))) {
      throw invalid_input(
          fmt::format("--tolerance must lie between 0 and 1, got '{}'", r.tolerance->text()));
    }
    if (value < epsilon<T>()) {
      throw invalid_input(
          fmt::format("--tolerance {} is below what {} digits resolve; raise --digits",
                      r.tolerance->text(), r.digits));
    }
    log2_tolerance = log2_magnitude(value);
  }
  // without --set order=… the order suits the tolerance
  const bool has_order = scheme.values.contains("order") &&
                         evaluate<double>(expression(scheme.values.at("order"))) > 0;
  const int order =
      has_order ? stepper.info().order : taylor_order(static_cast<int>(std::ceil(-log2_tolerance)));

  std::vector<T> elapsed;
  for (const expression& t : r.times) {
    elapsed.push_back(evaluate<T>(t, r.p.names));
  }
  const metadata meta =
      head_of_times(r.how, r.p,
                    {{"order", order},
                     {"tolerance", r.tolerance ? r.tolerance->text() : to_text(epsilon<T>(), 3)}},
                    r.digits);

  const stops_politely polite;
  auto out = open_output(r.o);
  progress_bar bar(r.o, static_cast<std::int64_t>(elapsed.size()));
  // each direction in the order of the motion; the rows in the order of the command line
  std::vector<std::size_t> sorted(elapsed.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::stable_sort(sorted,
                           [&](std::size_t a, std::size_t b) { return elapsed[a] < elapsed[b]; });
  const auto first_forward =
      std::ranges::find_if(sorted, [&](std::size_t i) { return !(elapsed[i] < T(0)); });
  times_table<T> table(stepper, observed, elapsed.size());
  const auto walk = [&](auto from, auto to) {
    taylor_trajectory<T> trajectory(in.system, in.start, in.t0, order, log2_tolerance);
    trajectory.stop_when(stop_requested);
    for (; from != to; ++from) {
      throw_if_stopped();
      const std::size_t i = *from;
      const phase_point<T> z = trajectory.at(elapsed[i]);
      throw_if_stopped();
      const T t = in.t0 + elapsed[i];
      table.set(i, t, stepper.start(z, t));
      bar.advance();
    }
  };
  walk(first_forward, sorted.end());
  walk(std::make_reverse_iterator(first_forward), sorted.rend());

  table.write(out, r.format, meta);
}

/// The table of a scheme with dense output; nothing for taylor. Throws invalid_input for other schemes.
std::optional<scheme_table> dense_table(const integrate_options& o, const problem& p) {
  const scheme_choice& scheme = p.schemes.front();
  const std::string& name = scheme.entry->info.name;
  if (scheme.entry->chooses_order) {
    return std::nullopt;
  }
  std::optional<scheme_table> table;
  if (is_file_name(o.scheme)) {
    table = load_scheme(o.scheme);
  } else {
    table = known_scheme_table(name, scheme.values);
  }
  if (table && has_dense_output(*table)) {
    return table;
  }
  std::string known;
  for (const scheme_entry& other : schemes()) {
    const auto its = known_scheme_table(other.info.name);
    if (its && has_dense_output(*its)) {
      known += ", " + other.info.name;
    }
  }
  throw invalid_input(fmt::format(
      "--times needs --scheme taylor, whose series give the states at any time, or a scheme with "
      "dense output (a table with the key dense{}); {} has none",
      known, name));
}

}  // namespace

int integrate_to_times(const integrate_options& o, const call& how) {
  refuse_options({{"--steps", &o.steps},
                  {"--until", &o.until},
                  {"--every", &o.every},
                  {"--plot", &o.plot},
                  {"--checkpoint", &o.checkpoint.file},
                  {"--resume", &o.checkpoint.resume}},
                 "does not go with --times");
  const int digits = parse_digits(o.digits);
  const auto format = parse_format(o.format.empty() ? "csv" : o.format);
  const problem p = read_problem(o.system, o, {required("--scheme", o.scheme)});
  const auto dense = dense_table(o, p);
  if (!dense) {
    refuse_options({{"--step", &o.step}}, "does not go with --scheme taylor and --times");
  }
  if (p.system->has_zones) {
    throw invalid_input(fmt::format("{} changes its law from zone to zone; --times needs one law",
                                    p.system->name()));
  }
  std::vector<expression> times;
  for (const auto& text : split_list("--times", o.times)) {
    times.emplace_back(text);
  }
  if (dense) {
    integrate_dense(o, how, p, *dense, times);
    return 0;
  }
  std::optional<expression> tolerance;
  if (!o.tolerance.empty()) {
    tolerance.emplace(o.tolerance);
  }
  const times_run r{o, how, p, std::move(times), std::move(tolerance), digits, format};
  with_scalar(digits, [&r]<class T>(std::type_identity<T>) { integrate_times_in<T>(r); });
  return 0;
}

}  // namespace plumbline::cli
