// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The files that a command names to be read, and those that it names to be written.
#pragma once

namespace CLI {
class App;
}

namespace plumbline::cli {

/// Throws invalid_input where -o, --plot, --page, --certificate or --badge names a file that another option names, or that another of
/// these names: what the command reads, or what it has written, would be replaced. A checkpoint has a message of its own. Call it after
/// apply_run_file(), which puts what a run's file says into the options.
void require_output_is_no_input(const CLI::App& app);

}  // namespace plumbline::cli
