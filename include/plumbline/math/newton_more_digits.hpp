// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What Newton's method (newton_ladder.hpp) does where it stagnates: it solves the equations with twice the digits and rounds the
// root.
//
// F is a sum of terms that cancel at the root. Computed in T it has an error of about ε times its largest term, and another one
// because the points where L is taken are rounded. Where these errors are large beside J u (a stiff spring; a momentum from a
// term of L that moves nothing; rest, where q + u is rounded to q), the corrections J⁻¹ F(u) stop shrinking far above ε u, and |F|
// does not fall along the right correction. With twice the digits the same errors are smaller by the factor ε, so that the
// iteration ends as it does everywhere else, and no bound of the errors in T is needed. An equation without a root has none with
// more digits either: then the failure stands.
#pragma once

#include <plumbline/math/newton_ladder.hpp>

#include <algorithm>
#include <numbers>

namespace plumbline {

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::solve_with_more_digits(const solve_report& failure,
                                                                 [[maybe_unused]] vector<T>& u) {
  if constexpr (requires { equations_.climbs(); }) {
    if (!equations_.climbs()) {
      return failure;
    }
  }
  if constexpr (has_more_digits) {
    const double own_digits = scalar_traits<T>::bits() * (std::numbers::ln2 / std::numbers::ln10);
    const int digits = std::min(precision_scope::max_digits, static_cast<int>(2 * own_digits) + 1);
    vector<mp> root(n_);
    solve_report report;
    {
      const precision_scope scope(digits);
      if (!wider_ || wider_digits_ != digits) {
        wider_ =
            std::make_unique<newton_ladder<Equations, mp>>(equations_.template in_scalar<mp>());
        wider_digits_ = digits;
      }
      equations_.pose(wider_->equations_);
      report = wider_->solve_in_own_digits(root);
    }
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
      round(u[i], root[i]);
    }
    for (int i = 0; i < rows_ - n_; ++i) {
      round(outputs_[i], wider_->outputs_[i]);
    }
    report.iterations += failure.iterations;
    return report;
  } else {
    return failure;
  }
}

}  // namespace plumbline
