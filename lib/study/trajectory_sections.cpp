// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The crossings of a section as rows, and trajectories that end at one. Rows are kept until the run has ended: the facts above them say
// how many crossings there are.
#include "study/run_picture.hpp"
#include "study/section_run.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

namespace {

/// What has been seen of a run, as a table.
class kept_table {
 public:
  kept_table(const integration_request& request, const problem& p, std::vector<std::string> names,
             const std::vector<std::string>& asked)
      : names_(std::move(names)) {
    picture_.begin(request, p, names_, asked);
  }
  /// The same with a column of whole numbers at the end.
  void add_direction() {
    directions_ = true;
    names_.push_back(free_name("direction", names_));
  }
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  void drop_last() { rows_.pop_back(); }

  void hand_over(table_sink& table, const metadata& facts) {
    auto columns = number_columns(names_);
    if (directions_) {
      columns.back().kind = column_kind::count;
    }
    table.begin(facts, columns);
    for (const auto& cells : rows_) {
      table.row(cells);
      picture_.add(cells);
    }
  }
  plot drawing() { return picture_.take(); }

 private:
  std::vector<std::string> names_;
  bool directions_ = false;
  run_picture picture_;
  std::vector<std::vector<std::string>> rows_;
};

template <class T>
std::vector<std::string> cells_of(const T& t, const vector<T>& y, const observers<T>& observed) {
  std::vector<std::string> cells = {to_text(t)};
  for (const T& x : y) {
    cells.push_back(to_text(x));
  }
  observed.append(y, t, cells);
  return cells;
}

/// Throws invalid_input for columns that only whole steps have.
template <class T>
void refuse_inside_values(const integration_request& request, const any_stepper<T>& stepper,
                          const std::string& option) {
  if (request.observe.empty()) {
    return;
  }
  for (const auto& name : split_list("--observe", request.observe)) {
    if (std::ranges::count(stepper.extra_columns(), name) > 0) {
      throw invalid_input(
          fmt::format("--observe {} belongs to whole steps; the crossings of {} lie between them",
                      name, option));
    }
  }
}

template <class T>
plot section_in(const section_run& r, const integration_request& request, table_sink& rows,
                run_host& host) {
  const auto preparing = host.prepare(r.steps, "steps");
  const problem_in<T> in = make_problem<T>(*r.p);
  auto stepper = r.scheme.entry->make<T>(r.scheme.values, in.system);
  const observers<T> observed(request.observe, *r.p, in.system, stepper);
  refuse_inside_values(request, stepper, "--section");
  const auto g = record_section(*r.p, in.system.formulas(), r.what.formula);
  const std::vector<T> named = parameters_of<T>(*g, *r.p);
  const followed_values<T> values(in.system, g, named);
  std::vector<std::string> names = {"t"};
  for (const auto& columns : {stepper.columns(), observed.columns()}) {
    names.insert(names.end(), columns.begin(), columns.end());
  }
  kept_table table(request, *r.p, names, observed.asked());
  table.add_direction();
  rows.open();
  section_outcome seen;
  const auto hand_over = [&] {
    metadata facts = facts_of(r, request.digits);
    facts.push_back({"crossings", seen.crossings});
    facts.push_back({"start_on_section", std::string(seen.started_on_section ? "yes" : "no")});
    table.hand_over(rows, facts);
  };
  const auto found = [&](const crossing_state<T>& crossing) {
    ++seen.crossings;
    auto cells = cells_of(crossing.t, crossing.state, observed);
    cells.push_back(std::to_string(crossing.direction));
    table.add(std::move(cells));
  };
  try {
    seen = walk_section(
        r, host, in, values, named, stepper, [](std::int64_t, const T&, const vector<T>&) {},
        found);
  } catch (const interrupted&) {
    hand_over();
    throw;
  }
  hand_over();
  return table.drawing();
}

template <class T>
plot to_section_in(const section_run& r, const integration_request& request, table_sink& rows,
                   run_host& host) {
  const auto preparing = host.prepare(r.steps, "steps");
  const problem_in<T> in = make_problem<T>(*r.p);
  auto stepper = r.scheme.entry->make<T>(r.scheme.values, in.system);
  const observers<T> observed(request.observe, *r.p, in.system, stepper);
  refuse_inside_values(request, stepper, "--stop-at");
  const auto g = record_section(*r.p, in.system.formulas(), r.what.formula, "--stop-at");
  const std::vector<T> named = parameters_of<T>(*g, *r.p);
  const followed_values<T> values(in.system, g, named);
  const std::int64_t every = rows_are_every(request);
  std::vector<std::string> names = {"t"};
  for (const auto& columns : {stepper.columns(), observed.columns()}) {
    names.insert(names.end(), columns.begin(), columns.end());
  }
  kept_table table(request, *r.p, names, observed.asked());
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
      if (!table.empty() && crossing.t < last_time) {  // found near a node, behind it
        table.drop_last();
      }
      table.add(cells_of(crossing.t, crossing.state, observed));
    }
  };
  try {
    walk_section(r, host, in, values, named, stepper, at_node, found);
  } catch (const interrupted&) {
    hand_over();
    throw;
  }
  hand_over();
  return table.drawing();
}

void refuse_others(const integration_request& request, const char* option) {
  refuse_options({{"--times", &request.times},
                  {"--strobe", &request.strobe},
                  {"--tolerance", &request.tolerance}},
                 fmt::format("does not go with {}", option));
}

}  // namespace

plot section_rows(const integration_request& request, table_sink& rows, run_host& host) {
  refuse_others(request, "--section");
  refuse_options({{"--every", &request.every}},
                 "does not go with --section, whose rows are the crossings");
  const section what = read_section({request.section, request.direction, request.count});
  const problem p = read_problem(request.system, request.problem,
                                 split_list("--scheme", required("--scheme", request.scheme)));
  const section_run r =
      read_section_run(p, what, {request.step, request.steps, request.until}, "--section");
  return with_scalar(request.digits, [&]<class T>(std::type_identity<T>) {
    return section_in<T>(r, request, rows, host);
  });
}

plot rows_to_section(const integration_request& request, table_sink& rows, run_host& host) {
  refuse_others(request, "--stop-at");
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
