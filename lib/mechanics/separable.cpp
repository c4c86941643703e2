// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/mechanics/separable.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T) template class separable<T>;
#include <plumbline/scalar/for_each_scalar.def>
template class separable<tangent_number<double>>;
template class separable<tangent_number<mp>>;

}  // namespace plumbline
