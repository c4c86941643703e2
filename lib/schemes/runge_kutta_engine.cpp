// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/runge_kutta_implicit.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T) template class newton_ladder<detail::runge_kutta_equations, T>;
#include <plumbline/scalar/for_each_scalar.def>
template class newton_ladder<detail::runge_kutta_equations, double_double>;

}  // namespace plumbline
