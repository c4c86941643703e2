// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/gauss_collocation.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T) template class newton_ladder<detail::collocation_equations, T>;
#include <plumbline/scalar/for_each_scalar.def>
template class newton_ladder<detail::collocation_equations, double_double>;

}  // namespace plumbline
