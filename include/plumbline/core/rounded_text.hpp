// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <plumbline/scalar/types.hpp>

#include <string>

namespace plumbline {

/// The number rounded to the scalar of this many digits, as text that reads back to it. Throws domain_error
/// when that scalar cannot hold it.
std::string rounded_text(const mp& x, int digits);

}  // namespace plumbline
