// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The files that a command line names to be read, and the one that it names to be written.
#pragma once

#include <string>
#include <vector>

namespace plumbline::cli {

/// Throws invalid_input where -o names a file that another argument names: what the command reads would be replaced by what it
/// writes. A checkpoint has a message of its own.
void require_output_is_no_input(const std::vector<std::string>& arguments);

}  // namespace plumbline::cli
