// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Names that were mistyped: the nearest known one, and the sentence that says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The known name with the fewest insertions, deletions, replacements and swaps, or "" when none is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

/// "unknown WHAT 'NAME'; did you mean 'X'? known: A, B, C"
std::string unknown_name(std::string_view what, std::string_view name,
                         const std::vector<std::string>& known);

/// "a, b, c"
std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ");

}  // namespace plumbline
