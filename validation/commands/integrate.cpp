// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline integrate SYSTEM --scheme S --step H (--steps N | --until T)`
#include "cli/control.hpp"
#include "cli/drawn_points.hpp"
#include "cli/meta.hpp"
#include "cli/raised_digits.hpp"
#include "cli/work_watch.hpp"
#include "commands/integrate_options.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/observe.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace plumbline::cli {

namespace {

struct run {
  const integrate_options& o;
  const call& how;
  const problem& p;
  const scheme_choice& scheme;
  expression step;
  std::int64_t steps;
  std::int64_t every;
  int digits;
  table_format format;
};

metadata describe(const run& r) {
  metadata meta = metadata_of(r.how);
  for (auto& entry : metadata_of(r.p, r.digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"scheme", r.scheme.entry->info.name});
  if (!r.scheme.values.empty()) {
    meta.push_back({"scheme_parameters",
                    metadata_entry::named_values(r.scheme.values.begin(), r.scheme.values.end())});
  }
  meta.push_back({"step", r.step.text()});
  meta.push_back({"steps", r.steps});
  meta.push_back({"every", r.every});
  meta.push_back({"digits", r.digits});
  return meta;
}

/// The coordinates over time, or what --observe asks for, or the columns of --axes over each other.
class run_picture {
 public:
  /// `names`: of the columns, of which the first is the time and the next ones are the coordinates; `asked`: the names that
  /// --observe asks for.
  run_picture(const integrate_options& o, const problem& p, const std::vector<std::string>& names,
              const std::vector<std::string>& asked)
      : file_(o.plot) {
    plot_.description = "a trajectory";
    if (!o.axes.empty()) {
      take_axes(split_list("--axes", o.axes), p, names);
      return;
    }
    plot_.x_label = "t";
    for (std::size_t k = 1; k < names.size() && file_.wanted(); ++k) {
      const bool is_asked = std::ranges::find(asked, names[k]) != asked.end();
      if (asked.empty() ? k <= static_cast<std::size_t>(p.dimension) : is_asked) {
        places_.push_back({0, k});
        plot_.curves.push_back({report::plain_label(names[k]),
                                role_of_curve(plot_.curves.size()),
                                drawn_as::line,
                                {}});
      }
    }
    if (plot_.curves.size() == 1) {
      plot_.y_label = std::exchange(plot_.curves[0].title, "");
    }
    points_.resize(places_.size());
  }
  void add(const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      points_[i].add(report::drawn_value(cells[places_[i].x]), cells[places_[i].y]);
    }
  }
  void draw() {
    if (!file_.wanted()) {
      return;
    }
    put_points(plot_, points_, is_path_ ? drawn_values::as_they_are : drawn_values::readable);
    plot_.same_scale = is_path_ && is_of_one_size();
    file_.draw(plot_);
  }

 private:
  struct place {
    std::size_t x;
    std::size_t y;
  };

  /// The place of a column by its name in the table, or by another name of what it has.
  static std::optional<std::size_t> column_of(const problem& p,
                                              const std::vector<std::string>& names,
                                              const std::string& name) {
    const auto same = std::ranges::find(names, name);
    if (same != names.end()) {
      return static_cast<std::size_t>(same - names.begin());
    }
    const state_names meanings(*p.system, p.dimension);
    const auto wanted = meanings.find(name);
    // columns of momenta and velocities have numbers, also where a coordinate is called like another's number
    const state_names in_table =
        p.system->kind == system_kind::first_order ? meanings : meanings.by_number();
    for (std::size_t k = 1; k < names.size() && wanted; ++k) {
      auto is = in_table.find(names[k]);
      is = is ? is : meanings.find(names[k]);
      if (is == wanted) {
        return k;
      }
    }
    return std::nullopt;
  }

  void take_axes(const std::vector<std::string>& axes, const problem& p,
                 const std::vector<std::string>& names) {
    if (!file_.wanted()) {
      throw invalid_input("--axes goes with --plot FILE.svg");
    }
    if (axes.size() % 2 != 0) {
      throw invalid_input(
          fmt::format("--axes takes pairs of columns X,Y[,X,Y...], got {} names", axes.size()));
    }
    const auto column = [&](const std::string& name) {
      const auto found = column_of(p, names, name);
      if (!found) {
        throw invalid_input(unknown_name("column for --axes", name, names) +
                            "; --observe adds columns");
      }
      return *found;
    };
    bool one_x = true;
    for (std::size_t k = 2; k < axes.size(); k += 2) {
      one_x = one_x && axes[k] == axes[0];
    }
    plot_.x_label = one_x ? report::plain_label(axes[0]) : std::string();
    for (std::size_t k = 0; k < axes.size(); k += 2) {
      places_.push_back({column(axes[k]), column(axes[k + 1])});
      is_path_ = is_path_ || places_.back().x != 0;
      plot_.curves.push_back({report::plain_label((one_x ? "" : axes[k] + ", ") + axes[k + 1]),
                              role_of_curve(plot_.curves.size()),
                              drawn_as::line,
                              {}});
    }
    if (plot_.curves.size() == 1) {
      plot_.curves[0].title.clear();
      plot_.y_label = report::plain_label(axes[1]);
    }
    points_.resize(places_.size());
  }

  /// True where a unit may be as long on both axes: neither range is more than four times the other.
  bool is_of_one_size() const {
    std::array<double, 2> low{};
    std::array<double, 2> high{};
    bool any = false;
    for (const auto& curve : plot_.curves) {
      for (const auto& point : curve.points) {
        for (std::size_t k = 0; k < 2; ++k) {
          low[k] = any ? std::min(low[k], point[k]) : point[k];
          high[k] = any ? std::max(high[k], point[k]) : point[k];
        }
        any = true;
      }
    }
    constexpr double most = 4;
    const double width = high[0] - low[0];
    const double height = high[1] - low[1];
    return width <= most * height && height <= most * width;
  }

  report::picture file_;
  plot plot_;
  std::vector<place> places_;
  bool is_path_ = false;
  std::vector<drawn_points> points_;
};

/// The rows of a run that leaves checkpoints, in a file beside them: FILE.rows. A last row that --every leaves out in a longer
/// run has its step before it: "!STEP!cells".
class kept_rows {
 public:
  /// Rows of the run that goes on are handed to `table`.
  kept_rows(const checkpoint_keeper& keeper, table_writer& table, run_picture& drawing,
            std::int64_t steps)
      : keeper_(&keeper), table_(&table), drawing_(&drawing), steps_(steps) {
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
  void show(const std::vector<std::string>& cells) {
    table_->row(cells);
    drawing_->add(cells);
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
        show(cells_of(line));
      } else if (line.rfind(end, 0) == 0) {
        show(cells_of(std::string_view(line).substr(end.size())));
      }
    });
    if (!elsewhere) {
      file_.emplace(std::move(before));
    }
  }

  const checkpoint_keeper* keeper_;
  table_writer* table_;
  run_picture* drawing_;
  std::int64_t steps_;
  std::optional<journal> file_;
};

template <class T>
void integrate_in(const run& r) {
  // nodes and weights at thousands of digits take their time too
  work_watch watched(r.o, r.steps, "steps");
  const problem_in<T> in = make_problem<T>(r.p);
  auto stepper = r.scheme.entry->make<T>(r.scheme.values, in.system);
  const T h = evaluate<T>(r.step, r.p.names);
  if (h == T(0)) {
    throw invalid_input("--step is zero in this arithmetic");
  }
  const observers<T> observed(r.o.observe, r.p, in.system, stepper);
  const time_grid<T> grid(in.t0, h, r.steps);

  std::vector<std::string> names = {"t"};
  for (const auto& name : stepper.columns()) {
    names.push_back(name);
  }
  for (const auto& name : observed.columns()) {
    names.push_back(name);
  }
  if (!r.o.quiet) {
    warn_if_unstable(r.p, r.scheme, to_double(h));
  }
  const stops_politely polite;
  const warns_of_lost_digits warns(r.o.quiet);
  metadata meta = describe(r);
  metadata facts = meta;
  facts.push_back({"columns", fmt::format("{}", fmt::join(names, ","))});
  run_picture drawing(r.o, r.p, names, observed.asked());
  const std::string earlier = earlier_digits(r.o.checkpoint.resume, r.how);
  if (!earlier.empty()) {
    meta.push_back({earlier_digits_fact, earlier});
  }
  checkpoint_keeper keeper(r.o.checkpoint, r.how, facts);
  auto out = open_output(r.o);
  table_writer table(out, r.format, meta, number_columns(names));
  kept_rows rows(keeper, table, drawing, r.steps);
  progress_bar bar(r.o, r.steps);
  run_control control = control_of(r.p, bar);
  control.progress = [&bar, &watched](std::int64_t, std::int64_t) {
    bar.advance();
    watched.advance();
  };
  vector<T> state = stepper.start(in.start, in.t0);
  std::vector<std::string> cells;
  const auto write_row = [&](std::int64_t n, const T& t, const vector<T>& y) {
    if (n % r.every != 0 && n != r.steps) {
      return;
    }
    cells = {to_text(t)};
    for (const T& x : y) {
      cells.push_back(to_text(x));
    }
    observed.append(y, t, cells);
    table.row(cells);
    rows.add(cells, n, r.every);
    drawing.add(cells);
  };
  try {
    // a step of `taylor` may be many of its series
    const plumbline::interruptible ends(&throw_if_stopped);
    if (integrate_kept<T>(keeper, stepper, in.start, state, grid, write_row, control, rows) ==
        run_outcome::stopped) {
      throw_if_stopped();
    }
  } catch (const interrupted&) {
    table.finish_incomplete();
    out.keep_partial();
    throw;
  } catch (const step_failure&) {
    if (out.target()
            .empty()) {  // what is already on standard output at least says that it is not all
      table.finish_incomplete();
      out.commit();
    }
    throw;
  }
  table.finish();
  drawing.draw();
  out.commit();
}

int run_integrate(const integrate_options& o, const call& how) {
  if (o.certified || !o.times.empty()) {
    refuse_options({{"--axes", &o.axes}}, "goes with a scheme and --step");
  }
  if (o.certified) {
    return integrate_certified(o, how);
  }
  if (!o.times.empty()) {
    return integrate_to_times(o, how);
  }
  refuse_options({{"--tolerance", &o.tolerance}}, "goes with --times only: --step is fixed");
  const int digits = parse_digits(o.digits);
  const auto format = parse_format(o.format.empty() ? "csv" : o.format);
  const problem p =
      read_problem(o.system, o, split_list("--scheme", required("--scheme", o.scheme)));
  const expression step = positive_step(o.step, p.names);
  const run r{o,
              how,
              p,
              only_scheme(p),
              step,
              step_count(step, o.steps, o.until, p.names),
              o.rows_are_every(),
              digits,
              format};
  with_scalar(digits, [&r]<class T>(std::type_identity<T>) { integrate_in<T>(r); });
  return 0;
}

}  // namespace

runner define_integrate(CLI::App& app) {
  const auto o = std::make_shared<integrate_options>();
  app.add_option("SYSTEM", o->system, "see `plumbline list systems`");
  app.add_option("--scheme", o->scheme, "see `plumbline list schemes`");
  app.add_option(
      "--step", o->step,
      "the step in units of time, e.g. 0.01, 1/3 or period/20; with the scheme taylor the distance "
      "of "
      "output, crossed in as many steps as the digits need unless --set order=N holds its order");
  app.add_option("--steps", o->steps, "how many steps");
  app.add_option("--until", o->until,
                 "instead: the time from start to end, a whole number of steps");
  app.add_option(
      "--times", o->times,
      "T,T,...: the states at these times from the start, in this order; may be negative. With "
      "the scheme taylor, or with --step and a scheme that has dense output");
  app.add_option("--tolerance", o->tolerance,
                 "with --times: what a step may neglect, relative to the state (the rounding of "
                 "--digits)");
  app.add_flag("--certified", o->certified,
               "no scheme: each printed digit is proven, with the radius of each row (a column "
               "radius, or radius_ where a coordinate is called radius)");
  app.add_option("--every", o->every,
                 "write each K-th step, and always the first and the last (1)");
  app.add_option("--observe", o->observe,
                 "further columns: energy, v1 ..., p1 ..., momentum, qmid1 ...");
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_plot(app, o->plot);
  app.add_option(
      "--axes", o->axes,
      "X,Y[,X,Y...]: with --plot, draw the column Y over the column X: q1,q2 for a path");
  add_progress(app, *o);
  add_checkpoint(app, o->checkpoint);
  app.footer(
      "Examples:\n"
      "  plumbline integrate pendulum --scheme simpson --step period/20 --until 10*period "
      "--observe energy\n"
      "  plumbline integrate double-pendulum --scheme lobatto --set degree=4 --step 1/100 --steps "
      "1000 \\\n"
      "      --start v1=0.5 --digits 100 --every 10 -o run.csv\n"
      "  plumbline integrate double-pendulum --scheme taylor --times 1,10,-1 --digits 50\n"
      "  plumbline integrate pendulum --scheme dormand-prince --step 1/20 --times 1/3,2/3,1\n"
      "  plumbline integrate planar-two-body --scheme simpson --step 1/100 --steps 500 --digits 16 "
      "\\\n"
      "      --plot path.svg --axes q1,q2 -o run.csv\n"
      "  plumbline integrate pendulum --certified --step 1/10 --steps 10 --digits 40\n"
      "  plumbline integrate --resume run.checkpoint --digits 50 --steps 2000");
  return [o](const call& how) { return run_integrate(*o, how); };
}

}  // namespace plumbline::cli
