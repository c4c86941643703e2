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
/// Stands in no list: what is no quantity's name is a formula.
quantity formula_quantity();
/// False for a plain word, which is a quantity's name or a mistake, unless it is the name of a number of the run.
bool is_formula(const std::string& text);

}  // namespace plumbline
