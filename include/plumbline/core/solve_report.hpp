// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What an iteration did. Numerics report, they do not throw: an outcome that cannot be dropped.
#pragma once

#include <string_view>

namespace plumbline {

enum class solve_outcome {
  converged,       ///< the correction fell below the rounding error of the unknowns
  roundoff_floor,  ///< the corrections stopped shrinking within a few units of rounding error: solved
  stagnated,  ///< iterations ran out, or the corrections stopped shrinking far above that level
  diverged,   ///< the residual grew without bound
  singular,   ///< the Jacobian could not be inverted
  not_finite  ///< a residual was infinite or not a number
};

constexpr std::string_view to_string(solve_outcome outcome) {
  switch (outcome) {
    case solve_outcome::converged:
      return "converged";
    case solve_outcome::roundoff_floor:
      return "at the roundoff floor";
    case solve_outcome::stagnated:
      return "stagnated";
    case solve_outcome::diverged:
      return "diverged";
    case solve_outcome::singular:
      return "singular Jacobian";
    case solve_outcome::not_finite:
      return "not finite";
  }
  return "unknown";
}

/// Outcome of one solve or of one step; explicit steps report {converged, 0, 0}.
struct [[nodiscard]] solve_report {
  solve_outcome outcome = solve_outcome::converged;
  int iterations = 0;     ///< residual evaluations at the working precision
  double residual = 0.0;  ///< largest component of the last residual
  constexpr bool ok() const {
    return outcome == solve_outcome::converged || outcome == solve_outcome::roundoff_floor;
  }
};

}  // namespace plumbline
