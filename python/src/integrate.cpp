// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The same run as `plumbline integrate` (commands/integrate.cpp): options are read by the same functions, and the rows stay
// numbers.
#include "call.hpp"
#include "cli/stop.hpp"
#include "runs.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/observe.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace plumbline::python {

namespace {

struct settled_run {
  const problem& p;
  const scheme_choice& scheme;
  expression step;
  std::int64_t steps;
  std::int64_t every;
  int digits;
  std::string observe;
  bool quiet;
};

std::string option(const integrate_call& c, const std::string& name,
                   const std::string& otherwise = "") {
  const auto found = c.options.find(name);
  return found == c.options.end() ? otherwise : found->second;
}

/// A run whose rows cannot fit is refused before it begins.
void require_memory(std::int64_t rows, std::size_t columns, std::size_t bytes) {
  const double needed = static_cast<double>(rows) * static_cast<double>(columns * bytes);
  const double there =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  constexpr double share = 0.8;
  if (needed > share * there) {
    constexpr double giga = 1e9;
    throw invalid_input(fmt::format(
        "{} rows need {:.3g} GB of memory, and the machine has {:.3g} GB; keep fewer with "
        "--every, or write them to a file with --output",
        rows, needed / giga, there / giga));
  }
}

template <class T>
std::shared_ptr<number_table> rows_of(const settled_run& r) {
  const problem_in<T> in = make_problem<T>(r.p);
  auto stepper = r.scheme.entry->make<T>(r.scheme.values, in.system);
  const T h = evaluate<T>(r.step, r.p.names);
  if (h == T(0)) {
    throw invalid_input("--step is zero in this arithmetic");
  }
  const observers<T> observed(r.observe, r.p, in.system, stepper);
  const time_grid<T> grid(in.t0, h, r.steps);
  std::vector<std::string> names = {"t"};
  for (const auto& name : stepper.columns()) {
    names.push_back(name);
  }
  for (const auto& name : observed.columns()) {
    names.push_back(name);
  }
  if (!r.quiet) {
    if (const auto warning = instability_of(r.p, r.scheme, to_double(h)); !warning.empty()) {
      say("plumbline: warning: " + warning + "\n");
    }
  }
  require_memory(r.steps / r.every + 2, names.size(),
                 numbers_of<T>::bytes_of_number(scalar_traits<T>::bits()));
  auto rows = std::make_shared<numbers_of<T>>(names);
  constexpr std::int64_t most_reserved = 1 << 20;
  rows->reserve(
      static_cast<std::size_t>(std::min(r.steps / r.every + 2, most_reserved)) * names.size(),
      scalar_traits<T>::bits());
  call_state* const call = current_call();
  run_control control;
  if (call != nullptr) {
    control.stop_requested = [call] { return call->stop.load(std::memory_order_relaxed); };
  }
  control.hint = r.p.system->info.singular;
  if (call != nullptr) {
    call->total = r.steps;
    control.progress = [call](std::int64_t done, std::int64_t) {
      call->done.store(done, std::memory_order_relaxed);
    };
  }
  vector<T> state = stepper.start(in.start, in.t0);
  const auto keep = [&](std::int64_t n, const T& t, const vector<T>& y) {
    if (n % r.every != 0 && n != r.steps) {
      return;
    }
    rows->add(t);
    for (const T& x : y) {
      rows->add(x);
    }
    observed.visit(
        y, t, [&](const T& x) { rows->add(x); }, [&] { rows->add_empty(); });
  };
  if (plumbline::integrate<T>(stepper, state, grid, keep, control) == run_outcome::stopped) {
    cli::throw_if_stopped();
  }
  return rows;
}

}  // namespace

trajectory_found integrate(const integrate_call& c) {
  problem_texts o;
  o.set = c.set;
  o.start = c.start;
  o.matrices = option(c, "matrices");
  o.events = option(c, "events");
  const int digits = parse_digits(option(c, "digits", std::to_string(default_digits)));
  const problem p =
      read_problem(c.system, o, split_list("--scheme", required("--scheme", option(c, "scheme"))));
  const expression step = positive_step(option(c, "step"), p.names);
  const settled_run r{p,
                      only_scheme(p),
                      step,
                      step_count(step, option(c, "steps"), option(c, "until"), p.names),
                      parse_count("--every", option(c, "every", "1"), 1, most_steps),
                      digits,
                      option(c, "observe"),
                      c.quiet};
  trajectory_found found;
  found.numbers =
      with_scalar(digits, [&r]<class T>(std::type_identity<T>) { return rows_of<T>(r); });

  found.meta = head_of_table(c.command_line);
  for (auto& entry : metadata_of(p, digits)) {
    found.meta.push_back(std::move(entry));
  }
  found.meta.push_back({"scheme", r.scheme.entry->info.name});
  if (!r.scheme.values.empty()) {
    found.meta.push_back(
        {"scheme_parameters",
         metadata_entry::named_values(r.scheme.values.begin(), r.scheme.values.end())});
  }
  found.meta.push_back({"step", r.step.text()});
  found.meta.push_back({"steps", r.steps});
  found.meta.push_back({"every", r.every});
  found.meta.push_back({"digits", digits});
  return found;
}

}  // namespace plumbline::python
