// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/galerkin.hpp>

namespace plumbline {

template class detail::galerkin_equations<double_double>;
template class newton_ladder<detail::galerkin_equations, double_double>;
#define PLUMBLINE_ENGINE(T)                                    \
  template class detail::galerkin_equations<T>;                \
  template class newton_ladder<detail::galerkin_equations, T>; \
  template class galerkin_map<T>;
#define PLUMBLINE_SCALAR(T)                     \
  PLUMBLINE_ENGINE(T)                           \
  template galerkin_tableau<T> simpson<T>();    \
  template galerkin_tableau<T> midpoint<T>();   \
  template galerkin_tableau<T> lobatto<T>(int); \
  template galerkin_tableau<T> galerkin_gauss<T>(int);
#include <plumbline/scalar/for_each_scalar.def>
#undef PLUMBLINE_ENGINE

}  // namespace plumbline
