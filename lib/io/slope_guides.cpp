// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "io/slope_guides.hpp"

#include "io/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace plumbline {

namespace {

/// Smallest and largest value, as logarithms.
struct extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double size() const { return high - low; }
};

struct box {
  extent x;
  extent y;
};

box logarithms_of(const std::vector<curve>& curves) {
  box all;
  for (const curve& c : curves) {
    for (const auto& [x, y] : c.points) {
      if (x > 0 && y > 0 && std::isfinite(x) && std::isfinite(y)) {
        all.x.add(std::log10(x));
        all.y.add(std::log10(y));
      }
    }
  }
  return all;
}

/// The least-squares line log y = level + slope log x.
struct fitted_line {
  double slope;
  double level;
};

std::optional<fitted_line> line_through(const curve& c) {
  double n = 0;
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  for (const auto& [x, y] : c.points) {
    if (x > 0 && y > 0 && std::isfinite(x) && std::isfinite(y)) {
      const double u = std::log10(x);
      const double v = std::log10(y);
      n += 1;
      sx += u;
      sy += v;
      sxx += u * u;
      sxy += u * v;
    }
  }
  const double determinant = n * sxx - sx * sx;
  if (!(determinant > 0)) {
    return std::nullopt;
  }
  const double slope = (n * sxy - sx * sy) / determinant;
  return fitted_line{slope, (sy - slope * sx) / n};
}

bool touch(const text_at& a, const text_at& b, const box& all) {
  constexpr double name_width = 46;  // pixels
  constexpr double name_height = 22;
  const double across = std::abs(std::log10(a.x / b.x)) / all.x.size() * frame_plot_width;
  const double up = std::abs(std::log10(a.y / b.y)) / all.y.size() * frame_plot_height;
  return across < name_width && up < name_height;
}

}  // namespace

void add_slope_guides(plot& p, std::string_view variable) {
  const box all = logarithms_of(p.curves);
  if (!(all.x.size() > 0) || !(all.y.size() > 0)) {
    return;
  }
  constexpr double whole = 0.3;
  const double below = std::log10(3.0);
  std::set<long> shown;
  std::vector<curve> guides;
  for (const curve& c : p.curves) {
    const auto fitted = line_through(c);
    const long order = fitted ? std::lround(fitted->slope) : 0;
    if (order == 0 || std::abs(fitted->slope - static_cast<double>(order)) > whole ||
        !shown.insert(order).second) {
      continue;
    }
    const box own = logarithms_of({c});
    const auto slope = static_cast<double>(order);
    const double middle = (own.x.low + own.x.high) / 2;
    const auto height = [&](double x) {
      return fitted->level + fitted->slope * middle - below + slope * (x - middle);
    };
    // the line ends where it would leave the plot
    const double at_bottom = middle + (all.y.low - height(middle)) / slope;
    const double left = slope > 0 ? std::max(own.x.low, at_bottom) : own.x.low;
    const double right = slope > 0 ? own.x.high : std::min(own.x.high, at_bottom);
    if (!(left < right)) {
      continue;
    }
    const double end = slope > 0 ? left : right;  // the name stands at the lower end
    const double room = all.x.size() / frame_plot_width;
    constexpr double shift_over_h = 10;
    constexpr double shift_over_work = -44;
    const text_at name{std::pow(10, end + room * (slope > 0 ? shift_over_h : shift_over_work)),
                       std::pow(10, height(end)), fmt::format("{}^{{{}}}", variable, order)};
    if (std::ranges::any_of(p.labels, [&](const text_at& l) { return touch(l, name, all); })) {
      continue;
    }
    p.labels.push_back(name);
    guides.push_back({"",
                      curve_role::guide,
                      drawn_as::line,
                      {{std::pow(10, left), std::pow(10, height(left))},
                       {std::pow(10, right), std::pow(10, height(right))}}});
  }
  p.curves.insert(p.curves.begin(), guides.begin(), guides.end());
}

}  // namespace plumbline
