// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What can be seen of a paper's names before a formula is asked for: one meaning for each name, quantities that are whole,
// functions that exist, no definition or quantity that needs itself.
#pragma once

#include <plumbline/catalogue/functions.hpp>
#include <plumbline/study/paper_formulas.hpp>

#include <string>

namespace plumbline::detail {

/// True for max min mean sum order last_order slope, which go over lists.
bool is_list_function(const std::string& name);
/// The special function that formulas call so, with _ for -; null where there is none.
const function_entry* function_named(std::string name);

/// Throws invalid_input, which begins with the key of the mistake: "quantity.drift: value: …".
void check_names(const paper_names& names);

}  // namespace plumbline::detail
