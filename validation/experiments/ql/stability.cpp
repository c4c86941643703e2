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
#include "experiments/experiment.hpp"
#include "experiments/ql/problem.hpp"
#include "experiments/ql/runs.hpp"
#include <plumbline/schemes/linear.hpp>

#include <fmt/format.h>

#include <cmath>

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

struct limits {
  measured allowed_by_40{0};
  measured quotient{0};  ///< (k/μ)/ω_max²
  measured sharp{0};     ///< seconds
  measured window_begin{0};
  measured window_end{0};
};

/// The eigenvalue of a symmetric 2×2 matrix with the sign of its root.
template <class T>
T eigenvalue(const matrix<T>& a, int sign) {
  using std::sqrt;
  const T mean = (a(0, 0) + a(1, 1)) / T(2);
  const T half = (a(0, 0) - a(1, 1)) / T(2);
  return mean + T(sign) * T(sqrt(T(half * half + a(0, 1) * a(0, 1))));
}

template <class T>
limits find() {
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
  const T first = border(T(2), T(3));
  return {to_measured(T(sqrt(T(T(8) / ratio)))), to_measured(T(ratio / (omega * omega))),
          to_measured(T(first / omega)), to_measured(border(T(3), T(4))),
          to_measured(border(T(4), T(5)))};
}

report::panel radius_panel() {
  report::plot p;
  p.description = "Spectral radius of one step against omega times h for Newmark, RK4 and Simpson";
  p.x_label = "ωh";
  p.y_label = "spectral radius of Φ";
  p.y_range = {{0, 2.2}};
  report::curve newmark{"Newmark", report::role::newmark, report::drawn_as::line, {}};
  report::curve rk4{"RK4", report::role::rk4, report::drawn_as::line, {}};
  report::curve simpson{"Simpson", report::role::simpson, report::drawn_as::line, {}};
  const matrix<double> one = matrix<double>::Identity(1, 1);
  for (int k = 1; k <= 600; ++k) {
    const double z = k / 100.0;
    const double cosine = std::abs(propagator<double>(one, one, z).trace() / 2);
    simpson.points.push_back({z, cosine <= 1 ? 1 : cosine + std::sqrt(cosine * cosine - 1)});
    newmark.points.push_back({z, 1});
    rk4.points.push_back({z, std::hypot(1 - z * z / 2 + z * z * z * z / 24, z - z * z * z / 6)});
  }
  p.curves = {std::move(newmark), std::move(rk4), std::move(simpson)};
  return {report::draw(p, "ql-radius")};
}

}  // namespace

void run_stability(context& c, report::section& out) {
  const limits found = at_digits(c.digits(), []<class T>() { return find<T>(); });
  const auto judge = [&](std::string_view key, const measured& x) {
    out.judge(key, judged_text(x, c.digits()));
  };
  judge("equality", found.quotient);
  judge("sufficient", found.allowed_by_40 / found.sharp);
  judge("bound 40", found.allowed_by_40);
  judge("sharp", found.sharp);
  judge("window begin", found.window_begin);
  judge("window end", found.window_end);
  out.add(report::figure{
      "Spectral radius of one step for an oscillator of frequency ω. Simpson is stable up to "
      "ωh = 2√2 and again between 2√3 and 2√6; RK4 damps below 2√2 and grows above.",
      {radius_panel()}});
}

}  // namespace plumbline::experiments::ql
