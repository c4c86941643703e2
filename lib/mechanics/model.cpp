// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/mechanics/model.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T) template class evaluation<T>;
#include <plumbline/scalar/for_each_scalar.def>
template class evaluation<double_double>;
template class evaluation<tangent_number<double>>;
template class evaluation<tangent_number<mp>>;

}  // namespace plumbline
