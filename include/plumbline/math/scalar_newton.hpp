// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newton's method for one unknown, F(x) = 0 with F′ > 0 along the way, without allocation: for projections, and for the guess of
// implicit schemes of one unknown at the bottom of the precision ladder (math/newton.hpp, solve_from_guess), in the place of
// the iterations of newton_from_guess.hpp. Those serve any number of unknowns, keep a Jacobian for several corrections and
// do not follow a branch; in double a step of the discrete gradient method would take 3,620 instructions with them, where it
// takes 2,060.
//
// The iteration follows the branch on which it starts: a correction is halved while it does not bring F down, or
// where F′ behind it is less than a quarter of what it was, so that a root beyond a turning point is not
// mistaken for the one that is continuous with the start. Where the branch ends before F vanishes, that is what
// the report says. It stops when the correction after δ_k, (F″/2F′) δ_k² with F″ ≈ ΔF′/δ_{k−1}, and the cube of δ_k are
// below the rounding error of the unknown; δ_k itself then costs no evaluation.
// On dual numbers values decide, and derivatives must have converged as well.
//
// solve_scalar_secant is for an F without derivative: the secant method on values, whose slope then also carries the
// derivatives of dual numbers home (x ← x − F(x)/s contracts them by 1 − F′/s a pass).
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/scalar/traits.hpp>

namespace plumbline {

/// F(x) and F′(x).
template <class T>
struct value_and_slope {
  T value;
  T slope;
};

namespace detail {
template <class T>
auto plain_value(const T& x) {
  if constexpr (is_dual<T>::value) {
    return x.value;
  } else {
    return x;
  }
}

/// True when a correction that leads from the residual f to `next` is too long: values alone decide, derivatives
/// follow them a pass later.
template <class T>
bool goes_too_far(const T& f, const T& next) {
  using std::abs;
  return !is_finite(next) || abs(plain_value(f)) < abs(plain_value(next));
}

/// The values are at the level of their rounding errors, where residuals cannot be asked to fall.
template <class T>
bool value_at_floor(const T& correction, const T& unit) {
  using std::abs;
  return abs(plain_value(correction)) < plain_value(unit) * 4096;
}
}  // namespace detail

/// Solves equation(x).value = 0 from the x that is given. `scale` is the size to which the unknown's rounding error
/// is relative where x itself is smaller. Never throws for numerical reasons.
template <class T, class Equation>
solve_report solve_scalar_newton(Equation&& equation, T& x, const T& scale) {
  const auto size_of = [](const T& a) { return scalar_traits<T>::magnitude(a); };
  constexpr int most_evaluations = 200;
  constexpr int most_halvings = 40;
  solve_report report;
  value_and_slope<T> f{T(0), T(0)};
  T trial = x;
  T correction(0);
  T before(0);  // the last correction, and how much F′ changed along it
  T bend(0);
  int halvings = 0;
  bool free = true;  // nothing to compare the trial with, or nothing to be gained by it
  while (true) {
    // the only place where F is evaluated, so that it is compiled into the loop
    const value_and_slope<T> next = equation(trial);
    ++report.iterations;
    if (!free && (detail::goes_too_far(f.value, next.value) || next.slope * 4 < f.slope)) {
      if (++halvings > most_halvings) {
        report.outcome = solve_outcome::singular;
        return report;
      }
      correction /= T(2);
      trial = x - correction;
      continue;
    }
    before = halvings == 0 ? size_of(correction) : T(0);
    bend = size_of(T(next.slope - f.slope));
    halvings = 0;
    x = trial;
    f = next;
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
    if (report.iterations > most_evaluations) {
      report.outcome = solve_outcome::stagnated;
      return report;
    }
    correction = f.value / f.slope;
    const T size = size_of(correction);
    const T here = size_of(x);
    const T extent = here < scale ? scale : here;
    const T unit = extent * epsilon<T>();
    const bool follows = !(before == T(0));
    const bool predicted = follows && size * size * bend * 4 < unit * before * f.slope &&
                           size * size * size * 4 < unit * extent * extent;
    if (size * 4 < unit || predicted) {
      x -= correction;
      report.outcome = solve_outcome::converged;
      return report;
    }
    if (follows && size < unit * 4096 && !(size * 2 < before)) {
      report.outcome = solve_outcome::roundoff_floor;
      return report;
    }
    free = detail::value_at_floor(correction, unit);
    trial = x - correction;
  }
}

/// Solves F(x) = 0 from the x that is given, where residual(x, f) puts F(x) into f and reports; it was last called with
/// the x that is returned. `slope` > 0 is a first estimate of F′, `scale` as above.
template <class T, class Residual, class Value>
solve_report solve_scalar_secant(Residual&& residual, T& x, Value slope, const T& scale) {
  const auto size_of = [](const T& a) { return scalar_traits<T>::magnitude(a); };
  constexpr int most_iterations = 200;
  constexpr int most_halvings = 40;
  T f(0);
  solve_report report = residual(x, f);
  report.iterations = 1;
  T before(0);
  while (report.ok()) {
    const T norm = size_of(f);
    report.residual = to_double(norm);
    if (!is_finite(f) || norm == T(0)) {
      report.outcome = norm == T(0) ? solve_outcome::converged : solve_outcome::not_finite;
      break;
    }
    if (!(Value(0) < slope)) {
      report.outcome = solve_outcome::singular;
      break;
    }
    T correction = f / slope;
    const T size = size_of(correction);
    const T here = size_of(x);
    const T unit = (here < scale ? scale : here) * epsilon<T>();
    const bool shrinking = size * 2 < before;
    if (size < unit) {
      report.outcome = solve_outcome::converged;
      break;
    }
    const bool at_floor = size < unit * 4096;
    if (at_floor && !shrinking && !(before == T(0))) {
      report.outcome = solve_outcome::roundoff_floor;
      break;
    }
    if (report.iterations > most_iterations) {
      report.outcome = solve_outcome::stagnated;
      break;
    }
    const bool settled = detail::value_at_floor(correction, unit);
    T trial = x - correction;
    T next(0);
    solve_report evaluated = residual(trial, next);
    ++report.iterations;
    int halvings = 0;
    while (!settled && halvings < most_halvings &&
           (!evaluated.ok() || detail::goes_too_far(f, next))) {
      correction /= T(2);
      trial = x - correction;
      evaluated = residual(trial, next);
      ++halvings;
    }
    if (!evaluated.ok() || halvings == most_halvings) {
      report.outcome = evaluated.ok() ? solve_outcome::singular : evaluated.outcome;
      break;
    }
    // a difference that is mostly rounding says nothing about the slope
    if (unit * (here < scale ? scale : here) < size * size) {
      const Value run = detail::plain_value(x) - detail::plain_value(trial);
      if (!(run == Value(0))) {
        slope = (detail::plain_value(f) - detail::plain_value(next)) / run;
      }
    }
    before = size;
    x = trial;
    f = next;
  }
  return report;
}

}  // namespace plumbline
