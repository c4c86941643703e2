// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What every table says first: program, version and the command that made it.
#pragma once

#include "commands/command.hpp"
#include <plumbline/core/version.hpp>
#include <plumbline/io/table.hpp>

#include <string>

namespace plumbline::cli {

inline metadata metadata_of(const call& how) {
  return {
      {"program", "plumbline"}, {"version", std::string(version())}, {"command", how.command_line}};
}

}  // namespace plumbline::cli
