// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace plumbline {

/// Version of the compiled library, as `major.minor.patch`.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace plumbline
