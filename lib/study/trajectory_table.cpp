// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/energy_watch.hpp"
#include "study/run_picture.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/catalogue/compensated.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/io/drawn_points.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/integrate_kept.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace plumbline {

namespace {

/// Steps of a scheme, read.
struct stepped_run {
  explicit stepped_run(const integration_request& r)
      : request(r),
        p(read_problem(r.system, r.problem,
                       split_list("--scheme", required("--scheme", r.scheme)))),
        step(positive_step(r.step, p.names)),
        scheme(only_scheme(p)),
        steps(step_count(step, r.steps, r.until, p.names)),
        every(rows_are_every(r)) {}

  const integration_request& request;
  problem p;
  expression step;
  const scheme_choice& scheme;
  std::int64_t steps;
  std::int64_t every;
};

metadata facts_of(const stepped_run& r) {
  metadata facts = metadata_of(r.p, r.request.digits);
  add_scheme(facts, r.scheme);
  facts.push_back({"step", r.step.text()});
  facts.push_back({"steps", r.steps});
  facts.push_back({"every", r.every});
  facts.push_back({"digits", r.request.digits});
  if (r.request.compensated) {
    facts.push_back({"summation", "compensated"});
  }
  return facts;
}

/// The rows of a run that leaves checkpoints, in a file beside them: FILE.rows. A last row that --every leaves out in a longer
/// run has its step before it: "!STEP!cells".
class kept_rows {
 public:
  /// Rows of the run that goes on are handed to `show`.
  kept_rows(const run_keeper& keeper, std::function<void(const std::vector<std::string>&)> show,
            std::int64_t steps)
      : keeper_(&keeper), show_(std::move(show)), steps_(steps) {
    if (keeper.wanted() && !keeper.has(kept_run)) {  // killed before its first checkpoint, or new
      file_.emplace(journal::beside(keeper.file()), journal_mark{});
    }
  }
  void add(const std::vector<std::string>& cells, std::int64_t n, std::int64_t every) {
    if (file_) {
      file_->add((n % every == 0 ? "" : end_mark(n)) + fmt::format("{}", fmt::join(cells, ",")));
    }
  }
  template <class Archive>
  void transfer(Archive& archive) {
    journal_mark mark = file_ ? file_->keep() : journal_mark{};
    archive(mark);
    if (!file_) {
      open(mark);
    }
  }

 private:
  static std::string end_mark(std::int64_t n) { return fmt::format("!{}!", n); }
  static std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    for (;;) {
      const auto comma = line.find(',');
      cells.emplace_back(line.substr(0, comma));
      if (comma == std::string_view::npos) {
        return cells;
      }
      line.remove_prefix(comma + 1);
    }
  }
  void open(const journal_mark& mark) {
    journal before(journal::beside(keeper_->resumed_from()), mark);
    const bool elsewhere = keeper_->file() != keeper_->resumed_from();
    if (elsewhere) {
      file_.emplace(journal::beside(keeper_->file()), journal_mark{});
    }
    const std::string end = end_mark(steps_);
    before.replay([&](const std::string& line) {
      if (elsewhere) {
        file_->add(line);
      }
      if (line.front() != '!') {
        show_(cells_of(line));
      } else if (line.rfind(end, 0) == 0) {
        show_(cells_of(std::string_view(line).substr(end.size())));
      }
    });
    if (!elsewhere) {
      file_.emplace(std::move(before));
    }
  }

  const run_keeper* keeper_;
  std::function<void(const std::vector<std::string>&)> show_;
  std::int64_t steps_;
  std::optional<journal> file_;
};

/// Hands rows as texts to a table, to its picture and to what is kept for a checkpoint.
class text_rows final : public trajectory_sink {
 public:
  explicit text_rows(table_sink& table) : table_(&table) {}

  void begin(const metadata& facts, const std::vector<std::string>& columns,
             std::int64_t /*rows*/) override {
    table_->begin(facts, number_columns(columns));
  }
#define PLUMBLINE_SCALAR(T) \
  void row(const trajectory_row<T>& numbers) override { show(cells_of(numbers)); }
#include <plumbline/scalar/for_each_scalar.def>

  void show(const std::vector<std::string>& cells) {
    table_->row(cells);
    drawing.add(cells);
  }
  template <class T>
  const std::vector<std::string>& cells_of(const trajectory_row<T>& numbers) {
    cells_.resize(1 + static_cast<std::size_t>(numbers.state.size()));
    write_text(cells_.front(), numbers.t);
    for (Eigen::Index k = 0; k < numbers.state.size(); ++k) {
      write_text(cells_[static_cast<std::size_t>(k) + 1], numbers.state[k]);
    }
    numbers.observed.append(numbers.state, numbers.t, cells_);
    return cells_;
  }
  const std::vector<std::string>& last() const { return cells_; }

  run_picture drawing;

 private:
  table_sink* table_;
  std::vector<std::string> cells_;
};

/// The scheme, or in double the scheme with compensated summation.
template <class T>
any_stepper<T> stepper_of(const stepped_run& r, const model<T>& system, bool keeps) {
  if (!r.request.compensated) {
    return r.scheme.entry->make<T>(r.scheme.values, system);
  }
  if (keeps) {  // what additions have rounded off is no part of a checkpoint
    throw invalid_input("--compensated leaves no checkpoints");
  }
  if constexpr (std::is_same_v<T, double>) {
    const scheme_info info = r.scheme.entry->info_for(r.scheme.values);
    const auto table = table_of(*r.scheme.entry, r.scheme.values);
    const bool is_free = system.formulas()->constraints() == 0;
    if (system.is_lagrangian() && !system.law_by_zone() && table && is_free) {
      if (auto stepper = compensated_stepper(info, *table, system)) {
        return *std::move(stepper);
      }
    }
    throw invalid_input(
        fmt::format("--compensated does not fit {} on {}: it is for tables of "
                    "coefficients and Galerkin schemes on Lagrangian systems{}",
                    info.name, r.p.system->name(), is_free ? "" : " without constraints"));
  } else {
    throw invalid_input(
        fmt::format("--compensated is for double: it needs --digits of 16 or fewer, "
                    "not {}",
                    r.request.digits));
  }
}

/// `texts`: the same as `rows` where these are texts, which alone are drawn and kept.
template <class T>
void integrate_in(const stepped_run& r, run_host& host, trajectory_sink& rows, text_rows* texts) {
  // nodes and weights at thousands of digits take their time too
  const auto preparing = host.prepare(r.steps, "steps");
  const problem_in<T> in = make_problem<T>(r.p);
  auto stepper = stepper_of<T>(r, in.system, host.keeps());
  const T h = evaluate<T>(r.step, r.p.names);
  if (h == T(0)) {
    throw invalid_input("--step is zero in this arithmetic");
  }
  const observers<T> observed(r.request.observe, r.p, in.system, stepper);
  const time_grid<T> grid(in.t0, h, r.steps);
  std::vector<std::string> names = {"t"};
  for (const auto& columns : {stepper.columns(), observed.columns()}) {
    names.insert(names.end(), columns.begin(), columns.end());
  }
  if (const std::string warning = instability_of(r.p, r.scheme, to_double(h)); !warning.empty()) {
    host.warn(warning);
  }
  const auto progress = host.begin(r.steps, "steps");
  metadata facts = facts_of(r);
  run_keeper no_keeper;
  run_keeper* keeper = &no_keeper;
  std::optional<kept_rows> kept;
  if (texts != nullptr) {
    texts->drawing.begin(r.request, r.p, names, observed.asked());
    metadata defining = head_of_table("");  // bits depend on what the program was built with
    defining.insert(defining.end(), facts.begin(), facts.end());
    defining.push_back({"columns", fmt::format("{}", fmt::join(names, ","))});
    keeper = &host.keeper_of(defining);
    for (auto& fact : keeper->facts()) {
      facts.push_back(std::move(fact));
    }
  }
  rows.begin(facts, names, r.steps / r.every + 2);
  kept.emplace(
      *keeper, [texts](const std::vector<std::string>& cells) { texts->show(cells); }, r.steps);
  std::optional<energy_watch<T>> energies;
  if (!r.scheme.entry->chooses_order) {  // a series says itself how many digits it loses
    energies.emplace(in);
  }
  vector<T> state = stepper.start(in.start, in.t0);
  const auto write_row = [&](std::int64_t n, const T& t, const vector<T>& y) {
    if (n % r.every != 0 && n != r.steps) {
      return;
    }
    rows.row(trajectory_row<T>{t, y, observed});
    if (energies && energies->looks_at(n / r.every, n == r.steps)) {
      energies->look(stepper.phase(y, t), t);
    }
    if (keeper->wanted()) {
      kept->add(texts->last(), n, r.every);
    }
  };
  // a step of `taylor` may be many of its series
  const interruptible ends([&host] { throw_if_stopped(host); });
  run_control control = control_of(r.p, host, *progress);
  control.every = steps_between_calls<T>;
  if (integrate_kept<T>(*keeper, stepper, in.start, state, grid, write_row, control, *kept) ==
      run_outcome::stopped) {
    throw_if_stopped(host);
  }
  if (const std::string warning = energies ? energies->warning() : ""; !warning.empty()) {
    host.warn(warning);
  }
}

void integrate_by_steps(const integration_request& request, run_host& host, trajectory_sink& rows,
                        text_rows* texts) {
  refuse_options({{"--tolerance", &request.tolerance}},
                 "makes steps that adapt, which are rows of texts, not of numbers");
  const stepped_run r(request);
  with_scalar(request.digits,
              [&]<class T>(std::type_identity<T>) { integrate_in<T>(r, host, rows, texts); });
}

}  // namespace

std::int64_t rows_are_every(const integration_request& request) {
  return request.every.empty() ? 1 : parse_count("--every", request.every, 1, most_steps);
}

plot trajectory_rows(const integration_request& request, table_sink& rows, run_host& host) {
  // one expansion of a series takes seconds at a thousand digits
  const interruptible ends([&host] { throw_if_stopped(host); });
  (void)required("the name of a system", request.system);
  if (request.step_function.empty()) {
    refuse_options({{"--adaptivity", &request.adaptivity}}, "goes with --step-function");
  }
  const bool is_timed = !request.times.empty() || !request.strobe.empty();
  const std::string& section = request.section.empty() ? request.stop_at : request.section;
  const bool adapts = !request.step_function.empty() || (!request.tolerance.empty() && !is_timed);
  if (request.compensated && (request.certified || (!adapts && (is_timed || !section.empty())))) {
    throw invalid_input(fmt::format("--compensated goes with a scheme and --step, without {}",
                                    request.certified          ? "--certified"
                                    : !request.times.empty()   ? "--times"
                                    : !request.strobe.empty()  ? "--strobe"
                                    : !request.section.empty() ? "--section"
                                                               : "--stop-at"));
  }
  if (section.empty()) {
    refuse_options({{"--direction", &request.direction}, {"--count", &request.count}},
                   "goes with --section or --stop-at");
  } else if (!request.certified) {
    if (!request.section.empty() && !request.stop_at.empty()) {
      throw invalid_input(
          "--section and --stop-at do not go together: --section with --count ends a run, too");
    }
    const char* const option = request.section.empty() ? "--stop-at" : "--section";
    refuse_options({{"--times", &request.times}, {"--strobe", &request.strobe}},
                   fmt::format("does not go with {}", option));
    if (!request.section.empty()) {
      refuse_options({{"--every", &request.every}},
                     "does not go with --section, whose rows are the crossings");
    }
  }
  if (request.certified) {
    refuse_options({{"--step-function", &request.step_function}}, "does not go with --certified");
    if (!request.axes.empty()) {
      throw invalid_input("--axes goes with a scheme and --step");
    }
    request.section.empty() ? certified_rows(request, rows, host)
                            : certified_section_rows(request, rows, host);
    return {};
  }
  if (adapts) {
    return adaptive_rows(request, rows, host);
  }
  if (!section.empty()) {
    return request.section.empty() ? rows_to_section(request, rows, host)
                                   : section_rows(request, rows, host);
  }
  if (is_timed) {
    return rows_at_times(request, rows, host);
  }
  text_rows texts(rows);
  integrate_by_steps(request, host, texts, &texts);
  return texts.drawing.take();
}

void trajectory_numbers(const integration_request& request, trajectory_sink& rows, run_host& host) {
  refuse_options({{"--section", &request.section},
                  {"--stop-at", &request.stop_at},
                  {"--strobe", &request.strobe},
                  {"--step-function", &request.step_function}},
                 "gives rows of texts, not of numbers");
  integrate_by_steps(request, host, rows, nullptr);
}

table_value trajectory_table(const integration_request& request, run_host& host) {
  table_keeper kept;
  trajectory_rows(request, kept, host);
  return std::move(kept.table);
}

table_value trajectory_table(const integration_request& request) {
  run_host host;
  return trajectory_table(request, host);
}

}  // namespace plumbline
