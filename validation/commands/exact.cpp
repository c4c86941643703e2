// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline exact SYSTEM (--times T,T,... | --step H --steps N)`
#include "cli/command.hpp"
#include "cli/meta.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include "cli/work_watch.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace plumbline::cli {

namespace {

struct exact_options : shared_options {
  std::string system;
  std::string times;
  std::string step;
  std::string steps;
};

/// The times that were asked for, counted from the start.
class wanted_times {
 public:
  explicit wanted_times(const exact_options& o, const problem& p) : names_(&p.names) {
    if (o.times.empty() && o.step.empty()) {
      throw invalid_input("exact needs --times T,T,... or --step H --steps N");
    }
    if (!o.times.empty() && !o.step.empty()) {
      throw invalid_input("give either --times T,T,... or --step H --steps N");
    }
    if (!o.times.empty()) {
      if (!o.steps.empty()) {
        throw invalid_input("--steps belongs to --step, not to --times");
      }
      for (const auto& text : split_list("--times", o.times)) {
        times_.emplace_back(text);
      }
      return;
    }
    step_ = positive_step(o.step, p.names);
    steps_ = parse_count("--steps", required("--steps", o.steps), 0, most_steps);
  }
  std::int64_t size() const {
    return step_ ? steps_ + 1 : static_cast<std::int64_t>(times_.size());
  }
  /// Once in a scope, before its times are asked for.
  void enter_scope() {
    if (step_) {
      h_ = evaluate<mp>(*step_, *names_);
    }
  }
  /// In the precision of the scope.
  mp operator[](std::int64_t k) const {
    return step_ ? mp(h_ * as_scalar<mp>(k))
                 : evaluate<mp>(times_[static_cast<std::size_t>(k)], *names_);
  }
  /// The one that is farthest from the start.
  expression latest() const {
    if (step_) {
      return expression("(" + step_->text() + ")*" + std::to_string(steps_));
    }
    const expression* farthest = &times_.front();
    const auto size = [this](const expression& t) { return abs(evaluate<mp64>(t, *names_)); };
    for (const auto& t : times_) {
      farthest = size(*farthest) < size(t) ? &t : farthest;
    }
    return *farthest;
  }

 private:
  const variables* names_;
  std::vector<expression> times_;
  std::optional<expression> step_;
  std::int64_t steps_ = 0;
  mp h_;
};

int exact(const exact_options& o, const call& how) {
  const int digits = parse_digits(o.digits);
  const auto format = parse_format(o.format.empty() ? "csv" : o.format);
  problem p = read_problem(o.system, o);
  p.functions = parse_elliptic_functions(o.functions);
  wanted_times times(o, p);
  work_watch watched(o, times.size(), "times");
  const exact_motion motion(p, digits, times.latest());

  metadata meta = metadata_of(how);
  for (auto& entry : metadata_of(p, digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"scheme", "exact"});
  if (!o.step.empty()) {
    meta.push_back({"step", o.step});
  }
  if (p.functions != elliptic_functions::own) {
    meta.push_back({"functions", o.functions});
  }
  meta.push_back({"digits", digits});
  metadata_entry::named_values constants;
  for (const auto& constant : motion.constants()) {
    std::string text = rounded_text(constant.value, digits);
    for (const mp& value : constant.more) {
      text += " " + rounded_text(value, digits);
    }
    constants.emplace_back(constant.name, text);
  }
  meta.push_back({"constants", constants});

  std::vector<std::string> names = {"t"};
  for (const auto& name : state_columns(*p.system, p.dimension)) {
    names.push_back(name);
  }
  const stops_politely polite;
  auto out = open_output(o);
  table_writer table(out, format, meta, number_columns(names));
  progress_bar bar(o, times.size());
  const precision_scope scope(motion.working_digits());
  // what is smaller against the whole state is rounding: a component that passes through zero just then
  constexpr int unsure_digits = 12;
  const long bits_that_mean_something = (motion.working_digits() - unsure_digits) * 3L;
  times.enter_scope();
  const mp t0 = evaluate<mp>(p.start.t, p.names);
  for (std::int64_t k = 0; k < times.size(); ++k) {
    if (stop_requested()) {
      table.finish_incomplete();
      out.keep_partial();
      throw_if_stopped();
    }
    const mp t = times[k];
    const auto z = motion.state(t);
    std::vector<std::string> cells = {rounded_text(mp(t0 + t), digits)};
    const long smallest =
        std::max(binary_exponent(max_magnitude(z.q)), binary_exponent(max_magnitude(z.p))) -
        bits_that_mean_something;
    for (const auto* part : {&z.q, &z.p}) {
      for (const mp& x : *part) {
        cells.push_back(binary_exponent(x) < smallest ? "0" : rounded_text(x, digits));
      }
    }
    table.row(cells);
    bar.advance();
    watched.advance();
  }
  table.finish();
  out.commit();
  return 0;
}

}  // namespace

runner define_exact(CLI::App& app) {
  const auto o = std::make_shared<exact_options>();
  app.add_option("SYSTEM", o->system, "a system with an exact solution");
  app.add_option("--times", o->times,
                 "T,T,...: times from the start, in this order; may be negative");
  app.add_option("--step", o->step,
                 "instead of --times: the distance of equidistant times, e.g. 0.01 or period/20");
  app.add_option("--steps", o->steps, "how many of them after the start");
  add_functions(app, *o);
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_progress(app, *o);
  app.footer(
      "Examples:\n"
      "  plumbline exact pendulum --times 0,period/4,1000*period --digits 50\n"
      "  plumbline exact linear-double-pendulum --step 1/10 --steps 20 --format json");
  return [o](const call& how) { return exact(*o, how); };
}

}  // namespace plumbline::cli
