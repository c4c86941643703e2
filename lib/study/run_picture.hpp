// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The picture of a trajectory or of a section, fed with the rows of its table.
#pragma once

#include "catalogue/indexed_text.hpp"
#include <plumbline/catalogue/state_names.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/drawn_points.hpp>
#include <plumbline/io/plot.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// The coordinates over time, or what --observe asks for, or the columns of --axes over each other. Of a section or a strobe: points, the
/// first rate over the first coordinate; the second ones where the section holds the first coordinate. Of given times: points over time.
class run_picture {
 public:
  /// `names`: of the columns, of which the first is the time and the next ones are the coordinates; `asked`: the names that
  /// --observe asks for.
  void begin(const integration_request& request, const problem& p,
             const std::vector<std::string>& names, const std::vector<std::string>& asked) {
    plot_.description = "a trajectory";
    std::vector<std::string> axes = request.axes;
    if (!request.times.empty()) {
      how_ = drawn_as::markers;
    } else if (!request.section.empty() || !request.strobe.empty()) {
      plot_.description = "a section of a motion";
      how_ = drawn_as::markers;
      if (axes.empty() && request.draws && names.size() > 2) {
        const std::size_t place = p.dimension > 1 && holds_first(request.section, p) ? 2 : 1;
        const std::size_t rate = place + static_cast<std::size_t>(p.dimension);
        const bool has_rate = p.system->kind != system_kind::first_order && rate < names.size();
        const std::size_t other = has_rate ? rate : place + 1;
        axes = {names[place], names[other < names.size() ? other : 1]};
      }
    }
    if (!axes.empty()) {
      if (!request.draws) {
        throw invalid_input("--axes goes with --plot FILE.svg");
      }
      take_axes(axes, p, names);
      return;
    }
    plot_.x_label = "t";
    for (std::size_t k = 1; k < names.size() && request.draws; ++k) {
      const bool is_asked = std::ranges::find(asked, names[k]) != asked.end();
      if (asked.empty() ? k <= static_cast<std::size_t>(p.dimension) : is_asked) {
        places_.push_back({0, k});
        plot_.curves.push_back(
            {plain_label(names[k]), role_of_curve(plot_.curves.size()), how_, {}});
      }
    }
    if (plot_.curves.size() == 1) {
      plot_.y_label = std::exchange(plot_.curves[0].title, "");
    }
    points_.resize(places_.size());
  }
  void add(const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      points_[i].add(drawn_value(cells[places_[i].x]), cells[places_[i].y]);
    }
  }
  plot take() {
    put_points(plot_, points_, is_path_ ? drawn_values::as_they_are : drawn_values::readable);
    plot_.same_scale = is_path_ && is_of_one_size();
    return std::move(plot_);
  }

 private:
  /// Whether the formula of a section names nothing of the state but the first coordinate, its momentum or its velocity.
  static bool holds_first(const std::string& section, const problem& p) {
    if (section.empty()) {
      return false;
    }
    const expression formula(write_out_indices(section, p.names));
    const state_names names(*p.system, p.dimension);
    bool holds = false;
    for (const std::string& name : formula.names()) {
      if (const auto part = names.find(name)) {
        holds = part->index == 0;
        if (!holds) {
          break;
        }
      }
    }
    return holds;
  }

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
    plot_.x_label = one_x ? plain_label(axes[0]) : std::string();
    for (std::size_t k = 0; k < axes.size(); k += 2) {
      places_.push_back({column(axes[k]), column(axes[k + 1])});
      is_path_ = is_path_ || places_.back().x != 0;
      plot_.curves.push_back({plain_label((one_x ? "" : axes[k] + ", ") + axes[k + 1]),
                              role_of_curve(plot_.curves.size()),
                              how_,
                              {}});
    }
    if (plot_.curves.size() == 1) {
      plot_.curves[0].title.clear();
      plot_.y_label = plain_label(axes[1]);
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

  plot plot_;
  std::vector<place> places_;
  bool is_path_ = false;
  drawn_as how_ = drawn_as::line;
  std::vector<drawn_points> points_;
};

}  // namespace plumbline
