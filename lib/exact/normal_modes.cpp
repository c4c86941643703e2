// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/exact/normal_modes.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T) template class normal_modes<T>;
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
