// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/galerkin.hpp>

namespace plumbline {

#define PLUMBLINE_ENGINE(T)                     \
  template class detail::galerkin_equations<T>; \
  template class newton_ladder<detail::galerkin_equations, T>;
#define PLUMBLINE_SCALAR(T) PLUMBLINE_ENGINE(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_ENGINE(double_double)
PLUMBLINE_ENGINE(tangent_number<double>)
PLUMBLINE_ENGINE(tangent_number<mp>)
#undef PLUMBLINE_ENGINE

}  // namespace plumbline
