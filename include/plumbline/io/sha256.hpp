// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SHA-256 (FIPS 180-4), for the sums of a dataset.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// The SHA-256 sum of the bytes, as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace plumbline
