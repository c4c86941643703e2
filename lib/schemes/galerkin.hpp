// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Type-erased Galerkin steppers, one instantiation a scalar.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/schemes/galerkin.hpp>

namespace plumbline {

/// Defined in galerkin_<scalar>.cpp.
template <class T>
any_stepper<T> make_galerkin(galerkin_tableau<T> tableau, const any_lagrangian<T>& system);

}  // namespace plumbline
