// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `--scheme FILE.toml`: a table in the place of a scheme's name.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <string>

namespace plumbline::cli {

/// The entry of a file or of the catalogue. A file is read once in a process, and its entry stays. A table whose claims are
/// wrong gets a warning on standard error. Throws io_error, or invalid_input with file, line and key.
const scheme_entry& scheme_named(const std::string& scheme);

}  // namespace plumbline::cli
