// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a state tells of the constraints of its system, as columns:
//
//   lambda.NAME          the multiplier: the force of the constraint is λ ∂(left − right)/∂x. That of the state, whatever the
//                        scheme is: from the equations of motion at (q, v)
//   constraint.NAME      left − right, of a holonomic constraint
//   hidden.NAME          ψ: the rate of left − right, or left − right of a nonholonomic one, for the velocity of the state
//   reaction.COORDINATE  Σ_k λ_k A_k, the force of all constraints on the coordinate
#pragma once

#include <plumbline/mechanics/model.hpp>
#include <plumbline/study/problem.hpp>

#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// The names, in the order of the values of constraint_columns; none for a system without constraints.
inline std::vector<std::string> constraint_column_names(const system_entry& system) {
  std::vector<std::string> names;
  for (const constraint_info& c : system.constraints) {
    names.push_back("lambda." + c.name);
  }
  for (const constraint_info& c : system.constraints) {
    if (c.holonomic) {
      names.push_back("constraint." + c.name);
    }
  }
  for (const constraint_info& c : system.constraints) {
    names.push_back("hidden." + c.name);
  }
  if (!system.constraints.empty()) {
    for (const std::string& name : coordinate_names(system, system.dimension)) {
      names.push_back("reaction." + name);
    }
  }
  return names;
}

/// The values of these columns at the time of `at`, in order; NaN of multipliers and reactions where the equations of motion
/// determine none.
template <class T>
vector<T> constraint_columns(evaluation<T>& at, const vector<T>& q, const vector<T>& v,
                             const T& t) {
  const int n = at.dimension();
  const int m = at.system().formulas()->constraints();
  const int holonomic = at.system().facts().holonomic;
  vector<T> values = vector<T>::Constant(2 * m + holonomic + n, T(0));
  vector<T> a(n);
  at.set_time(t);
  const bool solved = at.acceleration(view(q), view(v), t, view(a)).ok();
  const auto lambda = [&](int k) {
    return solved ? at.constrained()->multipliers()[k]
                  : T(std::numeric_limits<double>::quiet_NaN());
  };
  for (int k = 0; k < m; ++k) {
    values[k] = lambda(k);
  }
  const runner<T>& g = at.values(form_part::constraints, view(q), view(v));
  for (int k = 0; k < holonomic; ++k) {
    values[m + k] = g.result(k);
  }
  const runner<T>& r = at.values(form_part::constraint_rates, view(q), view(v));
  for (int k = 0; k < m; ++k) {
    values[m + holonomic + k] = r.result(k);
    for (int i = 0; i < n; ++i) {
      values[2 * m + holonomic + i] += T(lambda(k) * r.result(m + k * n + i));
    }
  }
  return values;
}

}  // namespace plumbline
