// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Gauss collocation on a system y′ = f(t, y) of first order: its table, stepped as implicit tables are. With one stage it is
// the implicit midpoint rule, y_1 = y_0 + h f(t_0 + h/2, (y_0 + y_1)/2).
#pragma once

#include "schemes/table_makers.hpp"
#include <plumbline/schemes/gauss_collocation.hpp>

namespace plumbline::detail {

/// Its table as any other implicit table.
template <class T>
scheme_coefficients<T> as_table(const runge_kutta_tableau<T>& x) {
  scheme_coefficients<T> table;
  table.a = x.a;
  table.abar = x.a;
  table.b = x.rule.weights;
  table.bbar = x.rule.weights;
  table.c = x.rule.nodes;
  return table;
}

/// Defined for every scalar in table_implicit.cpp.
template <class T>
any_stepper<T> gauss_on_field(const scheme_info& info, const runge_kutta_tableau<T>& x,
                              const model<T>& system);

}  // namespace plumbline::detail
