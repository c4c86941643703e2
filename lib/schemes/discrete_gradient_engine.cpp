// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/discrete_gradient.hpp>

namespace plumbline {

// NOLINTBEGIN(bugprone-macro-parentheses)
#define PLUMBLINE_LADDERS(T)                                           \
  template class newton_ladder<detail::discrete_gradient_equation, T>; \
  template class newton_ladder<detail::midpoint_equation, T>;
#define PLUMBLINE_SCALAR(T) PLUMBLINE_LADDERS(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_LADDERS(double_double)
#undef PLUMBLINE_LADDERS
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace plumbline
