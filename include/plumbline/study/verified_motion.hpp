// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The truth at given times, each value with a radius, and how it is known. `judge`, `dataset` and `dataset verify` know
// nothing else of a system's solution.
//
// A value is known in one of these ways:
//
//   exact    a closed solution, at two precisions that agree
//   agreed   two computations that differ in method or order, in step and in precision
//   proven   an enclosure
//
// The radius of an agreed value is twice the difference of the two computations and what their precision leaves. Values
// are rational numbers, so that they outlive the precision in which they were computed.
#pragma once

#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/problem.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace plumbline {

/// One of the computations behind a table of values, as its description names it.
struct computation {
  std::string method;
  std::string action;  ///< a short name for files: "exact", "extrapolation-1" …
  int order = 0;       ///< 0 where the method has none
  int digits = 0;      ///< of the arithmetic
};

struct verified_states {
  /// One row for each time; the entries are those of state_columns().
  std::vector<std::vector<ball>> rows;
  std::string how;  ///< "exact", "agreed" or "proven"
  std::vector<computation> computations;
};

enum class computing_for { making, checking };

/// What is asked for of a truth.
struct verification {
  int digits = 16;  ///< relative to the largest coordinate, and the largest momentum or velocity
  bool independent = false;  ///< a closed solution is checked by integrating the equations too
  int variant = 0;  ///< another number computes in other orders and steps and with more digits
  /// Digits of the arithmetic of Taylor series beyond those: once in the first computation, twice in the second. What rounding errors
  /// take of the digits shows in the difference of the two; who then asks for more digits needs few.
  int guard_digits = 15;
  computing_for purpose = computing_for::making;  ///< a check does not repeat a proof
};

/// One of the computations behind a truth, and its states, a row for each time.
struct computed_states {
  std::vector<std::vector<exact_number>> rows;
  computation how;
};

/// How many computations verified_motion() needs, which do not depend on each other: at most two. Throws invalid_input for
/// a system whose truth is out of reach.
int computations_of(const problem& p, const verification& wanted);
/// The computation number `which`. Throws step_failure where the motion ends.
computed_states compute_states(const problem& asked, const std::vector<expression>& times,
                               const verification& wanted, int which, const run_control& control);
/// Calls compute(0) ... compute(count - 1), wherever and in whatever order; the results in this order.
using computing_all = std::function<std::vector<computed_states>(
    int count, const std::function<computed_states(int)>& compute)>;

/// The states at these times, which count from the start and come in any order. Throws as the functions above. Without
/// `compute_all` the computations are made one after the other.
verified_states verified_motion(const problem& asked, const std::vector<expression>& times,
                                const verification& wanted, const run_control& control = {},
                                const computing_all& compute_all = {});

/// The states at the times 0, step … steps·step, proven: the radius of each number is one unit of the last place that the
/// proof gives. Throws as certify() does, and invalid_input for a system whose matrices come from a file.
verified_states proven_motion(const problem& p, const expression& step, std::int64_t steps,
                              int digits, const run_control& control = {});

}  // namespace plumbline
