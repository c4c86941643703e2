// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL section 4.3: the condition (40), (k/μ) h² < 8, on the step of Simpson's scheme, against the step at which
// the eigenvalues of Φ leave the unit circle. For a symplectic 4×4 matrix with traces τ1 = tr Φ, τ2 = tr Φ²,
// the sums s = λ + 1/λ solve
//
//   s² − τ1 s + (τ1² − τ2)/2 − 2 = 0,
//
// and the step is stable where both are real and |s| ≤ 2. In z = ω_max h the scheme is stable below 2√2 and
// again between 2√3 and 2√6.
#include "experiments/ql/problem.hpp"
#include "experiments/ql/runs.hpp"
#include <plumbline/schemes/linear.hpp>

namespace plumbline::experiments::ql {

namespace {

/// Φ from the variant that keeps the midpoint: it exists also at z = 2√2.
template <class T>
matrix<T> propagator(const matrix<T>& mass, const matrix<T>& stiffness, const T& h) {
  const auto n = mass.rows();
  return simpson_midpoint_map<T>(mass, stiffness, h).map().bottomRows(2 * n);
}

template <class T>
bool is_stable(const matrix<T>& phi) {
  using std::abs;
  using std::sqrt;
  const T trace1 = phi.trace();
  const T trace2 = (phi * phi).trace();
  const T product = (trace1 * trace1 - trace2) / T(2) - T(2);
  const T discriminant = trace1 * trace1 - T(4) * product;
  if (discriminant < T(0)) {
    return false;
  }
  const T root = sqrt(discriminant);
  return !(T(2) < T(abs(T((trace1 + root) / T(2))))) && !(T(2) < T(abs(T((trace1 - root) / T(2)))));
}

/// The eigenvalue of a symmetric 2×2 matrix with the sign of its root.
template <class T>
T eigenvalue(const matrix<T>& a, int sign) {
  using std::sqrt;
  const T mean = (a(0, 0) + a(1, 1)) / T(2);
  const T half = (a(0, 0) - a(1, 1)) / T(2);
  return mean + T(sign) * T(sqrt(T(half * half + a(0, 1) * a(0, 1))));
}

/// The published numbers by their keys; times in seconds.
template <class T>
std::vector<std::pair<const char*, measured>> find() {
  using std::sqrt;
  const auto system = pendulum<T>();
  const matrix<T> mass = system.mass_matrix();
  const matrix<T> stiffness = system.stiffness_matrix();
  const T omega = frequencies<T>()[0];
  /// The z between `low` and `high`, of which one is stable, where that changes.
  const auto border = [&](T low, T high) {
    const bool stable_low = is_stable(propagator<T>(mass, stiffness, low / omega));
    for (int k = 0; k < scalar_traits<T>::bits(); ++k) {
      const T middle = (low + high) / T(2);
      (is_stable(propagator<T>(mass, stiffness, middle / omega)) == stable_low ? low : high) =
          middle;
    }
    return low;
  };
  const T ratio = eigenvalue<T>(stiffness, 1) / eigenvalue<T>(mass, -1);
  const T allowed_by_40 = sqrt(T(T(8) / ratio));
  const T sharp = border(T(2), T(3)) / omega;
  return {{"equality", to_measured(T(ratio / (omega * omega)))},
          {"sufficient", to_measured(allowed_by_40) / to_measured(sharp)},
          {"bound 40", to_measured(allowed_by_40)},
          {"sharp", to_measured(sharp)},
          {"window begin", to_measured(border(T(3), T(4)))},
          {"window end", to_measured(border(T(4), T(5)))}};
}

report::panel radius_panel() {
  plot p = axes("Spectral radius of one step against omega times h for Newmark, RK4 and Simpson",
                "ωh", "spectral radius of Φ");
  p.y_range = {{0, 2.2}};
  const matrix<double> one = matrix<double>::Identity(1, 1);
  const auto radius = [&](scheme s, double z) {
    if (s == scheme::rk4) {
      return std::hypot(1 - z * z / 2 + z * z * z * z / 24, z - z * z * z / 6);
    }
    const double cosine =
        s == scheme::newmark ? 1 : std::abs(propagator<double>(one, one, z).trace() / 2);
    return cosine <= 1 ? 1 : cosine + std::sqrt(cosine * cosine - 1);
  };
  for (const scheme s : schemes) {
    p.curves.push_back(curve_of(look_of(s, drawn_as::line), whole_numbers(1, 600), [&](int k) {
      return point{k / 100.0, radius(s, k / 100.0)};
    }));
  }
  return panel_of(p, "ql-radius");
}

}  // namespace

void run_stability(context& c, report::section& out) {
  for (const auto& [key, value] : at_digits(c.digits(), []<class T>() { return find<T>(); })) {
    judge(c, out, key, value);
  }
  out.add(report::figure{
      "Spectral radius of one step for an oscillator of frequency ω. Simpson is stable up to ωh = "
      "2√2 and again between 2√3 and 2√6; RK4 damps below 2√2 and grows above.",
      {radius_panel()}});
}

}  // namespace plumbline::experiments::ql
