// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Schemes of PD for the pendulum q″ = −k sin q (m = 1) in double, each a loop body by hand as one would write it in C:
//
//   leapfrog            PD (13), (14); the force is carried to the next step
//   Suris's first map   PD (34)
//   discrete gradient   PD (45), Q = k sin(q_0 + u/2) sinc(u/2), by Newton's method for the increment u
//   midpoint rule       PD (23), the same with V'(q_0 + u/2) in place of Q
#pragma once

#include <cmath>

namespace peers {

inline void leapfrog_step(double& q, double& p, double& force, double h, double k) {
  p += h / 2 * force;
  q += h * p;
  force = -k * std::sin(q);
  p += h / 2 * force;
}

inline void suris_step(double& q, double& p, double h, double k) {
  p -= 2 / h * std::atan2(k * h * h * std::sin(q), 2 + k * h * h * std::cos(q));
  q += h * p;
}

inline void discrete_gradient_step(double& q, double& p, double h, double k) {
  const double path = h * p;
  double u = path;
  double force = 0;
  for (int pass = 0; pass < 20; ++pass) {
    const double x = u / 2;
    const double s = std::sin(q + x);
    const double c = std::cos(q + x);
    const double sine = std::sin(x);
    const double sinc = x == 0 ? 1 : sine / x;
    const double sinc_slope = std::abs(x) < 1e-4 ? -x / 3 : (std::cos(x) - sinc) / x;
    const double quotient = k * s * sinc;
    const double slope = k * (c * sinc + s * sinc_slope) / 2;
    const double correction = (u - path + h * h / 2 * quotient) / (1 + h * h / 2 * slope);
    u -= correction;
    force = -(quotient - slope * correction);
    if (std::abs(correction) < 1e-8 * std::abs(u)) {
      break;
    }
  }
  q += u;
  p += h * force;
}

inline void midpoint_step(double& q, double& p, double h, double k) {
  const double path = h * p;
  double u = path;
  double force = 0;
  for (int pass = 0; pass < 20; ++pass) {
    const double s = std::sin(q + u / 2);
    const double c = std::cos(q + u / 2);
    const double correction = (u - path + h * h / 2 * k * s) / (1 + h * h / 4 * k * c);
    u -= correction;
    force = -k * (s - c * correction / 2);
    if (std::abs(correction) < 1e-8 * std::abs(u)) {
      break;
    }
  }
  q += u;
  p += h * force;
}

}  // namespace peers
