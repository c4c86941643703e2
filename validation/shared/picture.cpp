// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/picture.hpp"

#include "report/plot.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/output.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>

namespace plumbline::cli {

void add_plot(CLI::App& app, std::string& file) {
  app.add_option("--plot", file, "FILE.svg or FILE.png: also draw the table (needs gnuplot)");
}

picture::picture(const std::string& file) : file_(file) {
  if (file.empty()) {
    return;
  }
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension != ".svg" && extension != ".png") {
    throw invalid_input(
        fmt::format("--plot needs a name that ends in .svg or .png, got '{}'", file));
  }
  format_ = extension == ".png" ? report::picture_format::png : report::picture_format::svg;
  (void)report::gnuplot_version();
}

void picture::draw(const report::plot& p) const {
  write_file(file_, report::draw_picture(p, format_));
}
void picture::draw(const report::heat_map& m) const {
  write_file(file_, report::draw_picture(m, format_));
}

double drawn_value(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return cell.empty() || *end != '\0' ? std::numeric_limits<double>::quiet_NaN() : value;
}

void thinned_points::add(double x, double y) {
  constexpr std::size_t most = 8192;
  if (seen_++ % stride_ != 0) {
    return;
  }
  points_.push_back({x, y});
  if (points_.size() == most) {
    for (std::size_t i = 0; i < most / 2; ++i) {
      points_[i] = points_[2 * i];
    }
    points_.resize(most / 2);
    stride_ *= 2;
  }
}

}  // namespace plumbline::cli
