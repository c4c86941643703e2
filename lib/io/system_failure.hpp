// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0

// What the system says when a file cannot be read or written, as one sentence with the file's name.
#pragma once

#include <plumbline/core/errors.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace plumbline::detail {

/// The words of the system for a number of <cerrno>.
inline std::string reason(int error) { return std::generic_category().message(error); }

/// Throws io_error: "cannot ACTION 'FILE': REASON".
[[noreturn]] inline void fail_on(const std::filesystem::path& file, const char* action, int error) {
  throw io_error(fmt::format("cannot {} '{}': {}", action, file.native(), reason(error)));
}

}  // namespace plumbline::detail
