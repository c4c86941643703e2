// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newton's method from the guess of the equations: at the bottom of the precision ladder (newton_ladder.hpp), and where climbing
// failed. First undamped with a Jacobian that is kept as long as it serves; where that does not converge quickly, damped with
// a new Jacobian for each correction, which is halved while it does not bring F down.
#pragma once

#include <plumbline/math/newton_ladder.hpp>

namespace plumbline {

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::from_guess(vector<T>& u,
                                                     [[maybe_unused]] factors_for whom) {
  gain_of_factors_ = 0;
  if constexpr (solves_from_guess) {
    return equations_.solve_from_guess(u, outputs_);
  } else {
    equations_.guess(u);
    if (all_finite(u)) {
      const solve_report report = chord_from_guess(u, whom);
      if (report.ok()) {
        return report;
      }
    }
    gain_of_factors_ = 0;
    equations_.guess(u);
    return damped_newton(u);
  }
}

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::chord_from_guess(vector<T>& u, factors_for whom) {
  constexpr int most_iterations = 12;
  const double least_gain = detail::least_gain(n_);
  detail::correction_judge judge(scalar_traits<T>::bits());
  solve_report report;
  bool renew = true;
  far_ = false;
  movement m = movement::free;
  double first = 0;
  double first_size = 0;
  double norm = 0;
  const auto ended = [&](solve_outcome outcome) {
    report.outcome = outcome;
    report.residual = std::exp2(norm);
    return report;
  };
  while (report.iterations < most_iterations) {
    if (renew) {
      equations_.linearize(u, r_, j_);
      judge.begin_with_jacobian();
    } else {
      equations_.evaluate(u, r_, m);
      m = movement::near;
    }
    ++report.iterations;
    norm = log2_magnitude(r_, n_);
    if (std::isnan(norm)) {
      return ended(solve_outcome::not_finite);
    }
    if (report.iterations == 1) {
      first = norm;
    } else if (norm > first + 1) {
      return ended(solve_outcome::diverged);
    }
    if (renew && !factor()) {
      return ended(solve_outcome::singular);
    }
    if (!std::isfinite(norm)) {
      take_outputs();
      return ended(solve_outcome::converged);
    }
    solve_scaled([&](T& b, int i) { set_copy(b, r_[i]); });
    for (int i = 0; i < n_; ++i) {
      set_difference(u[i], u[i], delta_[i]);
    }
    const auto end = [&](solve_outcome outcome) {
      take_outputs();
      for (int i = 0; i < rows_ - n_; ++i) {
        set_difference(outputs_[i], outputs_[i], output_slope(i));
      }
      return ended(outcome);
    };
    const double unknowns = log2_magnitude(u, n_);
    const detail::correction_judge::verdict verdict = judge.judge(
        log2_magnitude(delta_, n_), unknowns, [&] { return floor_scale(u, unknowns); },
        [&] { return disparity_of(delta_, u); });
    switch (verdict) {
      case detail::correction_judge::verdict::converged:
        return end(solve_outcome::converged);
      case detail::correction_judge::verdict::floor:
        return end(solve_outcome::roundoff_floor);
      case detail::correction_judge::verdict::poor:
        return ended(solve_outcome::stagnated);
      case detail::correction_judge::verdict::go_on:
        break;
    }
    if (report.iterations == 1) {
      first_size = judge.size();
      far_ = first_size + 1 > unknowns;
      if (far_) {
        judge.begin_far();
      }
    }
    renew = (report.iterations > 1 && judge.gain() < least_gain) ||
            (far_ && judge.size() + least_gain > unknowns);
    gain_of_factors_ = renew ? 0 : gain_of_factors_;
    if (report.iterations > 1 && whom == factors_for::rung_above && !renew &&
        gain_of_factors_ == 0) {
      // A correction gains judge.gain() bits by the factors at the guess, whose error was the first correction. Those at this
      // point gain so many more as its error is smaller.
      const double error = judge.size() - judge.gain();
      const double gain = judge.gain() + first_size - error;
      if (gain >= detail::enough_gain_of_factors) {
        renew = true;
        gain_of_factors_ = gain;
      }
    }
  }
  return ended(solve_outcome::stagnated);
}

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::damped_newton(vector<T>& u) {
  constexpr int most_iterations = 60;
  constexpr int most_halvings = 30;
  constexpr double floor_bits = 12;
  detail::correction_judge judge(scalar_traits<T>::bits());
  solve_report report;
  report.iterations = 1;
  int poor = 0;
  vector<T> trial(n_);
  while (true) {
    equations_.linearize(u, r_, j_);
    judge.begin_with_jacobian();
    const double norm = log2_magnitude(r_, n_);
    report.residual = std::exp2(norm);
    take_outputs();
    if (std::isnan(norm)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (!std::isfinite(norm)) {
      report.outcome = solve_outcome::converged;
      return report;
    }
    if (report.iterations > most_iterations) {
      report.outcome = solve_outcome::stagnated;
      return report;
    }
    if (!factor()) {
      report.outcome = all_finite(j_) ? solve_outcome::singular : solve_outcome::not_finite;
      return report;
    }
    solve_scaled([&](T& b, int i) { set_copy(b, r_[i]); });
    double size = log2_magnitude(delta_, n_);
    if (std::isnan(size)) {
      report.outcome = solve_outcome::singular;
      return report;
    }
    // at the level of rounding errors the residual cannot be asked to fall any more
    const bool at_floor =
        size < floor_scale(u, log2_magnitude(u, n_)) + 1 - scalar_traits<T>::bits() + floor_bits;
    int halvings = 0;
    double trial_norm = 0;
    while (true) {
      for (int i = 0; i < n_; ++i) {
        set_difference(trial[i], u[i], delta_[i]);
      }
      equations_.evaluate(trial, r_, movement::free);
      ++report.iterations;
      trial_norm = log2_magnitude(r_, n_);
      if (at_floor || halvings == most_halvings || trial_norm <= norm) {
        break;
      }
      for (int i = 0; i < n_; ++i) {
        delta_[i] /= T(2);
      }
      ++halvings;
    }
    if (std::isnan(trial_norm)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (halvings == most_halvings) {
      report.outcome = solve_outcome::diverged;
      return report;
    }
    for (int i = 0; i < n_; ++i) {
      set_copy(u[i], trial[i]);
    }
    take_outputs();
    report.residual = std::exp2(trial_norm);
    if (halvings > 0) {
      judge = detail::correction_judge(scalar_traits<T>::bits());
      continue;
    }
    const double unknowns = log2_magnitude(u, n_);
    switch (judge.judge(size, unknowns, [&] { return floor_scale(u, unknowns); })) {
      case detail::correction_judge::verdict::converged:
        report.outcome = solve_outcome::converged;
        return report;
      case detail::correction_judge::verdict::floor:
        report.outcome = solve_outcome::roundoff_floor;
        return report;
      case detail::correction_judge::verdict::poor:
        if (++poor > 8) {
          report.outcome = solve_outcome::stagnated;
          return report;
        }
        break;
      case detail::correction_judge::verdict::go_on:
        break;
    }
  }
}

}  // namespace plumbline
