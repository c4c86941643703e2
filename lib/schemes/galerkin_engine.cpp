// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/galerkin.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T) template class newton_ladder<detail::galerkin_equations, T>;
#include <plumbline/scalar/for_each_scalar.def>
template class newton_ladder<detail::galerkin_equations, double_double>;
template class newton_ladder<detail::galerkin_equations, tangent_number<double>>;
template class newton_ladder<detail::galerkin_equations, tangent_number<mp>>;

}  // namespace plumbline
