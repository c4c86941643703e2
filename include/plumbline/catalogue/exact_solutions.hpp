// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact solutions of the catalogue: (system, parameters, start) → state(t) and derived constants, in run-time
// precision, or in mp64, where a state costs a tenth.
//
//   const precision_scope digits(80);
//   const system_entry& pendulum = find_system("pendulum");
//   const auto exact = solve_exactly(exact_problem::of(pendulum, {{"omega", "3"}}, start));
//   exact.state(decimal<mp>("0.5"));
//
// A solution enters with one function and one line in lib/catalogue/exact_solutions.cpp. The linear systems share one.
#pragma once

#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/phase_point.hpp>

#include <functional>
#include <string>
#include <vector>

namespace plumbline {

/// Whose elliptic and Jacobi functions a solution uses (math/elliptic_provider.hpp).
enum class elliptic_functions { own, boost };

/// own or boost. Throws invalid_input for another word.
elliptic_functions parse_elliptic_functions(const std::string& text);

template <class S>
struct named_constant_in {
  std::string name;
  S value;
  std::vector<S> more = {};  ///< where the constant is a list: what follows the first value
};
using named_constant = named_constant_in<mp>;

/// A solution in the precision that it was made in; call it inside a scope of that precision. Times count from the start.
/// S is mp or mp64.
template <class S>
struct exact_solution_in {
  std::function<phase_point<S>(const S&)> state;
  std::vector<named_constant_in<S>>
      constants;  ///< each where it exists: energy, period, amplitude, modulus, frequency1 …
};
using exact_solution = exact_solution_in<mp>;

/// What is solved, at the precision of the scope.
template <class S>
struct exact_problem_in {
  const system_entry* entry;
  model<S> system;
  std::vector<S> parameters;  ///< in declared order; none where the system comes from matrices
  phase_point<S>
      start;  ///< (q, p); (x, v) of a system that is not Lagrangian; y in q of a first-order one
  S t0{0};

  /// A system of the catalogue with these settings. Throws invalid_input as system_entry::make does.
  static exact_problem_in of(const system_entry& entry, const settings& chosen,
                             phase_point<S> start, S t0 = S(0));
  /// The value of a parameter. Throws invalid_input for an unknown name.
  const S& parameter(const std::string& name) const;
};
using exact_problem = exact_problem_in<mp>;

bool has_exact_solution(const system_entry& system);
/// What the constants of its exact solution call the period, where the motion has one: period or nutation_period.
std::string exact_period_of(const system_entry& system);
/// Of the catalogue, in its order.
std::vector<std::string> systems_with_exact_solution();

/// The solution through the start. Throws invalid_input where the system has none, and where boost_functions are asked for
/// and the solution uses no elliptic functions; domain_error where the start has no solution (the singular axis) or
/// Boost.Math no value.
template <class S>
exact_solution_in<S> solve_exactly(const exact_problem_in<S>& problem,
                                   elliptic_functions functions = elliptic_functions::own);

}  // namespace plumbline
