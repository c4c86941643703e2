// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The steppers of the Galerkin family for systems with constraints (schemes/galerkin_constrained.hpp), type-erased.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/schemes/galerkin.hpp>

namespace plumbline::detail {

/// Defined for every scalar in galerkin_constrained_entries.cpp.
template <class T>
any_stepper<T> constrained_galerkin(galerkin_tableau<T> tableau, const model<T>& system);
/// Under the name of another scheme: Lobatto quadrature of this degree, which is RATTLE for degree 1 and constant mass.
template <class T>
any_stepper<T> constrained_lobatto(const scheme_info& info, int degree, const model<T>& system);
/// The pair Lobatto IIIA-IIIB; defined for every scalar in galerkin_constrained_pair.cpp.
template <class T>
any_stepper<T> constrained_lobatto_pair(const scheme_info& info, const scheme_coefficients<T>& x,
                                        const model<T>& system);

}  // namespace plumbline::detail
