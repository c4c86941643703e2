// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Tables of functions as datasets. Every value is computed twice, by formulas that have nothing in common:
//
//   pendulum-periods       exact/pendulum.hpp                  arithmetic-geometric mean
//   elliptic-integrals     math/elliptic.hpp                   trapezoidal rule on the periodic integrand
//   jacobi-functions       math/jacobi.hpp                     their differential equations, by extrapolation
//   weierstrass-functions  math/weierstrass.hpp                Laurent series near 0 and duplication (DLMF 23.9, 23.10)
//   gauss-nodes            math/quadrature.hpp                 bisection on the explicit polynomial; weights by
//   lobatto-nodes                                              integration of the Lagrange basis
#pragma once

#include <plumbline/data/dataset_source.hpp>

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// The names of the tables.
std::vector<std::string> table_names();

/// Throws invalid_input for a name that is none of these.
std::unique_ptr<dataset_source> make_table(const std::string& name);

}  // namespace plumbline
