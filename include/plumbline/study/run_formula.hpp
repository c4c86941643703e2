// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers of a run, asked for by a formula:
//
//   max(abs(energy/start(energy) - 1))          the largest relative change of the energy
//   at(until, norm(q - exact(q)))               the error at the end
//   max(norm(q - other(q, step = step/2)))      against the run with half of the step
//
// A number is a reduction (max min sum mean first last count of one formula, at(TIME, E)) over the nodes of the run, the first
// and the last included, of what there is at a node: the names of the system, t, energy, q p v a and their components.
// start(E) is E at the first node; exact(E) is E on the exact motion at the node's time, from the closed solution or from a
// verified reference; other(E, NAME = VALUE, …) is E at the same time in the run with these changes (scheme, step, digits,
// system, start.NAME, set.NAME), whose nodes must contain these times. Names of the run: step, until, epsilon (2^(1 − bits)),
// evaluations, exact.NAME (constants of the exact motion).
//
// Formulas with exact(E) or other(E) are computed with 20 digits more than the run, so that differences have their digits.
// Requests that ask for the same run, or for the same run up to another time, share it.
#pragma once

#include <plumbline/study/integrate.hpp>
#include <plumbline/study/problem.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// What is asked of which run, as texts; see `plumbline measure`.
struct formula_request {
  std::string formula;
  std::string system;
  problem_texts problem;
  std::string scheme;  ///< "": the formula asks for the exact motion alone
  std::string step;
  std::string steps;  ///< either how many steps,
  std::string until;  ///< or the time from the start to the end
  std::string from;   ///< "" or the time from the start at whose node reductions begin
  int digits = 64;    ///< of the run's arithmetic
  /// Further names, with formulas of a node; the system's own names stand before them.
  std::map<std::string, std::string> define;
};

/// Makes what a run is watched with: called before each with its problem and the number of its steps.
using run_control_for = std::function<run_control(const problem&, std::int64_t steps)>;

/// The values, to the digits of the run, in the order of the requests. All requests are checked before the first step. Throws
/// formula_error for a mistake in a formula, invalid_input as read_problem() does and where steps and times do not fit,
/// domain_error for a value that is not finite at the start, step_failure where a step or a value fails later, `interrupted` when
/// a control asks for a stop.
std::vector<std::string> values_of(const std::vector<formula_request>& requests,
                                   const run_control_for& watched = {});

}  // namespace plumbline
