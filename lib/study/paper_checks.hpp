// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What can be seen of a paper's names before a formula is asked for: one meaning for each name, quantities that are whole,
// functions that exist, no definition or quantity that needs itself.
#pragma once

#include <plumbline/catalogue/functions.hpp>
#include <plumbline/study/paper_formulas.hpp>

#include <string>
#include <vector>

namespace plumbline::detail {

/// The functions that go over lists: max min mean sum count order last_order slope fit root.
const std::vector<std::string>& list_functions();
bool is_list_function(const std::string& name);
/// True for cell and printed.
bool is_cell_function(const std::string& name);
/// The special function that formulas call so, with _ for -; null where there is none.
const function_entry* function_named(std::string name);

/// Throws invalid_input, which begins with the key of the mistake: "quantity.drift: value: …".
void check_names(const paper_names& names);

}  // namespace plumbline::detail
