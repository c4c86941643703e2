// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Errors and orders of schemes by name, against the exact solution or a reference whose digits are verified.
#pragma once

#include <plumbline/io/plot.hpp>
#include <plumbline/io/table.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/run_host.hpp>

#include <string>

namespace plumbline {

/// As exact texts, in the units of the system; see `plumbline converge`.
struct convergence_request {
  std::string system = {};
  problem_texts problem = {};
  std::string schemes = {};  ///< S,S,…, each with its settings: lobatto:degree=3
  std::string until = {};    ///< the time from the start to the end
  std::string steps = {};    ///< N,N,…: the numbers of steps, each once
  std::string norm = {};     ///< max, end, relative or area; "" is max
  bool work = false;         ///< further columns: evaluations, iterations, seconds
  std::string shown_digits =
      {};  ///< of errors and orders, or "all" that the truth supports; "" is 6
  int digits = 64;
  int jobs = 1;  ///< runs at a time
};

struct convergence_result {
  /// A row for each scheme and number of steps, in their order: scheme, steps, step, error_q, error_p, order_q, order_p. An
  /// order is that against the row before; "rounding" where it would be that of rounding errors.
  table_value table;
  plot picture;         ///< errors over the step, or over the evaluations where work is asked for
  std::string failure;  ///< how many runs failed and why the first one did; empty where none did
};

/// A run that fails is a row with its reason. Throws invalid_input where texts do not fit, domain_error where the start has no
/// finite value, step_failure where no truth can be verified, and interrupted_table when the host asks for a stop. Where the host
/// shares work with other processes, only the leading one gets rows.
convergence_result convergence_table(const convergence_request& request, run_host& host);
convergence_result convergence_table(const convergence_request& request);

}  // namespace plumbline
