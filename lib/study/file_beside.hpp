// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A name that is unknown, where a file of that name and with the ending .toml is at hand: a part of messages.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace plumbline {

/// "; there is a file here that is called with its ending: NAME.toml", or nothing.
inline std::string file_beside(const std::string& name) {
  std::error_code ignored;
  const std::string file = name + ".toml";
  return std::filesystem::is_regular_file(file, ignored)
             ? "; there is a file here that is called with its ending: " + file
             : std::string();
}

}  // namespace plumbline
