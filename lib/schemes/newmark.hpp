// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Type-erased Newmark steppers, one instantiation a scalar.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/schemes/newmark.hpp>

namespace plumbline {

/// Defined in newmark_<scalar>.cpp.
template <class T>
any_stepper<T> make_newmark(scheme_info info, newmark_parameters<T> parameters,
                            const any_system<T>& system);

}  // namespace plumbline
