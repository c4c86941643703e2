// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The path of the top's axis on the unit sphere, seen from far away: with the Euler angles of TOP the axis points to
// (sin θ sin φ, −sin θ cos φ, cos θ).
#pragma once

#include "report/plot.hpp"
#include "report/result.hpp"

#include <array>
#include <string>
#include <vector>

namespace plumbline::experiments::top {

struct sphere_picture {
  std::string description;
  std::string title;                        ///< of the path
  std::vector<std::array<double, 2>> path;  ///< (φ, θ)
  std::string dots_title;
  std::vector<std::array<double, 2>> dots;  ///< nodes of a scheme; those behind are left out
  std::array<double, 2> theta_bounds;       ///< drawn as circles
  double elevation = 0;  ///< of the eye above the horizon, in degrees; 90 looks from above
};

report::panel draw_sphere(const sphere_picture& picture, const std::string& prefix);

}  // namespace plumbline::experiments::top
