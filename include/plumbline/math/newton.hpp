// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newton's method that climbs in precision, and says what happened.
//
// A system of equations F(x) = 0 at 64 or 200 digits is solved where arithmetic is cheap first:
//
//   1. solve at the coarser scalar (recursively: run-time MPFR → 64 digits → double);
//   2. factor the Jacobian *at that root*, in the coarser scalar;
//   3. iterate x ← x − J⁻¹ F(x) with F at the full precision: every pass gains as many digits as the
//      coarser scalar has, because J is right to that relative accuracy (a Jacobian taken anywhere else
//      would gain only as many digits as the distance allows);
//   4. where that fails (the coarse problem has no root, overflows, or contracts badly), damped Newton
//      with the Jacobian at the full precision.
//
// Stopping looks at corrections relative to the unknowns, which is why unknowns should be increments,
// never absolute angles. The predicted next correction |δ_k|·|δ_k|/|δ_{k−1}| decides, so that the last
// evaluation is one that was needed.
//
// The equations are any type with
//   int size();  void guess(vector<T>&);  void residual(const vector<T>& x, vector<T>& r);
//   void jacobian(const vector<T>& x, matrix<T>& j)            (not needed for duals)
//   T floor_scale(const vector<T>& x)        (optional: the size to which rounding errors in F are relative, where
//                                             that is more than the size of x)
//   coarse()  → pointer to the same equations in the coarser scalar, or nullptr; inputs already copied
//               (optional: without it the solve starts at the full precision)
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/math/linear_solver.hpp>

#include <algorithm>

namespace plumbline {

/// The scalar one rung below T on the precision ladder; void at the bottom.
template <class T>
struct coarser {
  using type = void;
};
#if PLUMBLINE_HAS_QUAD
template <>
struct coarser<quad> {
  using type = double;
};
#endif
template <>
struct coarser<mp64> {
  using type = double;
};
template <>
struct coarser<mp> {
  using type = mp64;
};
/// The value of a dual is what decides; its tangents follow the same contraction.
template <class T, int N>
struct coarser<dual<T, N>> {
  using type =
      std::conditional_t<std::is_void_v<typename coarser<T>::type>, T, typename coarser<T>::type>;
};
template <class T>
using coarser_t = typename coarser<T>::type;

namespace detail {

/// Follows the sizes of the corrections and judges them.
template <class T>
class correction_judge {
 public:
  enum class verdict { go_on, converged, floor, poor };

  /// `size` of the correction just applied, `unknowns` the size of the corrected unknowns, `scale` what rounding errors
  /// are relative to.
  verdict judge(const T& size, const T& unknowns, const T& scale) {
    const T unit = unknowns * epsilon<T>();
    verdict v = verdict::go_on;
    if (size == T(0) || size * 4 < unit) {
      v = verdict::converged;
    } else if (count_ > 0) {
      const bool shrinking = size * 2 < before_;
      if (shrinking && size * (size / before_) * 4 < unit) {
        v = verdict::converged;
      } else if (!shrinking) {
        v = size < scale * epsilon<T>() * 4096 ? verdict::floor : verdict::poor;
      }
    }
    before_ = size;
    ++count_;
    return v;
  }

 private:
  T before_{0};
  int count_ = 0;
};

/// What rounding errors in the residual at x are relative to.
template <class T, class Equations>
T floor_scale(Equations& equations, const vector<T>& x) {
  if constexpr (requires { equations.floor_scale(x); }) {
    return equations.floor_scale(x);
  } else {
    return max_magnitude(x);
  }
}

template <class T>
double residual_size(const vector<T>& r) {
  return to_double(max_magnitude(r));
}

/// Damped Newton with the Jacobian at T.
template <class T, class Equations>
solve_report full_newton(Equations& equations, vector<T>& x) {
  constexpr int most_iterations = 60;
  constexpr int most_halvings = 30;
  const int n = equations.size();
  vector<T> r(n);
  vector<T> trial_r(n);
  matrix<T> j(n, n);
  lu_factors<T> lu;
  correction_judge<T> judge;
  solve_report report;
  equations.residual(x, r);
  report.iterations = 1;
  if (!all_finite(r)) {
    report.outcome = solve_outcome::not_finite;
    report.residual = residual_size(r);
    return report;
  }
  int poor = 0;
  while (true) {
    const T norm = max_magnitude(r);
    report.residual = to_double(norm);
    if (norm == T(0)) {
      report.outcome = solve_outcome::converged;
      return report;
    }
    if (report.iterations > most_iterations) {
      report.outcome = solve_outcome::stagnated;
      return report;
    }
    equations.jacobian(x, j);
    if (!lu.compute(j)) {
      report.outcome = all_finite(j) ? solve_outcome::singular : solve_outcome::not_finite;
      return report;
    }
    vector<T> correction = lu.solve(r);
    const T size = max_magnitude(correction);
    if (!is_finite(size)) {
      report.outcome = solve_outcome::singular;
      return report;
    }
    // at the level of rounding errors the residual cannot be asked to fall any more
    const bool at_floor = size < floor_scale(equations, x) * epsilon<T>() * 4096;
    int halvings = 0;
    vector<T> trial = x - correction;
    equations.residual(trial, trial_r);
    ++report.iterations;
    while (!at_floor && halvings < most_halvings &&
           (!all_finite(trial_r) || norm < max_magnitude(trial_r))) {
      correction /= T(2);
      trial = x - correction;
      equations.residual(trial, trial_r);
      ++halvings;
    }
    if (!all_finite(trial_r)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (halvings == most_halvings) {
      report.outcome = solve_outcome::diverged;
      return report;
    }
    x = trial;
    r = trial_r;
    report.residual = residual_size(r);
    if (halvings > 0) {
      judge = correction_judge<T>();
      continue;
    }
    switch (judge.judge(size, max_magnitude(x), floor_scale(equations, x))) {
      case correction_judge<T>::verdict::converged:
        report.outcome = solve_outcome::converged;
        return report;
      case correction_judge<T>::verdict::floor:
        report.outcome = solve_outcome::roundoff_floor;
        return report;
      case correction_judge<T>::verdict::poor:
        if (++poor > 8) {
          report.outcome = solve_outcome::stagnated;
          return report;
        }
        break;
      case correction_judge<T>::verdict::go_on:
        break;
    }
  }
}

/// x ← x − J⁻¹ F(x) with fixed factors of a coarser J.
template <class T, class C, class Equations>
solve_report chord_iteration(Equations& equations, const lu_factors<C>& lu, vector<T>& x) {
  const int n = equations.size();
  // every pass gains at least half of the coarser scalar's digits, or it is not worth going on
  const int most_iterations = 8 + 2 * scalar_traits<T>::bits() / scalar_traits<C>::bits();
  vector<T> r(n);
  correction_judge<T> judge;
  solve_report report;
  report.outcome = solve_outcome::stagnated;
  while (report.iterations < most_iterations) {
    equations.residual(x, r);
    ++report.iterations;
    const T norm = max_magnitude(r);
    report.residual = to_double(norm);
    if (!is_finite(norm)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (norm == T(0)) {
      report.outcome = solve_outcome::converged;
      return report;
    }
    // scaled, so that residuals below the coarser scalar's smallest number do not vanish
    T size(0);
    if constexpr (is_dual<T>::value) {
      for (int part = 0; part <= static_cast<int>(r[0].tangent.size()); ++part) {
        const auto component = [&](auto& entry) -> auto& {
          return part == 0 ? entry.value : entry.tangent[static_cast<std::size_t>(part - 1)];
        };
        vector<C> scaled(n);
        for (int i = 0; i < n; ++i) {
          scaled[i] = scalar_cast<C>(decltype(norm.value)(component(r[i]) / norm.value));
        }
        const vector<C> solved = lu.solve(scaled);
        for (int i = 0; i < n; ++i) {
          component(x[i]) -=
              scalar_cast<std::decay_t<decltype(norm.value)>>(solved[i]) * norm.value;
        }
        const T part_size = T(norm.value) * scalar_cast<T>(max_magnitude(solved));
        size = size < part_size ? part_size : size;
      }
    } else {
      vector<C> scaled(n);
      for (int i = 0; i < n; ++i) {
        scaled[i] = scalar_cast<C>(T(r[i] / norm));
      }
      const vector<C> solved = lu.solve(scaled);
      for (int i = 0; i < n; ++i) {
        x[i] -= scalar_cast<T>(solved[i]) * norm;
      }
      size = norm * scalar_cast<T>(max_magnitude(solved));
    }
    const auto verdict = judge.judge(size, max_magnitude(x), floor_scale(equations, x));
    if (verdict == correction_judge<T>::verdict::converged) {
      report.outcome = solve_outcome::converged;
      return report;
    }
    if (verdict == correction_judge<T>::verdict::floor) {
      report.outcome = solve_outcome::roundoff_floor;
      return report;
    }
    if (verdict == correction_judge<T>::verdict::poor) {
      return report;
    }
  }
  return report;
}

}  // namespace detail

/// Solves F(x) = 0. On return with report.ok(), x is the solution; otherwise x is the last iterate and
/// the report says why. Never throws for numerical reasons.
template <class T, class Equations>
solve_report solve_newton(Equations& equations, vector<T>& x) {
  using C = coarser_t<T>;
  if constexpr (!std::is_void_v<C> && requires { equations.coarse(); }) {
    if (auto* coarse = equations.coarse(); coarse != nullptr) {
      const int n = equations.size();
      vector<C> xc(n);
      const solve_report below = solve_newton<C>(*coarse, xc);
      if (below.ok()) {
        matrix<C> j(n, n);
        coarse->jacobian(xc, j);
        lu_factors<C> lu;
        if (lu.compute(j)) {
          x = scalar_cast<T>(xc);
          const solve_report report = detail::chord_iteration<T, C>(equations, lu, x);
          if (report.ok() || is_dual<T>::value) {
            return report;
          }
        }
      }
      if constexpr (is_dual<T>::value) {
        return below.ok() ? solve_report{solve_outcome::singular, below.iterations, below.residual}
                          : below;
      }
    }
  }
  if constexpr (is_dual<T>::value) {
    return {solve_outcome::singular, 0, 0};
  } else {
    equations.guess(x);
    return detail::full_newton<T>(equations, x);
  }
}

}  // namespace plumbline
