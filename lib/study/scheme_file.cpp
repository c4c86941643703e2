// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/file_beside.hpp"
#include "study/kept_files.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_file.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace plumbline {

namespace {

struct read_scheme {
  scheme_entry entry;
  scheme_table table;
};
detail::kept_files<read_scheme>& known_files() {
  static detail::kept_files<read_scheme> files;
  return files;
}

std::shared_ptr<const read_scheme> read_file(const std::string& scheme) {
  scheme_table table = load_scheme(scheme);
  scheme_entry entry = [&] {
    try {
      return entry_of(table);
    } catch (const invalid_input& error) {
      throw invalid_input(fmt::format("'{}': {}", scheme, error.what()));
    }
  }();
  for (const std::string& what : wrong_claims(table, entry.info)) {
    say_warning(fmt::format("'{}': {}; see plumbline audit", scheme, what));
  }
  return std::make_shared<read_scheme>(read_scheme{std::move(entry), std::move(table)});
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
  const auto read = known_files().get(scheme, read_file);
  return {read, &read->entry};
}

std::optional<scheme_table> table_of(const scheme_entry& entry, const settings& chosen) {
  const auto own =
      known_files().find([&entry](const read_scheme& read) { return &read.entry == &entry; });
  if (own != nullptr) {
    return own->table;
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
