// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is read from files, read again only where a file has changed: the cases of a sweep ask for the same file again and again,
// from many threads.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace plumbline::detail {

template <class T>
class kept_files {
 public:
  /// `read(name)` gives a shared_ptr<const T>; what it throws goes on.
  template <class Read>
  std::shared_ptr<const T> get(const std::string& name, Read&& read) {
    std::error_code no_time;
    std::error_code no_size;
    const auto time = std::filesystem::last_write_time(name, no_time);
    const auto size = std::filesystem::file_size(name, no_size);
    if (no_time || no_size) {
      return read(name);
    }
    const std::scoped_lock guard(lock_);
    if (files_.size() >= most_unused && !files_.contains(name)) {
      std::erase_if(files_, [](const auto& each) { return each.second.contents.use_count() == 1; });
    }
    const auto found = files_.find(name);
    if (found != files_.end() && found->second.time == time && found->second.size == size) {
      return found->second.contents;
    }
    std::shared_ptr<const T> contents = read(name);
    if (found != files_.end() && found->second.contents.use_count() > 1) {
      std::erase_if(replaced_, [](const auto& each) { return each.use_count() == 1; });
      replaced_.push_back(found->second.contents);
    }
    files_[name] = {time, size, contents};
    return contents;
  }
  /// The contents for which `is_it` is true; none where there are none.
  template <class Test>
  std::shared_ptr<const T> find(Test&& is_it) {
    const std::scoped_lock guard(lock_);
    for (const auto& [name, file] : files_) {
      if (is_it(*file.contents)) {
        return file.contents;
      }
    }
    for (const auto& contents : replaced_) {
      if (is_it(*contents)) {
        return contents;
      }
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t most_unused = 256;
  struct kept {
    std::filesystem::file_time_type time;
    std::uintmax_t size;
    std::shared_ptr<const T> contents;
  };
  std::mutex lock_;
  std::map<std::string, kept> files_;
  std::vector<std::shared_ptr<const T>> replaced_;  ///< of files that have changed, still in use
};

}  // namespace plumbline::detail
