// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact top by Boost.Math's functions; a source of its own, so that the two compile side by side.
#include <plumbline/exact/lagrange_top.hpp>

namespace plumbline {
#define PLUMBLINE_SCALAR(T) template class lagrange_top_solution<T, boost_functions>;
#include <plumbline/scalar/for_each_scalar.def>
}  // namespace plumbline
