// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Folders that appear whole or not at all, with sums and a description: those of datasets and of papers.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// A folder that goes away again unless it is put in place.
class new_folder {
 public:
  /// Throws io_error.
  explicit new_folder(std::filesystem::path target);
  new_folder(const new_folder&) = delete;
  new_folder& operator=(const new_folder&) = delete;
  ~new_folder();

  const std::filesystem::path& path() const { return path_; }
  /// What was there goes away. Throws io_error; it is then still there.
  void put_in_place();

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
};

/// Throws io_error where there is something at `folder` that is not `what`, "a dataset", or where a folder cannot be made.
void require_free_folder(const std::filesystem::path& folder,
                         bool (*is_such)(const std::filesystem::path&), const std::string& what);

/// The text of SHA256SUMS, for files with their bytes.
std::string sums_of(std::vector<std::pair<std::string, std::string>> files);

/// {"@id": id}
nlohmann::ordered_json reference(const std::string& id);
/// A path in the folder as an id: percent-encoded (RFC 3986).
std::string uri_of(const std::string& path);
/// RO-Crate 1.1: the root, what it speaks of, the program, the files, what is done with them.
nlohmann::ordered_json crate_of(const nlohmann::ordered_json& root,
                                const std::vector<nlohmann::ordered_json>& things,
                                const std::vector<std::string>& files,
                                const std::vector<nlohmann::ordered_json>& actions);

}  // namespace plumbline
