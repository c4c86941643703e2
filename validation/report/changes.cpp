// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/changes.hpp"

#include <plumbline/core/errors.hpp>

#include <toml++/toml.h>

#include <algorithm>

namespace plumbline::report {

std::vector<change> read_changes(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<change> all;
  for (const auto& file : files) {
    const toml::table root = toml::parse_file(file.string());
    const toml::array* list = root["change"].as_array();
    if (list == nullptr) {
      continue;
    }
    for (const toml::node& node : *list) {
      const toml::table* entry = node.as_table();
      const auto text = [&](const char* key) {
        const auto value =
            entry != nullptr ? (*entry)[key].value<std::string>() : std::optional<std::string>{};
        if (!value) {
          throw io_error(file.string() + ": a [[change]] lacks '" + key + "'");
        }
        return *value;
      };
      all.push_back({root["paper"].value_or(std::string()), text("entries"), text("before"),
                     text("after"), text("reason")});
    }
  }
  return all;
}

}  // namespace plumbline::report
