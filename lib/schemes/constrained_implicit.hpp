// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Implicit Runge–Kutta tables on the equations of motion of a system with constraints, as an ordinary differential equation for
// (q, p) (mechanics/constrained.hpp): v from ∂L/∂v (q, v) = p + Aᵀκ, ψ = 0; then q′ = v, p′ = ∂L/∂q + F + Aᵀλ.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/math/scheme_coefficients.hpp>

namespace plumbline::detail {

/// Defined for every scalar in constrained_implicit.cpp.
template <class T>
any_stepper<T> constrained_implicit(const scheme_info& info, const scheme_coefficients<T>& x,
                                    const model<T>& system);

}  // namespace plumbline::detail
