// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/svg_plot.hpp>
#include <plumbline/io/ticks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace plumbline {

namespace {

constexpr double width = 720;
constexpr double height = 400;
constexpr double left = 72;
constexpr double right = 130;
constexpr double wide_right = 230;  ///< room for the names of schemes
constexpr double top = 40;
constexpr double bottom = 48;

// Okabe and Ito's colours, which differ for everybody
constexpr std::array<const char*, 8> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#56b4e9", "#e69f00", "#555555", "#b0a000"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return result;
}

struct svg_axis {
  double low = 0;
  double high = 0;
  bool any = false;

  void add(double x) {
    low = any ? std::min(low, x) : x;
    high = any ? std::max(high, x) : x;
    any = true;
  }
  void close() {
    if (!(high > low)) {
      const double half = low == 0 ? 1 : std::abs(low) / 2;
      low -= half;
      high += half;
    }
  }
  double place(double x, double from, double to) const {
    return from + (x - low) / (high - low) * (to - from);
  }
};

/// Of an axis of numbers, or of their logarithms: the places and their plain labels.
std::vector<tick> ticks_of_axis(const svg_axis& a, bool logarithmic) {
  constexpr int most = 8;
  if (!logarithmic) {
    return ticks_of({a.low, a.high}, axis_scale::linear, most);
  }
  auto ticks =
      ticks_of({std::pow(10., a.low), std::pow(10., a.high)}, axis_scale::logarithmic, most);
  for (auto& tick : ticks) {
    const double power = std::log10(tick.at);
    const bool is_power = power == std::round(power);
    tick.label = is_power ? fmt::format("1e{:.0f}", power) : fmt::format("{:.3g}", tick.at);
    tick.at = power;
  }
  return ticks;
}

}  // namespace

std::string svg_plot(const plot& p) {
  std::vector<curve> curves = p.curves;
  for (curve& c : curves) {
    for (auto& [x, y] : c.points) {  // logarithms are not finite where a coordinate is not positive
      x = p.log_x ? std::log10(x) : x;
      y = p.log_y ? std::log10(y) : y;
    }
    std::erase_if(c.points, [](const auto& point) {
      return !std::isfinite(point[0]) || !std::isfinite(point[1]);
    });
  }
  svg_axis x;
  svg_axis y;
  for (const curve& c : curves) {
    for (const auto& point : c.points) {
      x.add(point[0]);
      y.add(point[1]);
    }
  }
  x.close();
  y.close();
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
      "<title>{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
      "<text x=\"{3}\" y=\"24\">{2}</text>\n",
      width, height, escaped(p.description), left);
  const double x_end = width - (p.log_x ? wide_right : right);
  const double y_end = height - bottom;
  for (const auto& [value, label] : ticks_of_axis(x, p.log_x)) {
    const double at = x.place(value, left, x_end);
    svg += fmt::format(
        "<line x1=\"{0:.2f}\" y1=\"{1}\" x2=\"{0:.2f}\" y2=\"{2}\" stroke=\"#dddddd\"/>"
        "<text x=\"{0:.2f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
        at, top, y_end, y_end + 18, label);
  }
  for (const auto& [value, label] : ticks_of_axis(y, p.log_y)) {
    const double at = y.place(value, y_end, top);
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.2f}\" x2=\"{2}\" y2=\"{1:.2f}\" stroke=\"#dddddd\"/>"
        "<text x=\"{3}\" y=\"{4:.2f}\" text-anchor=\"end\">{5}</text>\n",
        left, at, x_end, left - 8, at + 4, label);
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                     (left + x_end) / 2, height - 10, escaped(p.x_label));
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const char* colour = colours[c % colours.size()];
    const char* dashes = c < colours.size() ? "" : " stroke-dasharray=\"6 3\"";
    std::string points;
    for (const auto& point : curves[c].points) {
      points += fmt::format("{}{:.2f},{:.2f}", points.empty() ? "" : " ",
                            x.place(point[0], left, x_end), y.place(point[1], y_end, top));
    }
    const double line = top + 14 + 20 * static_cast<double>(c);
    svg += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"{}/>\n"
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"3\"{}/>"
        "<text x=\"{}\" y=\"{}\">{}</text>\n",
        points, colour, dashes, x_end + 14, line, x_end + 36, line, colour, dashes, x_end + 42,
        line + 4, escaped(curves[c].title));
  }
  return svg + "</svg>\n";
}

}  // namespace plumbline
