// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace plumbline {

/// JSON for a file or for printing, indented, with a newline at its end. JSON is UTF-8, but the name of a file may be any
/// bytes: U+FFFD stands for each byte that belongs to no character.
inline std::string json_text(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace plumbline
