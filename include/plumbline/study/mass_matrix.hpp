// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Is the mass matrix M = ∂²L/∂v∂v of a Lagrangian system regular? Where it is singular, L does not determine all
// accelerations, and no scheme can integrate. It is evaluated with many digits at the start, then at random states, then at
// these with other parameters: so a place where M degenerates is told from a system that has no motion anywhere.
#pragma once

#include <plumbline/study/problem.hpp>

#include <string>
#include <vector>

namespace plumbline {

enum class mass_matrix_is {
  regular,                         ///< at the start
  singular_at_the_start,           ///< and regular at other states
  singular_with_these_parameters,  ///< at all states; regular with other parameters
  singular_everywhere
};

struct mass_verdict {
  mass_matrix_is where = mass_matrix_is::regular;
  /// Where M is singular at all states: the coordinates in whose velocity L has no term of second order.
  std::vector<std::string> without_mass;

  bool is_singular() const { return where != mass_matrix_is::regular; }
  /// True where no scheme can integrate, whatever the start and the parameters.
  bool forbids_motion() const { return where == mass_matrix_is::singular_everywhere; }
  /// Where it is singular, in a word: at-the-start, with-these-parameters or everywhere; empty for a regular matrix.
  std::string word() const;
  /// In words; empty for a regular matrix.
  std::string reason() const;
};

/// Of a system whose dimension is known; one that is not Lagrangian has none, which counts as regular.
mass_verdict judge_mass_matrix(const problem& p);

}  // namespace plumbline
