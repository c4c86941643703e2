// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What Newton's method (newton_ladder.hpp) does where it stagnates or diverges: it solves the equations with four times the digits, undamped,
// and rounds the root.
//
// F is a sum of terms that cancel at the root. Computed in T it has an error of about ε times its largest term, and another one
// because the points where L is taken are rounded. Where these errors are large beside J u (a stiff spring; a momentum from a
// term of L that moves nothing; rest, where q + u is rounded to q), the corrections J⁻¹ F(u) stop shrinking far above ε u, and |F|
// does not fall along the right correction, so that damping by |F| rejects it. With four times the digits the errors are smaller
// by ε³, so that no bound of the errors in T is needed. The iteration ends at a correction below the rounding of u in T (what it
// leaves is smaller still, since the Jacobian is taken at each point), or at F(u) = 0. At rest with a momentum p that moves
// nothing, the root is 0 or what the rounding of p makes of it, and no correction becomes small beside it; but F(u) is a
// multiple of the rounding of p there, and becomes 0.
//
// An equation without a root ends in neither way: then the failure stands.
#pragma once

#include <plumbline/math/newton_ladder.hpp>
#include <plumbline/scalar/decimal_digits.hpp>

#include <algorithm>
#include <limits>

namespace plumbline {

/// Newton's method from the guess with `digits` digits: a value with work space.
template <template <class> class Equations>
class undamped_newton {
 public:
  /// `equations` in any scalar, without the data of a step.
  template <class T>
  undamped_newton(const Equations<T>& equations, int digits)
      : digits_(digits), equations_(in_digits(equations, digits)) {}

  int digits() const { return digits_; }

  /// The step that `equations` has the data of, until u is right to so many bits: from the guess, from rest, and from a few
  /// multiples of the guess, since undamped steps can circle around a root.
  template <class T>
  solve_report solve(const Equations<T>& equations, int bits);

  /// The unknowns and the outputs at the root of the last solve.
  const vector<mp>& root() const { return u_; }
  const vector<mp>& outputs() const { return outputs_; }

 private:
  template <class T>
  static Equations<mp> in_digits(const Equations<T>& equations, int digits) {
    const precision_scope scope(digits);
    return equations.template in_scalar<mp>();
  }
  solve_report solve_from_here(int bits);

  int digits_;
  Equations<mp> equations_;
  vector<mp> u_;
  vector<mp> r_;
  matrix<mp> j_;
  vector<mp> outputs_;
  correction_factors<mp> factors_;
};

template <template <class> class Equations>
template <class T>
solve_report undamped_newton<Equations>::solve(const Equations<T>& equations, int bits) {
  const precision_scope scope(digits_);
  equations.pose(equations_);
  solve_report report;
  for (const int moves : {1, 0, 2, -1, 4, -2}) {
    equations_.guess(u_);
    u_ *= mp(moves);
    report = solve_from_here(bits);
    if (report.ok()) {
      break;
    }
  }
  return report;
}

template <template <class> class Equations>
solve_report undamped_newton<Equations>::solve_from_here(int bits) {
  constexpr int most_iterations = 60;
  constexpr double below_rounding = 8;  // bits
  const int n = equations_.size();
  solve_report report{solve_outcome::stagnated, 0, 0};
  while (report.iterations < most_iterations) {
    equations_.linearize(u_, r_, j_);
    ++report.iterations;
    const double norm = log2_magnitude(r_, n);
    report.residual = std::exp2(norm);
    outputs_ = r_.tail(r_.size() - n);
    if (norm == -std::numeric_limits<double>::infinity()) {
      report.outcome = solve_outcome::converged;
      return report;
    }
    if (!std::isfinite(norm) || !all_finite(j_)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (!factors_.compute(matrix<mp>(j_.topRows(n)))) {
      report.outcome = solve_outcome::singular;
      return report;
    }
    vector<mp> delta(n);
    factors_.solve(vector<mp>(r_.head(n)), delta);
    u_ -= delta;
    if (log2_magnitude(delta, n) + below_rounding < log2_magnitude(u_, n) - bits) {
      outputs_ -= vector<mp>(j_.bottomRows(outputs_.size()) * delta);
      report.outcome = solve_outcome::converged;
      return report;
    }
  }
  return report;
}

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::solve_with_more_digits(const solve_report& failure,
                                                                 [[maybe_unused]] vector<T>& u) {
  if constexpr (requires { equations_.climbs(); }) {
    if (!equations_.climbs()) {
      return failure;
    }
  }
  if constexpr (has_more_digits) {
    const int bits = scalar_traits<T>::bits();
    const auto own_digits = static_cast<int>(digits_held_by(bits)) + 1;
    const int digits = std::min(precision_scope::max_digits, 4 * own_digits);
    if (!wider_ || wider_->digits() != digits) {
      wider_ = std::make_unique<undamped_newton<Equations>>(equations_, digits);
    }
    solve_report report = wider_->solve(equations_, bits);
    if (!report.ok()) {
      return failure;
    }
    const auto round = [](T& x, const mp& wide) {
      if constexpr (std::is_same_v<T, mp>) {
        set_copy(x, wide);
      } else {
        x = scalar_cast<T>(wide);
      }
    };
    for (int i = 0; i < n_; ++i) {
      round(u[i], wider_->root()[i]);
    }
    for (int i = 0; i < rows_ - n_; ++i) {
      round(outputs_[i], wider_->outputs()[i]);
    }
    report.iterations += failure.iterations;
    return report;
  } else {
    return failure;
  }
}

}  // namespace plumbline
