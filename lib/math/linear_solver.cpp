// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/linear_solver.hpp>

#include <scalar/growing_sum.hpp>
#include <scalar/with_fma.hpp>

namespace plumbline::detail {

namespace {

using rows = std::vector<Eigen::Index>;

void add_up_and_divide(const matrix<double_double>& lu, const rows& order,
                       const vector<double_double>& b, vector<double_double>& x) {
  const Eigen::Index n = lu.rows();
  const double_double* const entries = lu.data();
  double_double* const y = x.data();
  const auto rest = [&](const double_double& start, Eigen::Index i, Eigen::Index first,
                        Eigen::Index last) {
    growing_sum sum(start);
    for (Eigen::Index j = first; j < last; ++j) {
      sum.add(-entries[i + j * n], y[j]);
    }
    return sum.value();
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    y[i] = rest(b[order[static_cast<std::size_t>(i)]], i, 0, i);
  }
  for (Eigen::Index i = n; i-- > 0;) {
    y[i] = rest(y[i], i, i + 1, n) / entries[i + i * n];
  }
}

PLUMBLINE_WITH_FMA bool eliminate_with_fma(matrix<double_double>& lu, rows& order,
                                           const matrix<double_double>& a, double_double& term) {
  return eliminate<double_double>(lu, order, a, term);
}
PLUMBLINE_WITH_FMA void substitute_with_fma(const matrix<double_double>& lu, const rows& order,
                                            const vector<double_double>& b,
                                            vector<double_double>& x) {
  add_up_and_divide(lu, order, b, x);
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
    add_up_and_divide(lu, order, b, x);
  }
}

#define PLUMBLINE_ELIMINATION(T)                                                            \
  template bool eliminate<T>(matrix<T>&, std::vector<Eigen::Index>&, const matrix<T>&, T&); \
  template void substitute<T>(const matrix<T>&, const std::vector<Eigen::Index>&,           \
                              const vector<T>&, vector<T>&);
#define PLUMBLINE_SCALAR(T) PLUMBLINE_ELIMINATION(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_ELIMINATION(tangent_number<double>)
PLUMBLINE_ELIMINATION(tangent_number<mp>)
#undef PLUMBLINE_ELIMINATION

}  // namespace plumbline::detail
