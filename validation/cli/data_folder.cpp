// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/data_folder.hpp"

#include <cstdlib>
#include <system_error>

namespace plumbline::cli {

std::filesystem::path published_folder(const std::string& data) {
  namespace fs = std::filesystem;
  const char* const variable = std::getenv("PLUMBLINE_DATA");  // NOLINT(concurrency-mt-unsafe)
  if (!data.empty() || (variable != nullptr && *variable != '\0')) {
    return fs::path(data.empty() ? variable : data) / "published";
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed =
      program.parent_path().parent_path() / "share/plumbline/reference/published";
  if (!error && fs::is_directory(installed, error)) {
    return installed;
  }
  return fs::path(PLUMBLINE_SOURCE_DIR) / "reference/published";
}

}  // namespace plumbline::cli
