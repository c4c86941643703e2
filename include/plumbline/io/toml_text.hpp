// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What must hold of a TOML text before toml++ reads it: TOML allows characters outside of ASCII in strings and comments alone.
// toml++ 3 looks such a character up in a table that does not hold U+FB36 to U+FEFE, and then does anything.
#pragma once

#include <cstddef>
#include <string_view>

namespace plumbline {

/// The place of the first byte outside of ASCII that stands neither in a string nor in a comment (nor is the byte order mark at
/// the start), or npos.
std::size_t first_stray_byte(std::string_view toml);

/// Its line, from 1; 0 where there is none.
std::size_t first_stray_line(std::string_view toml);

/// What is said of it.
inline constexpr const char* stray_byte_message =
    "not TOML: a character outside of ASCII stands only in strings and comments";

}  // namespace plumbline
