// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Linear equations J δ = r with rows and columns in units in which the largest entry of each is near 1: what the equations hardly determine
// is otherwise a matter of units, where angles turn hundreds of times and momenta are small, or masses are those of planets or protons.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/traits.hpp>

#include <Eigen/QR>

namespace plumbline {

struct balanced_solution {
  vector<mp> delta;  ///< the shortest in those units
  Eigen::Index rank = 0;
  mp condition{0};
};

/// What is below 2^log2_threshold of the largest pivot counts as 0.
inline balanced_solution solve_balanced(matrix<mp> j, const vector<mp>& r, double log2_threshold) {
  vector<mp> rows = vector<mp>::Ones(j.rows());
  vector<mp> columns = vector<mp>::Ones(j.cols());
  constexpr int passes = 3;
  const auto unit_of = [](const mp& largest) {
    return largest == 0 ? mp(1) : ldexp(mp(1), -static_cast<int>(log2_magnitude(largest)));
  };
  for (int pass = 0; pass < passes; ++pass) {
    for (Eigen::Index i = 0; i < j.rows(); ++i) {
      const mp unit = unit_of(max_magnitude(vector<mp>(j.row(i).transpose())));
      j.row(i) *= unit;
      rows[i] *= unit;
    }
    for (Eigen::Index k = 0; k < j.cols(); ++k) {
      const mp unit = unit_of(max_magnitude(vector<mp>(j.col(k))));
      j.col(k) *= unit;
      columns[k] *= unit;
    }
  }
  Eigen::CompleteOrthogonalDecomposition<matrix<mp>> qr;
  qr.setThreshold(ldexp(mp(1), static_cast<int>(log2_threshold)));
  qr.compute(j);
  balanced_solution found;
  const vector<mp> solved = qr.solve(vector<mp>(r.array() * rows.array()));
  found.delta = vector<mp>(solved.array() * columns.array());
  found.rank = qr.rank();
  if (found.rank > 0) {
    found.condition = abs(qr.matrixT()(0, 0)) / abs(qr.matrixT()(found.rank - 1, found.rank - 1));
  }
  return found;
}

}  // namespace plumbline
