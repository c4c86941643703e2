// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table of kind galerkin as what the engine takes.
#pragma once

#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/schemes/galerkin.hpp>

#include <utility>

namespace plumbline::detail {

/// Without nodes of its own the polynomial has those of Lobatto.
template <class T>
galerkin_tableau<T> galerkin_of_table(const scheme_info& info, int degree,
                                      const scheme_coefficients<T>& x) {
  quadrature<T> rule{x.c, x.b};
  if (x.nodes.size() == 0) {
    return galerkin<T>(degree, std::move(rule), info);
  }
  const auto points = x.c.size();
  galerkin_tableau<T> t{info, x.nodes, std::move(rule), matrix<T>(points, degree + 1),
                        matrix<T>(points, degree + 1)};
  for (Eigen::Index i = 0; i < points; ++i) {
    const auto at = lagrange_basis<T>(x.nodes, x.c[i]);
    t.values.row(i) = at.value.transpose();
    t.derivatives.row(i) = at.derivative.transpose();
  }
  return t;
}

}  // namespace plumbline::detail
