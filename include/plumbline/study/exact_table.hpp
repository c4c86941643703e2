// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of a system at given times, each number rounded once to the digits that are asked for.
#pragma once

#include <plumbline/io/table.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/run_host.hpp>

#include <string>

namespace plumbline {

/// As exact texts, in the units of the system; see `plumbline exact`.
struct exact_request {
  std::string system = {};
  problem_texts problem = {};
  std::string times = {};  ///< T,T,… from the start, in any order and direction,
  std::string step = {};   ///< or the distance of times from the start on,
  std::string steps = {};  ///< and how many of them follow the start
  int digits = 64;
};

/// A row for each time: t, the coordinates, and their momenta, velocities where there are none. The facts have the constants of
/// the motion. Throws invalid_input where texts do not fit or the system has no exact solution, domain_error where the start has
/// none, and `interrupted` when the host asks for a stop; rows before it have gone to the sink.
void exact_rows(const exact_request& request, table_sink& rows, run_host& host);
/// The same as a value, for a host or for nobody who watches.
table_value exact_table(const exact_request& request, run_host& host);
table_value exact_table(const exact_request& request);

}  // namespace plumbline
