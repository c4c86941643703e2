// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/file_beside.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_file.hpp>

#include <fmt/format.h>

#include <map>
#include <mutex>

namespace plumbline {

namespace {

/// A sweep asks for the same file again and again, from many threads.
struct read_scheme {
  std::shared_ptr<const scheme_entry> entry;
  std::shared_ptr<const scheme_table> table;
};
std::map<std::string, read_scheme>& known_files() {
  static std::map<std::string, read_scheme> files;
  return files;
}
std::mutex& files_guard() {
  static std::mutex guard;
  return guard;
}

}  // namespace

std::shared_ptr<const scheme_entry> scheme_of(const std::string& scheme) {
  if (!is_file_name(scheme)) {
    try {
      return {std::shared_ptr<const scheme_entry>(), &find_scheme(scheme)};
    } catch (const invalid_input& unknown) {
      throw invalid_input(unknown.what() + file_beside(scheme));
    }
  }
  const std::lock_guard lock(files_guard());
  auto& place = known_files()[scheme];
  if (place.entry) {
    return place.entry;
  }
  const scheme_table table = load_scheme(scheme);
  auto entry = [&] {
    try {
      return std::make_shared<const scheme_entry>(entry_of(table));
    } catch (const invalid_input& error) {
      throw invalid_input(fmt::format("'{}': {}", scheme, error.what()));
    }
  }();
  for (const std::string& what : wrong_claims(table, entry->info)) {
    say(fmt::format("plumbline: warning: '{}': {}; see plumbline audit\n", scheme, what));
  }
  place = {entry, std::make_shared<const scheme_table>(table)};
  return entry;
}

std::optional<scheme_table> table_of(const scheme_entry& entry, const settings& chosen) {
  {
    const std::lock_guard lock(files_guard());
    for (const auto& [file, read] : known_files()) {
      if (read.entry.get() == &entry) {
        return *read.table;
      }
    }
  }
  return known_scheme_table(entry.info.name, chosen);
}

bool is_scheme_table(const std::string& file) {
  try {
    const toml_document read(file, longest_scheme_file, toml_document::place::line);
    return read.root().contains("kind") && !read.root().contains("coordinates");
  } catch (const std::exception&) {  // it is said by those who read it for what it is
    return false;
  }
}

}  // namespace plumbline
