// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The states at given times: by Taylor series with steps of their own length, or by steps of one length and between them the dense
// output of the scheme's table (catalogue/dense_output.hpp) or, of every other scheme, a shorter step of the scheme from the node
// before, as for crossings (study/crossings_by_steps.hpp). --strobe is the times V, 2 V, … up to --until.
#include "study/kept_table.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/catalogue/dense_output.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/taylor_trajectory.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace plumbline {

namespace {

struct timed_run {
  const integration_request& request;
  const problem& p;
  std::vector<expression> times = {};
  std::optional<expression> tolerance = {};
  bool by_series = false;
  std::optional<scheme_table> table = {};  ///< with dense output; otherwise by shorter steps
  std::optional<expression> step = {};
};

/// Problem and scheme, then `own`, then the digits.
metadata facts_of(const timed_run& r, metadata own) {
  metadata facts = metadata_of(r.p, r.request.digits);
  add_scheme(facts, r.p.schemes.front());
  for (auto& entry : own) {
    facts.push_back(std::move(entry));
  }
  facts.push_back({"digits", r.request.digits});
  return facts;
}

template <class T>
plot rows_by_taylor(const timed_run& r, table_sink& rows, run_host& host) {
  const problem_in<T> in = make_problem<T>(r.p);
  const scheme_choice& scheme = r.p.schemes.front();
  auto stepper = scheme.entry->make<T>(scheme.values, in.system);
  const observers<T> observed(r.request.observe, r.p, in.system, stepper);
  double log2_tolerance = -scalar_traits<T>::bits();
  if (r.tolerance) {
    const T value = evaluate<T>(*r.tolerance, r.p.names);
    require_tolerance(value, *r.tolerance, r.request.digits);
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
  const metadata facts =
      facts_of(r, {{"order", order},
                   {"tolerance", r.tolerance ? r.tolerance->text() : to_text(epsilon<T>(), 3)}});
  const auto progress = host.begin(static_cast<std::int64_t>(elapsed.size()), "times");
  rows.open();
  // each direction in the order of the motion; the rows in the order of the command line
  std::vector<std::size_t> sorted(elapsed.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::stable_sort(sorted,
                           [&](std::size_t a, std::size_t b) { return elapsed[a] < elapsed[b]; });
  const auto first_forward =
      std::ranges::find_if(sorted, [&](std::size_t i) { return !(elapsed[i] < T(0)); });
  kept_table table(r.request, r.p, column_names(stepper, observed), observed.asked());
  const auto walk = [&](auto from, auto to) {
    taylor_trajectory<T> trajectory(in.system, in.start, in.t0, order, log2_tolerance);
    trajectory.stop_when([&host] { return host.stop_requested(); });
    for (; from != to; ++from) {
      throw_if_stopped(host);
      const std::size_t i = *from;
      const phase_point<T> z = trajectory.at(elapsed[i]);
      throw_if_stopped(host);
      const T t = in.t0 + elapsed[i];
      table.put(i, cells_of(t, stepper.start(z, t), observed));
      progress->advance(1);
    }
  };
  walk(first_forward, sorted.end());
  walk(std::make_reverse_iterator(first_forward), sorted.rend());

  table.hand_over(rows, facts);
  return table.drawing();
}

/// A time of output: the step in which it lies, and where in it. `theta` is empty at a node.
struct inner_time {
  std::size_t row;
  std::int64_t node;
  std::string theta;
};

/// |time| in steps, with more digits than the arithmetic has: times that are whole multiples of the step are nodes.
inner_time place_of(const timed_run& r, std::size_t row, int digits) {
  constexpr double most = 1e15;
  const precision_scope scope(digits + guard_digits);
  const mp steps = abs(evaluate<mp>(r.times[row], r.p.names)) / evaluate<mp>(*r.step, r.p.names);
  if (!(steps < mp(most))) {
    throw invalid_input(
        fmt::format("--times {}: more than 1e15 steps of {}", r.times[row].text(), r.step->text()));
  }
  const mp close = pow(mp(10), -digits);
  const mp node = floor(steps + close);
  const mp theta = steps - node;
  return {row, static_cast<std::int64_t>(to_double(node)),
          abs(theta) <= close ? std::string() : to_text(theta)};
}

template <class T>
plot rows_by_steps(const timed_run& r, table_sink& rows, run_host& host) {
  const problem_in<T> in = make_problem<T>(r.p);
  const scheme_choice& scheme = r.p.schemes.front();
  const scheme_info& info = scheme.entry->info;
  const auto make = [&] {
    return r.table ? entry_of(*r.table, info).template make<T>({}, in.system)
                   : scheme.entry->make<T>(scheme.values, in.system);
  };
  auto stepper = make();
  auto shorter = make();
  const observers<T> observed(r.request.observe, r.p, in.system, stepper);
  refuse_inside_values(r.request, stepper, r.request.strobe.empty() ? "--times" : "--strobe");
  const T h = evaluate<T>(*r.step, r.p.names);
  if (h == T(0)) {
    throw invalid_input("--step is zero in this arithmetic");
  }
  const int digits = detail::digits_for_bits(scalar_traits<T>::bits());
  std::vector<inner_time> forwards;
  std::vector<inner_time> backwards;
  std::vector<T> elapsed;
  for (std::size_t row = 0; row < r.times.size(); ++row) {
    elapsed.push_back(evaluate<T>(r.times[row], r.p.names));
    (elapsed.back() < T(0) ? backwards : forwards).push_back(place_of(r, row, digits));
  }
  rows.open();
  kept_table table(r.request, r.p, column_names(stepper, observed), observed.asked());
  const auto walk = [&](std::vector<inner_time> list, const T& step) {
    if (list.empty()) {
      return;
    }
    std::ranges::stable_sort(list, {}, &inner_time::node);
    const std::int64_t last = list.back().node;
    const auto progress = host.begin(last, "steps");
    auto next = list.begin();
    vector<T> state = stepper.start(in.start, in.t0);
    const phase_point<T> first = stepper.phase(state, in.t0);
    const auto inside_step_to = [&](vector<T>& z, const T& t, const std::string& theta) {
      if (r.table) {
        auto inside = entry_of(inside_step(*r.table, theta), info).template make<T>({}, in.system);
        return inside.step(z, t, step);
      }
      shorter.resume(first, z);
      return shorter.step(z, t, T(from_text<T>(theta) * step));
    };
    const auto at_node = [&](std::int64_t n, const T& t, const vector<T>& y) {
      for (; next != list.end() && next->node == n; ++next) {
        vector<T> z = y;
        if (!next->theta.empty()) {
          const solve_report report = inside_step_to(z, t, next->theta);
          if (!report.ok()) {
            throw step_failure(n, to_text(t, 17), report, "a smaller step may help");
          }
        }
        table.put(next->row, cells_of(T(in.t0 + elapsed[next->row]), z, observed));
      }
    };
    if (integrate<T>(stepper, state, time_grid<T>(in.t0, step, last), at_node,
                     control_of(r.p, host, *progress)) == run_outcome::stopped) {
      throw_if_stopped(host);
    }
  };
  walk(std::move(forwards), h);
  walk(std::move(backwards), T(-h));

  table.hand_over(
      rows,
      facts_of(r, {{"step", r.step->text()},
                   {"inside_steps", std::string(r.table ? "dense output" : "partial step")}}));
  return table.drawing();
}

/// The table of a scheme with dense output; nothing for other schemes.
std::optional<scheme_table> dense_table(const integration_request& o, const problem& p) {
  const scheme_choice& scheme = p.schemes.front();
  std::optional<scheme_table> table =
      is_file_name(o.scheme) ? load_scheme(o.scheme)
                             : known_scheme_table(scheme.entry->info.name, scheme.values);
  if (table && !has_dense_output(*table)) {
    table.reset();
  }
  return table;
}

/// 0, V, 2 V, … up to the end. Throws invalid_input where V is not positive, or there are more than ten million.
std::vector<expression> strobe_times(const integration_request& request, const problem& p) {
  constexpr double most = 1e7;
  const expression every(request.strobe);
  if (sign(every, p.names) <= 0) {
    throw invalid_input(fmt::format("--strobe must be positive, got '{}'", request.strobe));
  }
  const expression until = duration(request.until, p.names);
  const precision_scope scope(default_digits);
  const mp count = evaluate<mp>(until, p.names) / evaluate<mp>(every, p.names);
  if (!(count < mp(most))) {
    throw invalid_input(fmt::format("--strobe {}: more than ten million rows up to {}",
                                    request.strobe, request.until));
  }
  const mp close = decimal<mp>("1e-9");
  std::vector<expression> times;
  for (std::int64_t k = 0; mp(k) < count + close; ++k) {
    times.emplace_back(fmt::format("{}*({})", k, request.strobe));
  }
  return times;
}

}  // namespace

std::vector<expression> asked_times(const integration_request& request, const problem& p) {
  refuse_options(
      {{"--steps", &request.steps}, {"--every", &request.every}},
      fmt::format("does not go with {}", request.strobe.empty() ? "--times" : "--strobe"));
  if (!request.strobe.empty()) {
    refuse_options({{"--times", &request.times}}, "does not go with --strobe");
    (void)required("--until", request.until);
    return strobe_times(request, p);
  }
  refuse_options({{"--until", &request.until}}, "does not go with --times");
  std::vector<expression> times;
  for (const auto& text : split_list("--times", request.times)) {
    times.emplace_back(text);
  }
  return times;
}

plot rows_at_times(const integration_request& request, table_sink& rows, run_host& host) {
  const char* const option = request.strobe.empty() ? "--times" : "--strobe";
  const problem p =
      read_problem(request.system, request.problem, {required("--scheme", request.scheme)});
  timed_run r{request, p, asked_times(request, p)};
  r.by_series = p.schemes.front().entry->chooses_order && !p.system->has_zones;
  if (r.by_series) {
    refuse_options({{"--step", &request.step}},
                   fmt::format("does not go with --scheme taylor and {}", option));
    if (!request.tolerance.empty()) {
      r.tolerance.emplace(request.tolerance);
    }
  } else if (!request.tolerance.empty()) {
    return adaptive_rows(request, rows, host);
  } else {
    if (request.step.empty()) {
      throw invalid_input(
          fmt::format("{} with the scheme {} needs --step, the length of its "
                      "steps, or --tolerance; --scheme taylor chooses its own",
                      option, p.schemes.front().entry->info.name));
    }
    r.step = positive_step(request.step, p.names);
    r.table = p.system->has_zones ? std::nullopt : dense_table(request, p);
  }
  return with_scalar(request.digits, [&]<class T>(std::type_identity<T>) {
    return r.by_series ? rows_by_taylor<T>(r, rows, host) : rows_by_steps<T>(r, rows, host);
  });
}

}  // namespace plumbline
