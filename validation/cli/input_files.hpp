// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The files that a command line names to be read, and those that it names to be written.
#pragma once

#include <string>
#include <vector>

namespace plumbline::cli {

/// Throws invalid_input where -o, --plot, --page, --certificate or --badge names a file that another argument names, or that another of
/// these names: what the command reads, or what it has written, would be replaced. A checkpoint has a message of its own.
void require_output_is_no_input(const std::vector<std::string>& arguments);

}  // namespace plumbline::cli
