// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "data/new_folder.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/io/sha256.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>

namespace plumbline {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

namespace {

void sync(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor);
    ::close(descriptor);
  }
}

}  // namespace

new_folder::new_folder(fs::path target) : target_(std::move(target)) {
  if (!target_.has_filename()) {
    target_ = target_.parent_path();
  }
  const fs::path parent = target_.has_parent_path() ? target_.parent_path() : fs::path(".");
  fs::create_directories(parent);
  path_ = parent / fmt::format(".{}.{}", target_.filename().native(), ::getpid());
  if (!fs::create_directory(path_)) {
    throw io_error(fmt::format("cannot make the folder '{}'", path_.native()));
  }
}

new_folder::~new_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void new_folder::put_in_place() {
  sync(path_);
  std::error_code failed;
  fs::path old;
  if (fs::exists(target_)) {
    old = path_;
    old += ".old";
    fs::rename(target_, old);
  }
  fs::rename(path_, target_, failed);
  if (failed) {
    if (!old.empty()) {
      fs::rename(old, target_);
    }
    throw io_error(fmt::format("cannot write '{}': {}", target_.native(), failed.message()));
  }
  if (!old.empty()) {
    fs::remove_all(old);
  }
  sync(target_.has_parent_path() ? target_.parent_path() : fs::path("."));
}

void require_free_folder(const fs::path& folder, bool (*is_such)(const fs::path&),
                         const std::string& what) {
  if (folder.empty()) {
    throw io_error("cannot write a folder without a name");
  }
  std::error_code unknown;
  if (!fs::exists(folder, unknown)) {
    return;
  }
  if (!fs::is_directory(folder, unknown)) {
    throw io_error(fmt::format("cannot write '{}': it is not a folder", folder.native()));
  }
  if (!fs::is_empty(folder, unknown) && !is_such(folder)) {
    throw io_error(
        fmt::format("cannot write '{}': there is a folder that is not {}; -o must name a new one",
                    folder.native(), what));
  }
}

std::string sums_of(std::vector<std::pair<std::string, std::string>> files) {
  std::sort(files.begin(), files.end());
  std::string sums;
  for (const auto& [name, bytes] : files) {
    sums += fmt::format("{}  {}\n", sha256(bytes), name);
  }
  return sums;
}

std::string uri_of(const std::string& path) {
  constexpr std::string_view plain = "-._~/";
  std::string uri;
  for (const char c : path) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                          (c >= 'a' && c <= 'z') || plain.find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

json reference(const std::string& id) { return {{"@id", id}}; }

json crate_of(const json& root, const std::vector<json>& things,
              const std::vector<std::string>& files, const std::vector<json>& actions) {
  json graph = json::array({{{"@id", "ro-crate-metadata.json"},
                             {"@type", "CreativeWork"},
                             {"conformsTo", reference("https://w3id.org/ro/crate/1.1")},
                             {"about", reference("./")}},
                            root});
  for (const json& thing : things) {
    graph.push_back(thing);
  }
  graph.push_back({{"@id", "#plumbline"},
                   {"@type", "SoftwareApplication"},
                   {"name", "plumbline"},
                   {"version", std::string(version())}});
  const std::map<std::string, std::string> formats = {
      {".csv", "text/csv"},      {".json", "application/json"}, {".h5", "application/x-hdf5"},
      {".svg", "image/svg+xml"}, {".md", "text/markdown"},      {".toml", "application/toml"}};
  for (const auto& file : files) {
    const auto format = formats.find(fs::path(file).extension().native());
    graph.push_back({{"@id", uri_of(file)},
                     {"@type", "File"},
                     {"name", file},
                     {"encodingFormat", format == formats.end() ? "text/plain" : format->second}});
  }
  for (const json& action : actions) {
    graph.push_back(action);
  }
  return {{"@context", "https://w3id.org/ro/crate/1.1/context"}, {"@graph", graph}};
}

}  // namespace plumbline
