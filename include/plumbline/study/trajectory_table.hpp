// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Trajectories by name: steps of a scheme, the states at given times, or rows whose digits are proven.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/io/plot.hpp>
#include <plumbline/io/table.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/study/observe.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/run_host.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace plumbline {

/// As exact texts, in the units of the system; see `plumbline integrate`.
struct integration_request {
  std::string system = {};
  problem_texts problem = {};
  std::string scheme = {};  ///< with its settings: lobatto:degree=3
  std::string step = {};
  std::string steps = {};  ///< either how many steps,
  std::string until = {};  ///< or the time from the start to the end, a whole number of steps,
  std::string times =
      {};  ///< or T,T,… from the start: by Taylor series, or by steps and between them dense output or shorter steps
  /// What a step may neglect, relative to the state: of times by Taylor series, and of steps by a table with embedded weights.
  std::string tolerance = {};
  bool certified =
      false;  ///< without a scheme: each number within one unit of its last printed place
  std::string every = {};  ///< a row for each K-th step, and always the first and the last; "" is 1
  std::string observe = {};  ///< further columns; see study/observe.hpp
  bool draws = false;        ///< a picture is wanted
  std::vector<std::string> axes =
      {};  ///< X,Y[,X,Y…]: of the picture, columns over each other; otherwise over the time
  int digits = 64;
  bool compensated = false;        ///< in double: additions to the state keep what they round off
  std::string step_function = {};  ///< σ(z) > 0: steps are `step` σ long
  /// Of the steps that a step function makes: reversible or symplectic; "" is reversible where the scheme is symmetric.
  std::string adaptivity = {};
  std::string strobe = {};  ///< the states at 0, V, 2 V, … up to `until`
  /// A formula of the state: the crossings of its zeros instead of the steps, or the end of the steps.
  std::string section = {};
  std::string stop_at = {};
  std::string direction = {};  ///< of the crossings that count: up, down or both; "" is both
  std::string count =
      {};  ///< the crossing that ends the run; "" is none of a section, the first of stop_at
};

/// A row: the time, the state with the stepper's columns, and what is observed of it. It lives during the call that hands it
/// over.
template <class T>
struct trajectory_row {
  const T& t;
  const vector<T>& state;
  const observers<T>& observed;
};

/// Takes the rows of a trajectory as numbers of its arithmetic.
class trajectory_sink {
 public:
  trajectory_sink() = default;
  trajectory_sink(const trajectory_sink&) = delete;
  trajectory_sink& operator=(const trajectory_sink&) = delete;
  virtual ~trajectory_sink() = default;

  /// `rows`: how many will come at most.
  virtual void begin(const metadata& facts, const std::vector<std::string>& columns,
                     std::int64_t rows) = 0;
#define PLUMBLINE_SCALAR(T) virtual void row(const trajectory_row<T>& numbers) = 0;
#include <plumbline/scalar/for_each_scalar.def>
};

/// The rows as texts: t, the coordinates, their momenta or velocities, what is observed; a column `radius` of certified rows.
/// Returns the picture. A run of steps leaves checkpoints with the host's keeper, and its warnings are the host's. Throws
/// invalid_input where texts do not fit, domain_error where the start has no finite value, step_failure where a step cannot be
/// made, and `interrupted` when the host asks for a stop; rows before that have gone to the sink.
plot trajectory_rows(const integration_request& request, table_sink& rows, run_host& host);
/// The same as numbers, for steps of a scheme; nothing is drawn or kept.
void trajectory_numbers(const integration_request& request, trajectory_sink& rows, run_host& host);
/// As a value, for a host or for nobody who watches.
table_value trajectory_table(const integration_request& request, run_host& host);
table_value trajectory_table(const integration_request& request);

}  // namespace plumbline
