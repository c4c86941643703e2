// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/linear_solver.hpp>

#include <scalar/with_fma.hpp>

namespace plumbline::detail {

namespace {

using rows = std::vector<Eigen::Index>;

PLUMBLINE_WITH_FMA bool eliminate_with_fma(matrix<double_double>& lu, rows& order,
                                           const matrix<double_double>& a, double_double& term) {
  return eliminate<double_double>(lu, order, a, term);
}
PLUMBLINE_WITH_FMA void substitute_with_fma(const matrix<double_double>& lu, const rows& order,
                                            const vector<double_double>& b,
                                            vector<double_double>& x) {
  substitute<double_double>(lu, order, b, x);
}

}  // namespace

bool eliminate(matrix<double_double>& lu, rows& order, const matrix<double_double>& a,
               double_double& term) {
  return has_fma() ? eliminate_with_fma(lu, order, a, term)
                   : eliminate<double_double>(lu, order, a, term);
}

void substitute(const matrix<double_double>& lu, const rows& order, const vector<double_double>& b,
                vector<double_double>& x) {
  if (has_fma()) {
    substitute_with_fma(lu, order, b, x);
  } else {
    substitute<double_double>(lu, order, b, x);
  }
}

}  // namespace plumbline::detail
