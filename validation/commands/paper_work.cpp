// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "commands/paper_work.hpp"

#include "cli/stop.hpp"
#include "report/plot.hpp"
#include <plumbline/io/drawn_points.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/study/parallel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

namespace plumbline::cli {

namespace {

constexpr std::size_t most_points = 2000;
constexpr std::size_t most_marked_points = 60;

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

bool has_place(const plot& p, const curve& c) {
  return std::ranges::any_of(c.points,
                             [&](const auto& point) { return is_drawable(p, point[0], point[1]); });
}

void add_figure(report::section& out, const papers::figure_text& f,
                const std::vector<paper_curve>& curves, const std::string& prefix) {
  report::figure shown{f.caption, {}, {}};
  plot p;
  p.description = f.caption;
  p.x_label = plain_label(f.x_label);
  p.y_label = plain_label(f.y_label);
  p.log_x = f.log_x;
  p.log_y = f.log_y;
  p.x_range = f.x_range;
  p.y_range = f.y_range;
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
    } else if (!has_place(p, p.curves.back())) {
      failures.push_back(
          fmt::format("The curve {} is not drawn: none of its points has a place on these axes{}.",
                      label, p.log_x || p.log_y ? ", of which one is logarithmic" : ""));
    }
  }
  if (std::ranges::any_of(p.curves, [&](const curve& c) { return has_place(p, c); })) {
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

/// The tables and figures of an experiment.
report::section section_of(const papers::paper_work& work, std::size_t which) {
  const papers::paper_experiment& e = work.experiment(which);
  report::section out(work.judged(which));
  if (!e.rows.empty()) {
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < out.numbers().size(); ++i) {
      places[out.numbers()[i].published.key] = i;
    }
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
  const auto figures = work.curves(which);
  for (std::size_t k = 0; k < figures.size(); ++k) {
    add_figure(out, e.figures[k], figures[k], fmt::format("{}-f{}", e.id, k + 1));
  }
  out.add_remaining("");
  return out;
}

}  // namespace

std::unique_ptr<run_progress> paper_host::begin(std::int64_t total, const std::string& unit) {
  const std::lock_guard lock(guard_);
  ++begun_;
  show_line(talk_, fmt::format("run {} of {}", std::min(begun_, runs_), runs_));
  return run_host::begin(total, unit);
}

bool paper_host::stop_requested() const noexcept { return cli::stop_requested(); }

void paper_host::warn(const std::string& text) {
  const std::lock_guard lock(guard_);
  if (!quiet_ && said_.insert(text).second) {
    say(fmt::format("plumbline: warning: {}\n", text));
  }
}

std::vector<finished_experiment> computed(papers::paper_work& work, run_host& host) {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  work.compute(default_jobs(), host);
  std::vector<finished_experiment> done;
  for (std::size_t k = 0; k < work.experiments(); ++k) {
    throw_if_stopped();
    done.push_back({report::record_of(section_of(work, k)), 0});
  }
  // what is computed together has one time
  done.front().seconds = std::chrono::duration<double>(clock::now() - begin).count();
  return done;
}

}  // namespace plumbline::cli
