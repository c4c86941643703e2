// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "plumbline/core/version.hpp"

#include "version_number.hpp"

namespace plumbline {

std::string_view version() noexcept { return PLUMBLINE_VERSION; }

}  // namespace plumbline
