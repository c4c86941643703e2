// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "io/frame.hpp"

#include <plumbline/io/ticks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace plumbline {

namespace {

using range = std::array<double, 2>;

// pixels, for letters of 13 pixels
constexpr double letter = 8.4;
constexpr double wide_letter = 11;  // plus and minus
constexpr int line_height = 20;
/// Of the key: what gnuplot makes of it, 23 in SVG and 24 in PNG. It begins a second column where the plot is less high.
constexpr int key_line_height = 25;
constexpr int label_distance = 18;  ///< free space between two labels of the x axis
constexpr int border = 14;
constexpr int key_sample = 64;

struct axis {
  range shown;
  axis_scale scale;
};

/// The width of a text without the signs of gnuplot's enhanced text.
double width_of(const std::string& text) {
  double width = 0;
  for (const char c : text) {
    const bool is_sign = c == '{' || c == '}' || c == '^' || c == '\\';
    const bool continues =
        (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;  // of a letter in UTF-8
    width += is_sign || continues ? 0 : c == '+' || c == '-' ? wide_letter : letter;
  }
  return width;
}

/// The range of the curves' coordinate k with the margin, a part of the axis.
range range_of(const plot& p, std::size_t k, double margin) {
  std::optional<range> all;
  for (const curve& c : p.curves) {
    for (const auto& point : c.points) {
      if (is_drawable(p, point[0], point[1])) {
        const double x = point[k];
        all = all ? range{std::min((*all)[0], x), std::max((*all)[1], x)} : range{x, x};
      }
    }
  }
  const bool is_log = k == 0 ? p.log_x : p.log_y;
  auto [low, high] = all.value_or(is_log ? range{1, 10} : range{0, 1});
  if (is_log) {
    constexpr double least_factor = 1.15;
    const double factor = std::max(least_factor, std::pow(high / low, margin));
    return {low / factor, high * factor};
  }
  const double size = std::max(std::abs(low), std::abs(high));
  constexpr double rounding = 1e-12;
  const double flat = size == 0 ? 1 : size / 2;
  const double more = high - low > rounding * size ? margin * (high - low) : flat;
  return {low - more, high + more};
}

bool has_markers(const plot& p) {
  return std::ranges::any_of(p.curves, [](const curve& c) { return c.drawn() != drawn_as::line; });
}

axis axis_of(const plot& p, std::size_t k) {
  const auto& given = k == 0 ? p.x_range : p.y_range;
  constexpr double margin_of_markers = 0.03;
  constexpr double margin_of_lines = 0.04;
  const double margin =
      k == 0 && !p.same_scale ? (has_markers(p) ? margin_of_markers : 0) : margin_of_lines;
  return {given ? *given : range_of(p, k, margin),
          (k == 0 ? p.log_x : p.log_y) ? axis_scale::logarithmic : axis_scale::linear};
}

double widest(const std::vector<tick>& ticks) {
  double most = 0;
  for (const tick& t : ticks) {
    most = std::max(most, width_of(t.label));
  }
  return most;
}

/// As many ticks as there is room for below a plot of this width.
std::vector<tick> x_ticks(const axis& x, int width) {
  constexpr int most_labels = 9;
  std::vector<tick> ticks;
  for (int most = most_labels; most >= 2; --most) {
    ticks = ticks_of(x.shown, x.scale, most);
    if (static_cast<double>(ticks.size()) * (widest(ticks) + label_distance) <= width) {
      break;
    }
  }
  return ticks;
}

std::string tics(const char* name, const std::vector<tick>& ticks) {
  std::string list;
  for (const tick& t : ticks) {
    list += fmt::format("{}\"{}\" {:.12g}", list.empty() ? "" : ", ", t.label, t.at);
  }
  return fmt::format("set {} ({})\n", name, list);
}

/// The longest title of the key and how many there are.
struct key_size {
  double width = 0;
  int rows = 0;
};

key_size key_of(const plot& p) {
  key_size key;
  for (const curve& c : p.curves) {
    if (!c.title.empty()) {
      key.width = std::max(key.width, width_of(c.title) + key_sample);
      ++key.rows;
    }
  }
  return key;
}

/// Width and height of the plot inside its axes.
std::array<int, 2> size_inside(const plot& p, const axis& x, const axis& y, int rows) {
  int width = frame_plot_width;
  int height =
      std::max({frame_plot_height, rows * key_line_height, static_cast<int>(width_of(p.y_label))});
  if (p.same_scale) {
    constexpr int side = 400;
    const double ratio = (x.shown[1] - x.shown[0]) / (y.shown[1] - y.shown[0]);
    width = static_cast<int>(ratio < 1 ? side * ratio : side);
    height = static_cast<int>(ratio < 1 ? side : side / ratio);
  }
  return {width, height};
}

}  // namespace

frame frame_of(const plot& p) {
  const axis x = axis_of(p, 0);
  const axis y = axis_of(p, 1);
  const key_size key = key_of(p);
  const auto [plot_width, plot_height] = size_inside(p, x, y, key.rows);
  const auto below = x_ticks(x, plot_width);
  constexpr int label_height = 34;
  const auto beside = ticks_of(y.shown, y.scale, std::max(2, plot_height / label_height));
  const double names = widest(beside);
  const double left = border + (p.y_label.empty() ? 0 : line_height + 4) + names + label_distance;
  const double over_the_end = below.empty() ? 0 : width_of(below.back().label) / 2;
  const double right = border + std::max(over_the_end, key.rows > 0 ? border + key.width : 0.0);
  constexpr int top = 18;
  const int bottom = border + line_height + (p.x_label.empty() ? 0 : line_height + 2);
  const double width = left + plot_width + right;
  const int height = std::max(top + plot_height + bottom, 2 * top + key.rows * key_line_height);
  const double top_place = 1 - top / static_cast<double>(height);
  std::string s = fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n"
      "set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n"
      "set xrange [{:.12g}:{:.12g}]\nset yrange [{:.12g}:{:.12g}]\n",
      left / width, (left + plot_width) / width, top_place,
      top_place - plot_height / static_cast<double>(height), x.shown[0], x.shown[1], y.shown[0],
      y.shown[1]);
  s += tics("xtics", below) + tics("ytics", beside);
  s += key.rows == 0
           ? std::string("unset key\n")
           : fmt::format(
                 "set key at screen {:.5f},{:.5f} left top vertical Left reverse samplen 3 "
                 "spacing {:.3f} maxrows {} width 0\n",
                 (left + plot_width + border) / width, top_place, line_height / 17.0, key.rows);
  return {static_cast<int>(std::ceil(width)), height, s};
}

}  // namespace plumbline
