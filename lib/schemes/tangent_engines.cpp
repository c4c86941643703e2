// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The implicit engines for numbers that carry a tangent. A step of such numbers gives the derivative of the step with respect to
// its start, which symplecticity, stability limits and audits are measured with. The program follows no trajectory of such
// numbers, so this source is compiled quickly, and not with -O2 as the engines of the scalars are: a search for a stability limit,
// some thousand steps, executes a sixth more instructions so.
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/gauss_collocation.hpp>
#include <plumbline/schemes/newmark.hpp>
#include <plumbline/schemes/runge_kutta_field.hpp>
#include <plumbline/schemes/runge_kutta_implicit.hpp>

namespace plumbline {

#define PLUMBLINE_TANGENT_ENGINES(T)                                   \
  template class detail::galerkin_equations<T>;                        \
  template class galerkin_map<T>;                                      \
  template class newton_ladder<detail::galerkin_equations, T>;         \
  template class newton_ladder<detail::collocation_equations, T>;      \
  template class newton_ladder<detail::discrete_gradient_equation, T>; \
  template class newton_ladder<detail::midpoint_equation, T>;          \
  template class newton_ladder<detail::field_stage_equations, T>;      \
  template class newton_ladder<detail::newmark_equations, T>;          \
  template class newton_ladder<detail::runge_kutta_equations, T>;
PLUMBLINE_TANGENT_ENGINES(tangent_number<double>)
PLUMBLINE_TANGENT_ENGINES(tangent_number<mp>)
#undef PLUMBLINE_TANGENT_ENGINES

}  // namespace plumbline
