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
// evaluations, exact.NAME (constants of the exact motion). The quantities of `measure` have their names, with _ for -, and their
// options as named arguments: period(average = '0,20'), lyapunov(growth), audit(error_constant).
//
// A value is printed to the digits that the rounding errors of its run leave (measure/other_roundings.hpp), one at least.
//
// Formulas with exact(E) or other(E) are computed with at least 18 digits more than the run, so that differences have their digits.
// Requests that ask for the same run, or for the same run up to another time, share it.
#pragma once

#include <plumbline/study/problem.hpp>
#include <plumbline/study/run_host.hpp>

#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// A curve has about so many nodes of its run at most.
inline constexpr std::int64_t curve_points = 2000;

/// `supported`: those that the rounding errors of the run leave; the run is then made twice. `all`: of its arithmetic.
enum class shown_digits_of { supported, all };

/// A system under another name for it.
struct named_system {
  std::string system = {};  ///< of the catalogue, or a file
  problem_texts texts = {};
};

/// What is asked of which run, as texts; see `plumbline measure`.
struct formula_request {
  std::string formula = {};
  std::string system = {};
  problem_texts problem = {};
  std::string scheme = {};  ///< "": the formula asks for the exact motion alone
  std::string step = {};
  std::string steps = {};  ///< either how many steps,
  std::string until = {};  ///< or the time from the start to the end
  std::string from = {};   ///< "" or the time from the start at whose node reductions begin
  int digits = 64;         ///< of the run's arithmetic
  bool is_curve =
      false;  ///< the formula is not reduced: its values at the nodes, at most curve_points
  shown_digits_of shown = shown_digits_of::supported;
  /// Further names, with formulas. They hide t, energy, q1 and the like; a name of the system's own is a mistake here.
  std::map<std::string, std::string> define = {};
  /// Further names of what other(E, scheme = NAME, system = NAME) asks for.
  std::map<std::string, std::string> schemes = {};
  std::map<std::string, named_system> systems = {};
  /// What of `problem` another system has, too, that other(E, system = NAME) asks for: the values that belong to the run. Where it is
  /// not given, all of it.
  std::optional<problem_texts> of_run = {};
  std::filesystem::path folder = {};  ///< from which paths in other(...) count; "": the working one
};

/// What became of a request: a number to the digits of the run, or why there is none.
struct formula_value {
  std::string number;
  std::vector<std::string> curve;  ///< of a formula that is not reduced
  std::exception_ptr failure;

  /// The number. Throws the failure where there is none.
  const std::string& get() const;
};

/// Throws what can be known before the first step: formula_error for a mistake in a formula, invalid_input as read_problem()
/// does and where steps and times do not fit, domain_error where a start has no finite value.
void check(const formula_request& request);

/// The values in the order of the requests, `jobs` runs at a time. Failures are those of the values: what check() throws,
/// domain_error for a value that is not finite, step_failure where a step or a value fails later. Throws `interrupted` when the
/// host asks for a stop. With several jobs the host hears them from several threads.
std::vector<formula_value> values_of(const std::vector<formula_request>& requests, run_host& host,
                                     int jobs = 1);
/// How many runs that are.
std::size_t runs_of(const std::vector<formula_request>& requests);
/// One value. Throws as above.
std::string value_of(const formula_request& request, run_host& host);
/// The same for nobody who watches.
std::string value_of(const formula_request& request);

}  // namespace plumbline
