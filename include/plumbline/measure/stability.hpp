// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Linear stability of a scheme at an equilibrium: the windows of h in which no eigenvalue of the step's
// Jacobian leaves the unit circle, |λ| ≤ 1 + 1e-6.
//
// The spectral radius ρ(h) is scanned in steps that are small against the fastest oscillation and each change
// of side is bisected. The threshold 1e-6 decides between an eigenvalue pair that has left the circle and
// rounding errors of a double eigenvalue on it (√ε = 1.5e-8); it moves the limit by about 1e-12 relative,
// since |λ| − 1 grows like the square root of the distance from the limit.
#pragma once

#include <plumbline/core/errors.hpp>

#include <functional>
#include <vector>

namespace plumbline {

/// An interval of steps in which the scheme is stable.
struct stability_window {
  double from;
  double to;
};

struct stability_scan {
  std::vector<stability_window> windows;  ///< in increasing order; the first starts at 0
  bool open = false;                      ///< the last window goes on beyond the end of the scan
};

/// Scans (0, h_max] in `samples` steps. `radius(h)` is the spectral radius of the linearised step, or infinity
/// where the step does not exist. Throws invalid_input when h_max is not positive or samples < 2.
stability_scan scan_stability(const std::function<double(double)>& radius, double h_max,
                              int samples);

/// The spectral radius of a real matrix given by rows (row-major, n × n).
double spectral_radius(const std::vector<double>& entries, int n);

}  // namespace plumbline
