// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What every table says first: program, version, what it was built with, and the command that made it. There is no date:
// the same command gives the same bytes.
#pragma once

#include "cli/command.hpp"
#include <plumbline/core/version.hpp>
#include <plumbline/io/table.hpp>

#include <string>

namespace plumbline::cli {

/// "0.1.0 (commit 0123456789ab)"
inline std::string version_with_commit() {
  return std::string(version()) + " (commit " + std::string(commit()) + ")";
}

inline metadata metadata_of(const call& how) {
  return {{"program", "plumbline"},
          {"version", version_with_commit()},
          {"software", software()},
          {"command", how.command_line}};
}

}  // namespace plumbline::cli
