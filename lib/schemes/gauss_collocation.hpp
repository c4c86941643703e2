// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Type-erased collocation steppers, one instantiation a scalar.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/schemes/gauss_collocation.hpp>

namespace plumbline {

/// Defined in gauss_collocation_<scalar>.cpp.
template <class T>
any_stepper<T> make_collocation(scheme_info info, runge_kutta_tableau<T> tableau,
                                const any_lagrangian<T>& system);

}  // namespace plumbline
