// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/sweep_picture.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/io/drawn_points.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace plumbline {

namespace {

/// The places of the axes of numbers. Side by side the first one stands for all.
std::vector<std::size_t> number_axes(const drawn_sweep& s) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < s.axes.size(); ++k) {
    if (!s.is_word[k] && (places.empty() || !s.side_by_side)) {
      places.push_back(k);
    }
  }
  return places;
}

/// The places of the values that are drawn, from the first value on.
std::vector<std::size_t> value_columns_drawn(const drawn_sweep& s) {
  const bool first_only = s.quantity == "lyapunov" || s.quantity == "stability-limit";
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < s.values.size() && !(first_only && k > 0); ++k) {
    const auto& only = s.coordinates;
    if (s.quantity != "end" || std::find(only.begin(), only.end(), s.values[k]) != only.end()) {
      places.push_back(k);
    }
  }
  return places;
}

bool is_small_number(const std::string& quantity) {
  return quantity == "error" || quantity == "energy-error" || quantity == "invariants" ||
         quantity == "symplecticity";
}

plot lines_over(const drawn_sweep& s, std::size_t axis) {
  plot p;
  p.x_label = plain_label(s.axes[axis]);
  const auto drawn = value_columns_drawn(s);
  p.y_label = plain_label(drawn.size() == 1 ? s.values[drawn[0]] : s.quantity);
  p.description = fmt::format("{} over {}", s.quantity, s.axes[axis]);
  std::map<std::pair<std::string, std::size_t>, std::size_t> curve_of;
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  bool positive = true;
  bool any_positive = false;
  for (const auto& row : s.rows) {
    std::string words;
    for (std::size_t k = 0; k < s.axes.size(); ++k) {
      if (s.is_word[k]) {
        words += (words.empty() ? "" : ", ") + row[k];
      }
    }
    const double x = drawn_value(row[axis]);
    positive = positive && x > 0;
    least = std::min(least, x);
    most = std::max(most, x);
    for (const std::size_t v : drawn) {
      const auto [place, fresh] = curve_of.try_emplace({words, v}, p.curves.size());
      if (fresh) {
        const std::string value = drawn.size() == 1 && !words.empty() ? "" : s.values[v];
        const std::string title = words + (words.empty() || value.empty() ? "" : ": ") + value;
        p.curves.push_back(
            {plain_label(title), role_of_curve(p.curves.size()), drawn_as::line_and_markers, {}});
      }
      const double y = drawn_value(row[s.axes.size() + v]);
      any_positive = any_positive || y > 0;
      p.curves[place->second].points.push_back({x, y});
    }
  }
  constexpr double wide = 8;
  p.log_x = s.axes[axis] == "step" && positive && most > wide * least;
  p.log_y = is_small_number(s.quantity) && any_positive;
  if (p.curves.size() == 1) {
    p.curves[0].title.clear();
  }
  return p;
}

std::size_t place_in(std::vector<double>& list, double x) {
  const auto place = std::lower_bound(list.begin(), list.end(), x);
  return static_cast<std::size_t>(place - list.begin());
}

std::vector<double> places_of(const drawn_sweep& s, std::size_t axis) {
  std::vector<double> list;
  for (const auto& row : s.rows) {
    const double x = drawn_value(row[axis]);
    if (std::isfinite(x)) {
      list.push_back(x);
    }
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

heat_map map_over(const drawn_sweep& s, std::size_t first, std::size_t second) {
  heat_map m;
  const std::size_t value = value_columns_drawn(s).front();
  m.x_label = plain_label(s.axes[first]);
  m.y_label = plain_label(s.axes[second]);
  m.value_label = plain_label(s.values[value]);
  m.log_values = is_small_number(s.quantity);
  m.x = places_of(s, first);
  m.y = places_of(s, second);
  m.values.assign(m.x.size(),
                  std::vector<double>(m.y.size(), std::numeric_limits<double>::quiet_NaN()));
  for (const auto& row : s.rows) {
    const double x = drawn_value(row[first]);
    const double y = drawn_value(row[second]);
    if (std::isfinite(x) && std::isfinite(y)) {
      m.values[place_in(m.x, x)][place_in(m.y, y)] = drawn_value(row[s.axes.size() + value]);
    }
  }
  return m;
}

}  // namespace

void require_picture(const drawn_sweep& s) {
  const auto numbers = number_axes(s);
  const bool words = std::find(s.is_word.begin(), s.is_word.end(), true) != s.is_word.end();
  if (numbers.empty() || numbers.size() > 2 || (numbers.size() == 2 && words)) {
    throw invalid_input(fmt::format(
        "--plot draws lines over one axis of numbers or a map over two; this sweep has {}{}",
        numbers.size(), words ? " and an axis of words" : ""));
  }
}

std::variant<plot, heat_map> picture_of(const drawn_sweep& s) {
  const auto numbers = number_axes(s);
  if (numbers.size() == 2) {
    return map_over(s, numbers[0], numbers[1]);
  }
  return lines_over(s, numbers[0]);
}

}  // namespace plumbline
