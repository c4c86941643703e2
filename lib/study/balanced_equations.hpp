// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Linear equations J δ = r that are balanced (math/balanced_factors.hpp). What the equations hardly determine is otherwise a matter of
// units, where angles turn hundreds of times and momenta are small, or masses are those of planets or protons.
#pragma once

#include "math/balanced_factors.hpp"
#include <plumbline/scalar/traits.hpp>

#include <Eigen/QR>

namespace plumbline {

struct balanced_solution {
  vector<mp> delta;   ///< the shortest in those units
  matrix<mp> kernel;  ///< columns that the equations leave free, as far as the rank goes
  Eigen::Index rank = 0;
  mp condition{0};
};

/// What is below 2^log2_threshold of the largest pivot counts as 0.
inline balanced_solution solve_balanced(matrix<mp> j, const vector<mp>& r, double log2_threshold) {
  const balance_of_lines by = balance(j);
  Eigen::CompleteOrthogonalDecomposition<matrix<mp>> qr;
  qr.setThreshold(ldexp(mp(1), static_cast<int>(log2_threshold)));
  qr.compute(j);
  balanced_solution found;
  found.delta = multiplied(vector<mp>(qr.solve(multiplied(r, by.rows))), by.columns);
  found.rank = qr.rank();
  if (found.rank > 0) {
    found.condition = abs(qr.matrixT()(0, 0)) / abs(qr.matrixT()(found.rank - 1, found.rank - 1));
  }
  if (const Eigen::Index free = j.cols() - found.rank; free > 0) {
    const matrix<mp> z = qr.matrixZ().transpose();
    found.kernel = qr.colsPermutation() * matrix<mp>(z.rightCols(free));
    for (Eigen::Index k = 0; k < free; ++k) {
      found.kernel.col(k) = multiplied(vector<mp>(found.kernel.col(k)), by.columns);
    }
  }
  return found;
}

/// The solution whose first `leading` entries are shortest as they are: those in units of the equations may go far along what these hardly
/// determine.
inline vector<mp> shortest_in(const balanced_solution& solution, Eigen::Index leading) {
  if (solution.kernel.cols() == 0) {
    return solution.delta;
  }
  const Eigen::CompleteOrthogonalDecomposition<matrix<mp>> qr(
      matrix<mp>(solution.kernel.topRows(leading)));
  return solution.delta -
         vector<mp>(solution.kernel * vector<mp>(qr.solve(solution.delta.head(leading))));
}

}  // namespace plumbline
