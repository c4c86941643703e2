// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/scheme_file.hpp"

#include "shared/problem.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <mutex>

namespace plumbline::cli {

namespace {

scheme_entry read_entry(const std::string& path) {
  const scheme_table table = load_scheme(path);
  try {
    scheme_entry entry = entry_of(table);
    for (const std::string& what : wrong_claims(table, entry.info)) {
      fmt::print(stderr, "plumbline: warning: '{}': {}; see plumbline audit\n", path, what);
    }
    return entry;
  } catch (const invalid_input& error) {
    throw invalid_input(fmt::format("'{}': {}", path, error.what()));
  }
}

}  // namespace

const scheme_entry& scheme_named(const std::string& scheme) {
  if (!is_file_name(scheme)) {
    return find_scheme(scheme);
  }
  static std::mutex lock;
  static std::map<std::string, scheme_entry> entries;
  const std::scoped_lock guard(lock);
  auto found = entries.find(scheme);
  if (found == entries.end()) {
    found = entries.emplace(scheme, read_entry(scheme)).first;
  }
  return found->second;
}

}  // namespace plumbline::cli
