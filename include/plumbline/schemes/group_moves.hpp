// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Splittings of a system y′ = f(y) of first order by groups of its coordinates, y = (y_1 … y_m), into the fields
// (0 … f_g … 0), each of which moves one group while the others rest (Hairer, Lubich & Wanner I.1.2, II.5, VI.3):
//
//   explicit Euler of a group   y_g += h f_g(y)             implicit Euler   y_g += h f_g(y with the new y_g)
//
//   symplectic Euler a   the groups m … 2 by implicit Euler, the first by explicit Euler        (VI (3.1), left, for m = 2)
//   symplectic Euler b   the first by implicit Euler, the groups 2 … m by explicit Euler        (VI (3.1), right)
//   leapfrog             b of h/2 after a of h/2                                                (VI (3.4))
//   splitting            y_1 += a_1 h f_1, y_2 += b_1 h f_2, y_1 += a_2 h f_1 …
//
// a and b are each other's adjoint. The groups (q), (p) of Hamilton's equations give the schemes of these names for
// L = ½ v'M v − V(q). Where f_g does not depend on y_g, the two Euler maps are one, the exact flow of the group, and nothing
// is solved.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/schemes/runge_kutta_field.hpp>
#include <plumbline/schemes/symplectic_euler.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace plumbline {

/// One group moves for a part of the step.
template <class T>
struct group_move {
  int group;
  bool is_implicit;
  T part;
};

template <class T>
std::vector<group_move<T>> symplectic_euler_moves(euler_order order, int groups, const T& part) {
  std::vector<group_move<T>> moves;
  const bool a = order == euler_order::momentum_first;
  for (int k = 0; k < groups; ++k) {
    const int group = a ? groups - 1 - k : k;
    moves.push_back({group, (group > 0) == a, part});
  }
  return moves;
}

template <class T>
std::vector<group_move<T>> leapfrog_moves(int groups) {
  const T half = T(1) / T(2);
  std::vector<group_move<T>> moves =
      symplectic_euler_moves<T>(euler_order::momentum_first, groups, half);
  for (group_move<T>& move : symplectic_euler_moves<T>(euler_order::position_first, groups, half)) {
    moves.push_back(std::move(move));
  }
  return moves;
}

/// Of two groups: drifts of the first, b of the second.
template <class T>
std::vector<group_move<T>> splitting_moves(const scheme_coefficients<T>& x) {
  std::vector<group_move<T>> moves;
  for (Eigen::Index i = 0; i < std::max(x.drifts.size(), x.b.size()); ++i) {
    if (i < x.drifts.size() && !(x.drifts[i] == T(0))) {
      moves.push_back({0, false, x.drifts[i]});
    }
    if (i < x.b.size() && !(x.b[i] == T(0))) {
      moves.push_back({1, false, x.b[i]});
    }
  }
  return moves;
}

/// One-step map for one system with groups. A value with work space: keep it, step it.
template <class T>
class group_stepper {
 public:
  /// Throws invalid_input for a system that has no groups.
  group_stepper(const std::vector<group_move<T>>& moves, const model<T>& system)
      : state_(vector<T>::Constant(system.dimension(), T(0))), end_(state_) {
    const form& whole = *system.first_order().formulas();
    if (whole.groups().empty()) {
      throw invalid_input("a splitting needs a system whose coordinates are in groups");
    }
    for (std::size_t g = 0; g < whole.groups().size(); ++g) {
      groups_.emplace_back(whole.groups()[g],
                           model<T>(whole.of_group(static_cast<int>(g)), system.parameters())
                               .counted(system.count()));
    }
    for (const group_move<T>& move : moves) {
      const group& moved = at(move.group);
      // two moves of a group that do not change its rate are one
      if (moved.keeps_rate && !moves_.empty() && moves_.back().group == move.group) {
        moves_.back().part += move.part;
      } else {
        moves_.push_back(move);
        moves_.back().is_implicit = move.is_implicit && !moved.keeps_rate;
      }
    }
  }

  /// y ← Φ_h(y); h may be negative. y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      set_copy(state_[k], y[k]);
    }
    forget_unless_at_end();
    solve_report whole;
    for (const group_move<T>& move : moves_) {
      set_product(part_, move.part, h);
      group& moved = at(move.group);
      if (move.is_implicit) {
        const solve_report report = moved.solver.step(state_, t, part_);
        whole.iterations += report.iterations;
        whole.residual = std::max(whole.residual, report.residual);
        if (!report.ok()) {
          whole.outcome = report.outcome;
          bits_ = 0;
          return whole;
        }
      } else {
        shift(moved);
      }
      for (group& other : groups_) {
        other.has_rate = other.has_rate && &other == &moved && other.keeps_rate;
      }
    }
    bits_ = 0;
    if (!all_finite(state_)) {
      whole.outcome = solve_outcome::not_finite;
      return whole;
    }
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      set_copy(y[k], state_[k]);
      set_copy(end_[k], state_[k]);
    }
    bits_ = scalar_traits<T>::bits();
    return whole;
  }

 private:
  struct group {
    group(std::vector<int> which, const model<T>& system)
        : coordinates(std::move(which)),
          keeps_rate(!system.facts().within_group),
          field(system),
          solver(implicit_euler(), system),
          rate(vector<T>::Constant(system.dimension(), T(0))) {}

    std::vector<int> coordinates;
    bool keeps_rate;  ///< its rate does not depend on its own coordinates
    evaluation<T> field;
    field_runge_kutta_stepper<T> solver;
    vector<T> rate;
    bool has_rate = false;  ///< rate is that at state_
  };

  static scheme_coefficients<T> implicit_euler() {
    const matrix<T> a = matrix<T>::Constant(1, 1, T(1));
    const vector<T> one = vector<T>::Constant(1, T(1));
    return {a, a, one, one, {}, one, {}, {}, {}};
  }

  group& at(int number) { return groups_[static_cast<std::size_t>(number)]; }

  /// y_g += part_ f_g(y).
  void shift(group& moved) {
    if (!moved.has_rate) {
      moved.field.field(view(std::as_const(state_)), view(moved.rate));
      moved.has_rate = true;
    }
    for (const int i : moved.coordinates) {
      set_product(term_, part_, moved.rate[i]);
      set_sum(state_[i], state_[i], term_);
    }
  }

  /// The rates at the end of a step are those at the beginning of the next. Duals compare by value alone, so they always
  /// evaluate.
  void forget_unless_at_end() {
    bool holds = !is_dual<T>::value && bits_ == scalar_traits<T>::bits();
    for (Eigen::Index k = 0; holds && k < state_.size(); ++k) {
      holds = state_[k] == end_[k];
    }
    for (group& each : groups_) {
      each.has_rate = each.has_rate && holds;
    }
  }

  std::vector<group> groups_;
  std::vector<group_move<T>> moves_;
  vector<T> state_;
  vector<T> end_;  ///< of the last step, when bits_ is not 0
  T part_{0};
  T term_{0};
  int bits_ = 0;
};

}  // namespace plumbline
