// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A folder under the system's temporary folder that goes away with its owner.
#pragma once

#include <plumbline/core/errors.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace plumbline {

class temporary_folder {
 public:
  /// Throws io_error where it cannot be made.
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "plumbline-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw io_error("cannot make a temporary folder '" + name + "': " + std::strerror(errno));
    }
    path_ = name;
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace plumbline
