// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "io/frame.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/gnuplot.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/io/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

namespace plumbline {

namespace {

constexpr int map_width = 640;
constexpr int map_height = 480;

/// The colours on paper, as style.cpp has them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> on_paper{
    {{"--axis", "#222222"},
     {"--grid", "#e6e6e6"},
     {"--exact", "#c8c8c8"},
     {"--newmark", "#d9822b"},
     {"--rk4", "#1b9482"},
     {"--simpson", "#1d3f94"},
     {"--guide", "#888888"},
     {"--first", "#1d3f94"},
     {"--second", "#d9822b"},
     {"--third", "#1b9482"},
     {"--fourth", "#9b3f86"},
     {"--fifth", "#222222"},
     {"--sixth", "#7a4a00"},
     {"--seventh", "#7fa6e8"},
     {"--eighth", "#f2b872"},
     {"--ninth", "#7fcbbd"},
     {"--tenth", "#d79aca"},
     {"--eleventh", "#9a9a9a"},
     {"--twelfth", "#c7a86a"}}};

std::string terminal(bool is_png, int width, int height) {
  return is_png ? fmt::format(
                      "set terminal pngcairo enhanced size {},{} font \"sans,13\" fontscale 2 "
                      "linewidth 2 pointscale 2 background rgb \"#ffffff\"",
                      2 * width, 2 * height)
                : fmt::format(
                      "set terminal svg enhanced size {},{} dynamic font \"sans-serif,13\" "
                      "background rgb \"#ffffff\"",
                      width, height);
}

std::string coloured(std::string script) {
  for (const auto& [code, variable] : placeholder_colours()) {
    const auto* const paper = std::find_if(on_paper.begin(), on_paper.end(),
                                           [v = variable](const auto& c) { return c.first == v; });
    const std::string placeholder = placeholder_text(code);
    const std::string by = fmt::format("rgb \"{}\"", paper->second);
    for (std::size_t at = script.find(placeholder); at != std::string::npos;
         at = script.find(placeholder, at + by.size())) {
      script.replace(at, placeholder.size(), by);
    }
  }
  return script;
}

/// The borders of the cells around the places of an axis: halfway between neighbours.
std::vector<double> borders(const std::vector<double>& places) {
  std::vector<double> b(places.size() + 1);
  for (std::size_t i = 1; i < places.size(); ++i) {
    b[i] = (places[i - 1] + places[i]) / 2;
  }
  const bool alone = places.size() == 1;
  b.front() = alone ? places[0] - 1 : places.front() - (b[1] - places.front());
  b.back() = alone ? places[0] + 1 : places.back() + (places.back() - b[places.size() - 1]);
  return b;
}

std::string script_of(const heat_map& m, std::string_view terminal, std::string_view output) {
  std::string s = fmt::format(
      "set encoding utf8\n"
      "{}\n"
      "set output \"{}\"\n"
      "set border linewidth 1 linecolor {}\n"
      "set tics out nomirror scale 0.6 textcolor {}\n"
      "set xlabel \"{}\" textcolor {}\n"
      "set ylabel \"{}\" textcolor {}\n"
      "set cblabel \"{}\" textcolor {}\n"
      "unset key\n"
      "set palette defined (0 \"#440154\", 1 \"#414487\", 2 \"#2a788e\", 3 \"#22a884\", "
      "4 \"#7ad151\", 5 \"#fde725\")\n",
      terminal, output, placeholder_text(1), placeholder_text(1), m.x_label, placeholder_text(1),
      m.y_label, placeholder_text(1), m.value_label, placeholder_text(1));
  const auto bx = borders(m.x);
  const auto by = borders(m.y);
  s += fmt::format("set xrange [{:.10g}:{:.10g}]\nset yrange [{:.10g}:{:.10g}]\n",
                   std::min(bx.front(), bx.back()), std::max(bx.front(), bx.back()),
                   std::min(by.front(), by.back()), std::max(by.front(), by.back()));
  std::string cells;
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  for (std::size_t i = 0; i < m.x.size(); ++i) {
    for (std::size_t j = 0; j < m.y.size(); ++j) {
      const double v = m.values[i][j];
      if (!std::isfinite(v) || (m.log_values && v <= 0)) {
        continue;
      }
      low = std::min(low, v);
      high = std::max(high, v);
      cells += fmt::format("{:.10g} {:.10g} {:.10g} {:.10g} {:.10g} {:.10g} {:.7g}\n", m.x[i],
                           m.y[j], std::min(bx[i], bx[i + 1]), std::max(bx[i], bx[i + 1]),
                           std::min(by[j], by[j + 1]), std::max(by[j], by[j + 1]), v);
    }
  }
  if (cells.empty()) {
    return s +
           fmt::format("set label \"{}\" at graph 0.5, graph 0.5 center\nplot NaN\n", no_values);
  }
  if (m.log_values && low < high) {
    s += "set logscale cb\nset format cb \"10^{%T}\"\n";
  } else {
    // room for numbers such as 0.015 beside the label
    s += "set format cb \"%.3g\"\nset rmargin at screen 0.8\n";
  }
  if (low == high) {
    s += fmt::format("set cbrange [{:.10g}:{:.10g}]\n", low - 1, high + 1);
  }
  return s + "$map << END\n" + cells +
         "END\nplot $map using 1:2:3:4:5:6:7 with boxxyerror linecolor palette "
         "fillstyle solid 1 border\n";  // a colour behind `border` would be the border's alone
}

}  // namespace

picture::picture(const std::string& file) : file_(file) {
  if (file.empty()) {
    return;
  }
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension != ".svg" && extension != ".png") {
    throw invalid_input(
        fmt::format("--plot needs a name that ends in .svg or .png, got '{}'", file));
  }
  is_png_ = extension == ".png";
  (void)gnuplot_version();
}

void picture::draw(const plot& p) const {
  if (!wanted()) {
    return;
  }
  const frame f = frame_of(p);
  write_file(
      file_, run_gnuplot([&](const std::string& output) {
        return coloured(script_of(p, terminal(is_png_, f.width, f.height), output, f.commands));
      }));
}
void picture::draw(const heat_map& m) const {
  if (!wanted()) {
    return;
  }
  write_file(file_, run_gnuplot([&](const std::string& output) {
               return coloured(script_of(m, terminal(is_png_, map_width, map_height), output));
             }));
}

}  // namespace plumbline
