// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `--scheme FILE.toml`: a table in the place of a scheme's name.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <memory>
#include <optional>
#include <string>

namespace plumbline {

/// The entry of a file or of the catalogue. A table whose claims are wrong gets a warning on standard error. The entry lives
/// as long as the pointer. Throws io_error, or invalid_input with file, line and key.
std::shared_ptr<const scheme_entry> scheme_of(const std::string& scheme);

/// The table of coefficients of a scheme that scheme_of() gave, with these settings; nothing where it has none.
std::optional<scheme_table> table_of(const scheme_entry& entry, const settings& chosen);

/// A file that has a `kind` and no `coordinates` is the table of a scheme and not a system. False for what is not a TOML file.
bool is_scheme_table(const std::string& file);

}  // namespace plumbline
