// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/measure/stability.hpp>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>
#include <string>

namespace plumbline {

namespace {

constexpr double threshold = 1 + 1e-6;

// The h between `stable` and `unstable` where ρ crosses the threshold, to the last bits of a double.
double crossing(const std::function<double(double)>& radius, double stable, double unstable) {
  for (int i = 0; i < 60; ++i) {
    const double middle = (stable + unstable) / 2;
    (radius(middle) > threshold ? unstable : stable) = middle;
  }
  return stable;
}

}  // namespace

stability_scan scan_stability(const std::function<double(double)>& radius, double h_max,
                              int samples) {
  if (!(h_max > 0) || !std::isfinite(h_max) || samples < 2) {
    throw invalid_input("a stability scan needs a positive largest step and at least 2 samples");
  }
  stability_scan scan;
  bool stable = true;
  double before = 0;
  double opened = 0;
  for (int i = 1; i <= samples; ++i) {
    const double h = h_max * i / samples;
    const bool now = radius(h) <= threshold;
    if (stable && !now) {
      scan.windows.push_back({opened, crossing(radius, before, h)});
    } else if (!stable && now) {
      opened = crossing(radius, h, before);
    }
    stable = now;
    before = h;
  }
  if (stable) {
    scan.windows.push_back({opened, h_max});
    scan.open = true;
  }
  return scan;
}

double spectral_radius(const std::vector<double>& entries, int n) {
  Eigen::MatrixXd a(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const int place = i * n + j;
      a(i, j) = entries.at(static_cast<std::size_t>(place));
      if (!std::isfinite(a(i, j))) {
        return std::numeric_limits<double>::infinity();
      }
    }
  }
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(a, false);
  return solver.eigenvalues().cwiseAbs().maxCoeff();
}

}  // namespace plumbline
