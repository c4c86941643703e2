// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/runner.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T) template class runner<T>;
#include <plumbline/scalar/for_each_scalar.def>
template class runner<double_double>;
template class runner<tangent_number<double>>;
template class runner<tangent_number<mp>>;

}  // namespace plumbline
