// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/newmark.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T) template class newton_ladder<detail::newmark_equations, T>;
#include <plumbline/scalar/for_each_scalar.def>
template class newton_ladder<detail::newmark_equations, double_double>;

}  // namespace plumbline
