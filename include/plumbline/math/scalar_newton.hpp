// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newton's method for one unknown, F(x) = 0 with F′ > 0 along the way, without allocation.
//
// The iteration follows the branch on which it starts: a correction is halved while it does not bring F down, or
// where F′ behind it is less than a quarter of what it was, so that a root beyond a turning point is not
// mistaken for the one that is continuous with the start. Where the branch ends before F vanishes, that is what
// the report says. It stops when the next correction, δ_{k+1} ≈ δ_k (δ_k/δ_{k−1})² by quadratic convergence, is
// below the rounding error of the unknown; that last correction costs no evaluation.
// On dual numbers values decide, and derivatives must have converged as well.
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/scalar/traits.hpp>

namespace plumbline {

/// F(x) and F′(x).
template <class T>
struct value_and_slope {
  T value;
  T slope;
};

/// Solves equation(x).value = 0 from the x that is given. `scale` is the size to which the unknown's rounding error
/// is relative where x itself is smaller. Never throws for numerical reasons.
template <class T, class Equation>
solve_report solve_scalar_newton(Equation&& equation, T& x, const T& scale) {
  const auto size_of = [](const T& a) { return scalar_traits<T>::magnitude(a); };
  constexpr int most_iterations = 100;
  constexpr int most_halvings = 40;
  solve_report report;
  value_and_slope<T> f = equation(x);
  report.iterations = 1;
  T before(0);
  while (true) {
    const T norm = size_of(f.value);
    report.residual = to_double(norm);
    if (!is_finite(f.value) || !is_finite(f.slope)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (norm == T(0)) {
      report.outcome = solve_outcome::converged;
      return report;
    }
    if (!(T(0) < f.slope)) {
      report.outcome = solve_outcome::singular;
      return report;
    }
    if (report.iterations > most_iterations) {
      report.outcome = solve_outcome::stagnated;
      return report;
    }
    T correction = f.value / f.slope;
    const T size = size_of(correction);
    const T here = size_of(x);
    const T unit = (here < scale ? scale : here) * epsilon<T>();
    const bool at_floor = size < unit * 4096;
    const bool known = !(before == T(0));
    const T ratio = known ? T(size / before) : T(1);
    if (size * 4 < unit || (ratio * 2 < T(1) && size * ratio * ratio * 4 < unit)) {
      x -= correction;
      report.outcome = solve_outcome::converged;
      return report;
    }
    if (at_floor && known && !(ratio * 2 < T(1))) {
      report.outcome = solve_outcome::roundoff_floor;
      return report;
    }
    T trial = x - correction;
    value_and_slope<T> next = equation(trial);
    ++report.iterations;
    int halvings = 0;
    while (!at_floor && halvings < most_halvings &&
           (!is_finite(next.value) || norm < size_of(next.value) || next.slope * 4 < f.slope)) {
      correction /= T(2);
      trial = x - correction;
      next = equation(trial);
      ++halvings;
    }
    if (halvings == most_halvings) {
      report.outcome = solve_outcome::singular;
      return report;
    }
    before = halvings == 0 ? size : T(0);
    x = trial;
    f = next;
  }
}

}  // namespace plumbline
