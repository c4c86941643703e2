// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// --run FILE.toml: the options of a command in a file, by their long names; the command line wins.
//
//   system = "my-pendulum.toml"       # positional words by their names in the help, in small letters
//   scheme = "simpson"
//   step = "1/100"
//   until = 10
//   observe = ["energy", "v1"]        # a list where an option takes one
//   [set]                             # NAME = VALUE, likewise [start]
//   m = "2"
//   quiet = true
//
// --set and --start on the command line replace those of the same parameter or initial value, whatever its name (v1 and
// v.theta may be one velocity); so does an axis that --over gives on the command line. A file that is named here is looked for in the
// working folder, then beside the run's file.
#pragma once

namespace CLI {
class App;
}

namespace plumbline::cli {

void add_run_file(CLI::App& app);

/// Puts what the file says in the place of options that the command line does not give. Call it after parsing. Throws
/// io_error when the file cannot be read, invalid_input with file and line for a key that is no option of the command and
/// for a value that is none.
void apply_run_file(CLI::App& app);

}  // namespace plumbline::cli
