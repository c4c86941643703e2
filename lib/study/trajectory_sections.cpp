// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The crossings of a section as rows, and trajectories that end at one. Rows are kept until the run has ended: the facts above them say
// how many crossings there are.
#include "study/kept_table.hpp"
#include "study/planned_run.hpp"
#include "study/section_run.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <optional>

namespace plumbline {

namespace {

/// The problem of a run and its stepper.
template <class T>
struct stepped_problem {
  problem_in<T> in;
  any_stepper<T> stepper;

  explicit stepped_problem(const section_run& r)
      : in(make_problem<T>(*r.p)), stepper(r.scheme.entry->make<T>(r.scheme.values, in.system)) {}
};

/// What the rows of crossings have, in the scalar of the digits that are asked for.
template <class S>
struct shown_columns : stepped_problem<S> {
  observers<S> observed;
  std::vector<std::string> names;

  shown_columns(const shown_columns&) = delete;  // the observers look at the stepper
  shown_columns(const section_run& r, const integration_request& request)
      : stepped_problem<S>(r),
        observed(request.observe, *r.p, this->in.system, this->stepper),
        names(column_names(this->stepper, observed)) {
    refuse_inside_values(request, this->stepper, "--section");
  }
};

/// The problem in T: what is shown where the digits are those, otherwise `finer`, made here.
template <class S, class T>
stepped_problem<T>& computed_in(shown_columns<S>& shown, const section_run& r, bool same_digits,
                                std::optional<stepped_problem<T>>& finer) {
  if constexpr (std::same_as<S, T>) {
    if (same_digits) {
      return shown;
    }
  }
  return finer.emplace(r);
}

/// The crossings, computed in T with so many digits and written in the scalar S of the digits that are asked for. Returns how many
/// digits beyond S are needed, in the place of rows, where `may_ask`.
template <class S, class T>
int section_in(const section_run& r, const integration_request& request, int digits, bool may_ask,
               table_sink& rows, run_host& host, plot& picture) {
  const auto preparing = host.prepare(r.steps, "steps");
  const auto in_shown = [&] { return detail::scope_of<S>(request.digits); };
  shown_columns<S> shown = [&] {
    [[maybe_unused]] const auto scope = in_shown();
    return shown_columns<S>(r, request);
  }();
  kept_table table(request, *r.p, shown.names, shown.observed.asked());
  table.add_direction();

  [[maybe_unused]] const auto working = detail::scope_of<T>(digits);
  std::optional<stepped_problem<T>> finer;
  auto& [in, stepper] = computed_in<S, T>(shown, r, digits == request.digits, finer);
  const auto g = record_section(*r.p, in.system.formulas(), r.what.formula);
  const std::vector<T> named = parameters_of<T>(*g, *r.p);
  const followed_values<T> values(in.system, g, named);
  if (may_ask) {
    rows.open();
  }
  section_outcome seen;
  const auto hand_over = [&] {
    metadata facts = facts_of(r, request.digits);
    facts.push_back({"crossings", seen.crossings});
    facts.push_back({"start_on_section", std::string(seen.started_on_section ? "yes" : "no")});
    table.hand_over(rows, facts);
  };
  const auto found = [&](const crossing_state<T>& crossing) {
    ++seen.crossings;
    [[maybe_unused]] const auto rounded = in_shown();
    vector<S> state(crossing.state.size());
    for (Eigen::Index i = 0; i < state.size(); ++i) {
      state[i] = detail::convert_precision<S>(crossing.state[i]);
    }
    auto cells = cells_of(detail::convert_precision<S>(crossing.t), state, shown.observed);
    cells.push_back(std::to_string(crossing.direction));
    table.add(std::move(cells));
  };
  try {
    seen = walk_section(
        r, host, in, values, named, stepper, [](std::int64_t, const T&, const vector<T>&) {},
        found);
    warn_of_nodes_without_value(r.what, seen.nodes_without_value, host);
  } catch (const interrupted&) {
    hand_over();
    throw;
  }
  if (const int further = may_ask ? further_digits_for(r, seen, digits) : 0; further > 0) {
    return further;
  }
  hand_over();
  picture = table.drawing();
  return 0;
}

template <class T>
plot to_section_in(const section_run& r, const integration_request& request, table_sink& rows,
                   run_host& host) {
  const auto preparing = host.prepare(r.steps, "steps");
  stepped_problem<T> computed(r);
  auto& [in, stepper] = computed;
  const observers<T> observed(request.observe, *r.p, in.system, stepper);
  refuse_inside_values(request, stepper, "--stop-at");
  const auto g = record_section(*r.p, in.system.formulas(), r.what.formula, "--stop-at");
  const std::vector<T> named = parameters_of<T>(*g, *r.p);
  const followed_values<T> values(in.system, g, named);
  const std::int64_t every = rows_are_every(request);
  kept_table table(request, *r.p, column_names(stepper, observed), observed.asked());
  rows.open();
  bool stopped = false;
  std::int64_t crossings = 0;
  T last_time = in.t0;
  const auto hand_over = [&] {
    metadata facts = facts_of(r, request.digits);
    facts.push_back({"every", every});
    facts.push_back({"stopped", std::string(stopped ? "yes" : "no")});
    table.hand_over(rows, facts);
  };
  const auto at_node = [&](std::int64_t n, const T& t, const vector<T>& y) {
    if (n % every == 0 || n == r.steps) {
      last_time = t;
      table.add(cells_of(t, y, observed));
    }
  };
  const auto found = [&](const crossing_state<T>& crossing) {
    stopped = ++crossings == r.what.count;
    if (stopped) {
      if (!table.empty() && !(last_time < crossing.t)) {  // found at a node, or near one behind it
        table.drop_last();
      }
      table.add(cells_of(crossing.t, crossing.state, observed));
    }
  };
  try {
    const section_outcome seen = walk_section(r, host, in, values, named, stepper, at_node, found);
    warn_of_nodes_without_value(r.what, seen.nodes_without_value, host);
  } catch (const interrupted&) {
    hand_over();
    throw;
  }
  hand_over();
  return table.drawing();
}

}  // namespace

plot section_rows(const integration_request& request, table_sink& rows, run_host& host) {
  const section what = read_section({request.section, request.direction, request.count});
  const problem p = read_problem(request.system, request.problem,
                                 split_list("--scheme", required("--scheme", request.scheme)));
  const section_run r =
      read_section_run(p, what, {request.step, request.steps, request.until}, "--section");
  plot picture;
  with_scalar(request.digits, [&]<class S>(std::type_identity<S>) {
    const int further = section_in<S, S>(r, request, request.digits, true, rows, host, picture);
    if (further > 0) {
      section_in<S, mp>(r, request, request.digits + further, false, rows, host, picture);
    }
  });
  return picture;
}

plot rows_to_section(const integration_request& request, table_sink& rows, run_host& host) {
  section what = read_section({request.stop_at, request.direction, request.count});
  what.count = std::max<std::int64_t>(what.count, 1);
  const problem p = read_problem(request.system, request.problem,
                                 split_list("--scheme", required("--scheme", request.scheme)));
  (void)required("--step", request.step);
  const section_run r =
      read_section_run(p, what, {request.step, request.steps, request.until}, "--stop-at");
  return with_scalar(request.digits, [&]<class T>(std::type_identity<T>) {
    return to_section_in<T>(r, request, rows, host);
  });
}

}  // namespace plumbline
