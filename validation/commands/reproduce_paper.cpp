// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline reproduce FILE.toml`: the paper in a file. All formulas are read and checked first; then all runs are made, each
// once whatever asks for it; then the numbers are judged and the figures drawn. With a checkpoint, and under mpirun, the
// experiments are computed one by one, so that what is finished can be kept and dealt out.
#include "cli/cluster.hpp"
#include "cli/stop.hpp"
#include "commands/reproduce.hpp"
#include "report/paper_file.hpp"
#include "report/plot.hpp"
#include <plumbline/io/drawn_points.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/sha256.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/paper_formulas.hpp>
#include <plumbline/study/parallel.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace plumbline::cli {

namespace {

using report::curve_text;
using report::figure_text;
using report::paper_experiment;
using report::paper_file;
using report::published_number;

constexpr std::size_t most_points = 2000;
constexpr std::size_t most_marked_points = 60;
constexpr std::size_t longest_paper = 64U << 20U;

/// Runs stop for signals, say how many have begun, and each of their warnings is said once.
class paper_host final : public run_host {
 public:
  paper_host(const shared_options& o, std::size_t runs)
      : quiet_(o.quiet), talk_(wants_status(o)), runs_(runs) {}

  std::unique_ptr<run_progress> begin(std::int64_t total, const std::string& unit) override {
    const std::lock_guard lock(guard_);
    ++begun_;
    show_line(talk_, fmt::format("run {} of {}", std::min(begun_, runs_), runs_));
    return run_host::begin(total, unit);
  }
  bool stop_requested() const noexcept override { return cli::stop_requested(); }
  void warn(const std::string& text) override {
    const std::lock_guard lock(guard_);
    if (!quiet_ && said_.insert(text).second) {
      say(fmt::format("plumbline: warning: {}\n", text));
    }
  }

 private:
  bool quiet_;
  bool talk_;
  std::size_t runs_;
  std::size_t begun_ = 0;
  std::set<std::string> said_;
  std::mutex guard_;
};

/// What an experiment asks of the formulas: the numbers of value() and curve().
struct asked_experiment {
  std::size_t place;  ///< among those that are wanted
  std::vector<std::optional<std::size_t>> numbers;
  std::vector<std::vector<std::size_t>> curves;  ///< of each figure
};

/// Experiments whose runs are made together.
struct asked_group {
  paper_formulas formulas;
  std::vector<asked_experiment> experiments;
};

struct finished_group {
  std::vector<finished_experiment> experiments;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(experiments);
  }
};

/// Makes what ask() throws a message with file, line and key.
template <class Ask>
std::size_t ask_at(const paper_file& paper, std::size_t line, const std::string& key, Ask&& ask) {
  try {
    return ask();
  } catch (const invalid_input& error) {
    throw invalid_input(paper.placed(line, key + ": " + error.what()));
  } catch (const io_error& error) {
    throw io_error(paper.placed(line, key + ": " + error.what()));
  }
}

asked_experiment ask_all(paper_formulas& formulas, const paper_file& paper,
                         const paper_experiment& e, std::size_t place) {
  asked_experiment asked{place, {}, {}};
  for (const published_number& n : e.numbers) {
    asked.numbers.emplace_back();
    if (n.expected != report::verdict::not_reproducible) {
      asked.numbers.back() = ask_at(paper, n.line, e.id + ": " + n.key + ": compute",
                                    [&] { return formulas.ask(n.compute, n.words); });
    }
  }
  for (const figure_text& f : e.figures) {
    asked.curves.emplace_back();
    for (const curve_text& c : f.curves) {
      asked.curves.back().push_back(
          ask_at(paper, f.line, e.id + ": figure: curve '" + c.label + "'",
                 [&] { return formulas.ask_curve(c.x, c.y, f.values, c.words); }));
    }
  }
  return asked;
}

/// At most so many of the points, the first and the last among them.
std::vector<std::string> thinned(const std::vector<std::string>& points) {
  if (points.size() <= most_points) {
    return points;
  }
  std::vector<std::string> few;
  for (std::size_t i = 0; i < most_points; ++i) {
    few.push_back(points[i * (points.size() - 1) / (most_points - 1)]);
  }
  return few;
}

bool is_drawable(const plot& p) {
  for (const curve& c : p.curves) {
    for (const auto& [x, y] : c.points) {
      if (std::isfinite(x) && std::isfinite(y) && !(p.log_x && x <= 0) && !(p.log_y && y <= 0)) {
        return true;
      }
    }
  }
  return false;
}

void add_figure(report::section& out, const figure_text& f, const std::vector<paper_curve>& curves,
                const std::string& prefix) {
  report::figure shown{f.caption, {}, {}};
  plot p;
  p.description = f.caption;
  p.x_label = plain_label(f.x_label);
  p.y_label = plain_label(f.y_label);
  p.log_x = f.log_x;
  p.log_y = f.log_y;
  std::vector<std::string> failures;
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const std::string& label = f.curves[k].label;
    shown.curves.push_back({label, thinned(curves[k].x), thinned(curves[k].y)});
    const auto& points = shown.curves.back();
    curve drawn{plain_label(label),
                role_of_curve(k),
                points.x.size() > most_marked_points ? drawn_as::line : drawn_as::line_and_markers,
                {}};
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      drawn.points.push_back({drawn_value(points.x[i]), drawn_value(points.y[i])});
    }
    p.curves.push_back(std::move(drawn));
    if (!curves[k].failure.empty()) {
      failures.push_back(fmt::format("The curve {}: {}.", label, curves[k].failure));
    }
  }
  if (is_drawable(p)) {
    try {
      shown.panels.push_back({report::draw(p, prefix)});
    } catch (const io_error& error) {
      failures.push_back(fmt::format("The figure is not drawn, its points stand in figures.csv: {}",
                                     error.what()));
    }
  }
  out.add(std::move(shown));
  for (const std::string& failure : failures) {
    out.add(report::paragraph{failure});
  }
}

std::string joined_by_slash(const std::vector<std::string>& words) { return joined(words, " / "); }

report::section judged(const paper_experiment& e, const asked_experiment& asked,
                       const paper_formulas& formulas) {
  report::section out(e.numbers);
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < e.numbers.size(); ++i) {
    const std::string& key = e.numbers[i].key;
    paper_value found;
    if (asked.numbers[i]) {
      found = formulas.value(*asked.numbers[i]);
      if (found.number.empty() && found.failure.empty()) {
        found.failure = "it has no value";
      }
    }
    places[key] = out.judge(key, found.failure.empty() ? found.number : "", found.failure);
  }
  if (!e.rows.empty()) {
    report::number_table table{"", joined_by_slash(e.keys), e.columns, {}};
    for (const auto& row : e.rows) {
      table.rows.push_back({"", joined_by_slash(row.labels), {}});
      for (const std::string& key : row.cells) {
        table.rows.back().numbers.push_back(key.empty() ? report::number_table::no_number
                                                        : places.at(key));
      }
    }
    out.add(std::move(table));
  }
  for (std::size_t k = 0; k < e.figures.size(); ++k) {
    std::vector<paper_curve> curves;
    for (const std::size_t which : asked.curves[k]) {
      curves.push_back(formulas.curve(which));
    }
    add_figure(out, e.figures[k], curves, fmt::format("e{}-f{}", asked.place + 1, k + 1));
  }
  out.require_complete();
  out.add_remaining("");
  return out;
}

/// A paper whose formulas were all asked for.
class planned_paper {
 public:
  planned_paper(const reproduce_options& o, const call& how)
      : options_(&o), how_(how), paper_(report::read_paper_file(o.paper)) {
    const int asked =
        o.has_digits || paper_.digits == 0 ? parse_digits(o.shared.digits) : paper_.digits;
    // fewer digits than double has are the same arithmetic, and judged as it is
    digits_ = std::max(asked, most_digits_of_double);
    wanted_ = chosen_of(paper_.experiments, o);
    const bool apart = cluster::size() > 1 ||
                       !(o.checkpoint.file + o.checkpoint.every + o.checkpoint.resume).empty();
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      if (apart || groups_.empty()) {
        groups_.push_back({formulas(), {}});
      }
      groups_.back().experiments.push_back(ask_all(groups_.back().formulas, paper_, wanted_[i], i));
    }
    // what is not wanted is checked too: a mistake does not wait for the day on which it is asked for
    paper_formulas unwanted = formulas();
    for (const paper_experiment& e : paper_.experiments) {
      if (std::none_of(wanted_.begin(), wanted_.end(),
                       [&](const paper_experiment& w) { return w.id == e.id; })) {
        (void)ask_all(unwanted, paper_, e, 0);
      }
    }
  }

  int digits() const { return digits_; }

  std::optional<report::findings> make() {
    const bool leads = cluster::leads();
    checkpoint_keeper keeper(
        leads ? options_->checkpoint : checkpoint_options{}, how_,
        {{"digits", digits_}, {"paper", sha256(read_text_file(options_->paper, longest_paper))}});
    std::vector<std::optional<report::report_part>> parts(wanted_.size());
    const auto take = [&](std::size_t i, const finished_experiment& done) {
      const paper_experiment& e = wanted_[i];
      parts[i] = report::report_part{e.id, paper_.about.name, e.title,
                                     report::section_of(done.found, e.numbers), done.seconds};
    };
    std::size_t runs = 0;
    std::vector<std::size_t> missing;
    for (std::size_t g = 0; leads && g < groups_.size(); ++g) {
      const std::size_t first = groups_[g].experiments.front().place;
      finished_experiment done;
      if (keeper.restore(wanted_[first].id, done) &&
          is_complete(done.found, wanted_[first].numbers)) {
        take(first, done);
      } else {
        missing.push_back(g);
        runs += groups_[g].formulas.runs();
      }
    }
    const bool talk = wants_status(options_->shared);
    if (talk) {
      say(fmt::format("plumbline: {}: {} runs\n", options_->paper, runs));
    }
    paper_host host(options_->shared, runs);
    // A group uses all threads for its runs.
    const bool dealt = deal_out(
        missing, 1, [&](std::size_t g) { return computed(groups_[g], host); },
        [&](std::size_t g, finished_group done) {
          for (std::size_t k = 0; k < done.experiments.size(); ++k) {
            const std::size_t i = groups_[g].experiments[k].place;
            keeper.keep(wanted_[i].id, done.experiments[k]);
            take(i, done.experiments[k]);
          }
        },
        {default_jobs(), {}});
    show_line(talk, "");
    if (!dealt) {
      return std::nullopt;
    }
    report::findings found;
    for (auto& part : parts) {
      found.parts.push_back(std::move(*part));
    }
    for (const paper_experiment& e : paper_.experiments) {
      if (std::none_of(wanted_.begin(), wanted_.end(),
                       [&](const paper_experiment& w) { return w.id == e.id; })) {
        found.missing.push_back({e.id, paper_.about.name, e.title, left_out_reason(e.needs),
                                 report::count_recorded(e.numbers)});
      }
    }
    found.changes = paper_.changes;
    found.papers.emplace(paper_.about.name, paper_.about);
    return found;
  }

 private:
  paper_formulas formulas() const {
    try {
      return {paper_.names, digits_};
    } catch (const invalid_input& error) {
      throw invalid_input(paper_.placed(error.what()));
    }
  }

  finished_group computed(asked_group& group, paper_host& host) const {
    using clock = std::chrono::steady_clock;
    const auto begin = clock::now();
    group.formulas.compute(default_jobs(), host);
    finished_group done;
    for (const asked_experiment& asked : group.experiments) {
      throw_if_stopped();
      done.experiments.push_back(
          {report::record_of(judged(wanted_[asked.place], asked, group.formulas)), 0});
    }
    // what is computed together has one time
    done.experiments.front().seconds = std::chrono::duration<double>(clock::now() - begin).count();
    return done;
  }

  const reproduce_options* options_;
  call how_;
  paper_file paper_;
  int digits_ = 0;
  std::vector<paper_experiment> wanted_;
  std::vector<asked_group> groups_;
};

}  // namespace

planned_report plan_paper(const reproduce_options& o, const call& how) {
  const auto paper = std::make_shared<planned_paper>(o, how);
  return {paper->digits(), false, [paper] { return paper->make(); }};
}

}  // namespace plumbline::cli
