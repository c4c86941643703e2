// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What implicit one-step maps have in common: a step is guess, residual, solve, update, and the same equations in the
// scalar one rung down the precision ladder serve the solver (math/newton.hpp).
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/math/newton.hpp>
#include <plumbline/mechanics/parameters.hpp>

#include <type_traits>

namespace plumbline::detail {

/// True when there is a coarser scalar and the system can be converted to it.
template <class T, class System>
constexpr bool descends() {
  if constexpr (std::is_void_v<coarser_t<T>>) {
    return false;
  } else {
    return convertible_to_scalar<System, coarser_t<T>>;
  }
}

struct no_equations {};

template <template <class, class> class Equations, class T, class System>
struct rebound_equations {
  using C = coarser_t<T>;
  using type = Equations<C, decltype(convert_to<C>(std::declval<const System&>()))>;
};

/// Equations<T, System> one rung down; no_equations at the bottom.
template <template <class, class> class Equations, class T, class System>
using coarser_equations =
    typename std::conditional_t<descends<T, System>(), rebound_equations<Equations, T, System>,
                                std::type_identity<no_equations>>::type;

/// z ← Φ_h(z) for equations with set(z, h) and update(u, z); z is unchanged unless the report is ok.
template <class T, class Equations>
solve_report implicit_step(Equations& equations, vector<T>& u, phase_point<T>& z, const T& h) {
  // a cyclic coordinate would not show it: the equations do not depend on it
  if (!all_finite(z.q) || !all_finite(z.p) || !is_finite(h)) {
    return {solve_outcome::not_finite, 0, 0};
  }
  equations.set(z, h);
  const solve_report report = solve_newton<T>(equations, u);
  if (report.ok()) {
    equations.update(u, z);
  }
  return report;
}

}  // namespace plumbline::detail
