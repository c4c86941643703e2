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

/// Whether these values spread over so many sizes that a logarithmic scale shows them: errors do. Zeros are left out there.
bool spread_over_sizes(const std::vector<double>& values) {
  constexpr double wide = 100;
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const double y : values) {
    if (y < 0) {
      return false;
    }
    if (y > 0 && std::isfinite(y)) {
      least = std::min(least, y);
      most = std::max(most, y);
    }
  }
  return most > wide * least;
}

/// Whether places are spaced as those of a logarithmic scale: their median is nearer to the geometric mean of the ends than to
/// the arithmetic one.
bool spaced_by_factors(std::vector<double> places) {
  constexpr double wide = 3;
  std::erase_if(places, [](double x) { return !std::isfinite(x); });
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  if (places.size() < 3 || !(places.front() > 0) || !(places.back() > wide * places.front())) {
    return false;
  }
  const std::size_t half = places.size() / 2;
  const double median =
      places.size() % 2 == 1 ? places[half] : std::sqrt(places[half - 1] * places[half]);
  const double arithmetic = (places.front() + places.back()) / 2;
  const double geometric = std::sqrt(places.front()) * std::sqrt(places.back());
  return median * median < arithmetic * geometric;
}

plot lines_over(const drawn_sweep& s, std::size_t axis) {
  plot p;
  p.x_label = plain_label(s.axes[axis]);
  const auto drawn = value_columns_drawn(s);
  p.y_label = plain_label(drawn.size() == 1 ? s.values[drawn[0]] : s.quantity);
  p.description = fmt::format("{} over {}", s.quantity, s.axes[axis]);
  std::map<std::pair<std::string, std::size_t>, std::size_t> curve_of;
  std::vector<double> places;
  std::vector<double> values;
  for (const auto& row : s.rows) {
    std::string words;
    for (std::size_t k = 0; k < s.axes.size(); ++k) {
      if (s.is_word[k]) {
        words += (words.empty() ? "" : ", ") + row[k];
      }
    }
    const double x = drawn_value(row[axis]);
    places.push_back(x);
    for (const std::size_t v : drawn) {
      const auto [place, fresh] = curve_of.try_emplace({words, v}, p.curves.size());
      if (fresh) {
        const std::string value = drawn.size() == 1 && !words.empty() ? "" : s.values[v];
        const std::string title = words + (words.empty() || value.empty() ? "" : ": ") + value;
        p.curves.push_back(
            {plain_label(title), role_of_curve(p.curves.size()), drawn_as::line_and_markers, {}});
      }
      const double y = drawn_value(row[s.axes.size() + v]);
      values.push_back(y);
      p.curves[place->second].points.push_back({x, y});
    }
  }
  if (std::ranges::none_of(values, [](double y) { return std::isfinite(y); })) {
    p.labels.push_back({0.35, 0.5, no_values});  // the axes of an empty plot are those of [0, 1]
    return p;
  }
  p.log_x = spaced_by_factors(places);
  p.log_y = spread_over_sizes(values);
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
  m.x = places_of(s, first);
  m.y = places_of(s, second);
  std::vector<double> all;
  m.values.assign(m.x.size(),
                  std::vector<double>(m.y.size(), std::numeric_limits<double>::quiet_NaN()));
  for (const auto& row : s.rows) {
    const double x = drawn_value(row[first]);
    const double y = drawn_value(row[second]);
    if (std::isfinite(x) && std::isfinite(y)) {
      const double of_case = drawn_value(row[s.axes.size() + value]);
      m.values[place_in(m.x, x)][place_in(m.y, y)] = of_case;
      all.push_back(of_case);
    }
  }
  m.log_values = spread_over_sizes(all);
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
