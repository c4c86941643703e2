// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/exact/pendulum.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T)            \
  template class pendulum_solution<T>; \
  template class pendulum_solution<T, boost_functions>;
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
