// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The rational number that a value is, where it is one.
#pragma once

#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/expression.hpp>

#include <optional>

namespace plumbline {

/// The value where it and everything on the way to it is rational, otherwise nothing. Throws invalid_input as evaluate()
/// does.
std::optional<exact_number> exact_value(const expression& value, const variables& names = {});

}  // namespace plumbline
