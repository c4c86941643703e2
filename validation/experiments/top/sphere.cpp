// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/top/sphere.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace plumbline::experiments::top {

namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();  // interrupts a curve

/// Across, up, and towards the eye.
std::array<double, 3> seen(double phi, double theta, double elevation) {
  const double x = std::sin(theta) * std::sin(phi);
  const double y = -std::sin(theta) * std::cos(phi);
  const double z = std::cos(theta);
  const double s = std::sin(elevation);
  const double c = std::cos(elevation);
  return {x, y * s + z * c, z * s - y * c};
}

/// The parts of a path before and behind the horizon of the sphere.
struct halves {
  std::vector<std::array<double, 2>> front;
  std::vector<std::array<double, 2>> back;
};

halves split(const std::vector<std::array<double, 2>>& path, double elevation) {
  halves h;
  bool was_front = true;
  for (std::size_t k = 0; k < path.size(); ++k) {
    const auto [x, y, towards] = seen(path[k][0], path[k][1], elevation);
    const bool front = towards >= 0;
    auto& here = front ? h.front : h.back;
    if (k > 0 && front != was_front) {
      auto& other = front ? h.back : h.front;
      other.push_back({x, y});  // so that the halves meet
      other.push_back({gap, gap});
    }
    here.push_back({x, y});
    was_front = front;
  }
  return h;
}

std::vector<std::array<double, 2>> latitude(double theta) {
  std::vector<std::array<double, 2>> circle;
  constexpr int points = 180;
  for (int k = 0; k <= points; ++k) {
    circle.push_back({2 * std::numbers::pi * k / points, theta});
  }
  return circle;
}

report::curve line(std::string title, report::role shows,
                   std::vector<std::array<double, 2>> points) {
  return {std::move(title), shows, report::drawn_as::line, std::move(points)};
}

}  // namespace

report::panel draw_sphere(const sphere_picture& picture, const std::string& prefix) {
  report::plot p;
  p.description = picture.description;
  p.bare = true;
  p.same_scale = true;
  p.x_range = {{-1.03, 1.03}};
  p.y_range = {{-1.03, 1.03}};
  p.width = 460;
  p.height = 490;
  const double elevation = picture.elevation * std::numbers::pi / 180;
  std::vector<std::array<double, 2>> outline;
  constexpr int points = 240;
  for (int k = 0; k <= points; ++k) {
    const double a = 2 * std::numbers::pi * k / points;
    outline.push_back({std::cos(a), std::sin(a)});
  }
  p.curves.push_back(line("", report::role::exact, std::move(outline)));
  for (const double theta : picture.theta_bounds) {
    p.curves.push_back(line("", report::role::guide, split(latitude(theta), elevation).front));
  }
  halves path = split(picture.path, elevation);
  p.curves.push_back(line("", report::role::guide, std::move(path.back)));
  p.curves.push_back(line(picture.title, report::role::first, std::move(path.front)));
  if (!picture.dots.empty()) {
    report::curve dots{picture.dots_title, report::role::second, report::drawn_as::markers, {}};
    for (const auto& [phi, theta] : picture.dots) {
      const auto [x, y, towards] = seen(phi, theta, elevation);
      if (towards >= 0) {
        dots.points.push_back({x, y});
      }
    }
    p.curves.push_back(std::move(dots));
  }
  return {report::draw(p, prefix)};
}

}  // namespace plumbline::experiments::top
