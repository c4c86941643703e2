// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// CRC-64 of ECMA-182 (reflected, initial value and final complement all ones; known as CRC-64/XZ): finds every damage of up
// to 64 adjacent bits, and any other with probability 1 - 2^-64. It protects against accidents, not against intent.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline {

/// The checksum of a text; checksum(b, checksum(a)) is that of a and b in a row.
[[nodiscard]] std::uint64_t checksum(std::string_view text, std::uint64_t before = 0) noexcept;

/// As 16 hexadecimal digits.
[[nodiscard]] std::string checksum_text(std::uint64_t sum);

}  // namespace plumbline
