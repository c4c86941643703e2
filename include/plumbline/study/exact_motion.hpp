// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact solution of a problem of the command line.
//
// Parameters and start are exact texts, so the digits of the computation are chosen by what the answer needs: an
// exact_motion computes with more and more digits until two precisions agree, at the latest time too.
#pragma once

#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/study/problem.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// True when the system has an exact solution.
bool has_exact_solution(const problem& p);

/// In the precision of the scope, S = mp, or in mp64. Throws domain_error where the start has no solution (the singular axis).
template <class S = mp>
exact_solution_in<S> solve_exactly(const problem& p);

/// The constants that follow from a start, computed with more and more digits until two precisions agree on all of them, or four
/// precisions have been tried: `unknown` are those on which the last two do not agree, which rounding errors alone give. The period of a start that lies on a separatrix, but whose numbers have to be rounded,
/// is that of a neighbour and grows with the digits.
struct exact_constants {
  std::vector<named_constant> known;
  std::vector<std::string> unknown;
};
exact_constants constants_of_motion(const problem& given, int digits);

/// Puts `period` among the problem's names, and `nutation_period` for a top. Where the motion has none, their use throws
/// invalid_input.
void add_exact_periods(problem& p);

/// (q, p)
template <class S>
vector<S> as_vector(const phase_point<S>& z) {
  vector<S> y(z.q.size() + z.p.size());
  y << z.q, z.p;
  return y;
}

class exact_motion {
 public:
  /// Ready for times up to `latest` in magnitude, with `digits` correct digits and some to spare.
  exact_motion(const problem& given, int digits, const expression& latest);

  /// Those that are asked for.
  int held_digits() const { return held_; }
  /// Open a precision_scope of this many digits around state().
  int working_digits() const { return digits_; }
  /// The state after this time. For any thread.
  phase_point<mp> state(const mp& time) const { return solution_->state(time); }
  /// The same in mp64, at a tenth of the cost; without a state where at the latest time it does not agree to the digits that
  /// were asked for, and some to spare.
  exact_solution_in<mp64> in_static_precision(const problem& given, const expression& latest) const;

 private:
  int asked_;  ///< digits, at least those of double
  int held_;
  int digits_;
  double lost_ = 0;  ///< digits of the start, at the latest time
  std::shared_ptr<const exact_solution> solution_;
};

}  // namespace plumbline
