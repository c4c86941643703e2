// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The entries of the list of quantities, one function each.
#pragma once

#include <plumbline/study/quantity.hpp>

namespace plumbline {

#define PLUMBLINE_QUANTITY(name) quantity name##_quantity();
#include "study/quantities.def"
#undef PLUMBLINE_QUANTITY

}  // namespace plumbline
