// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/scheme_file.hpp"

#include "shared/file_beside.hpp"
#include "shared/problem.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/toml_text.hpp>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

namespace plumbline::cli {

std::shared_ptr<const scheme_entry> scheme_of(const std::string& scheme) {
  if (!is_file_name(scheme)) {
    try {
      return {std::shared_ptr<const scheme_entry>(), &find_scheme(scheme)};
    } catch (const invalid_input& unknown) {
      throw invalid_input(unknown.what() + file_beside(scheme));
    }
  }
  // a sweep asks for the same file again and again, from many threads
  static std::mutex guard;
  static std::map<std::string, std::shared_ptr<const scheme_entry>> known;
  const std::lock_guard lock(guard);
  auto& place = known[scheme];
  if (place) {
    return place;
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
  place = entry;
  return entry;
}

bool is_scheme_table(const std::string& file) {
  constexpr std::streamsize most = 1 << 20;  // longer files are refused by those who read them
  std::string text(most, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), most);
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (first_stray_line(text) != 0) {
    return false;
  }
  try {
    const toml::table root = toml::parse(text);
    return root.contains("kind") && !root.contains("coordinates");
  } catch (const toml::parse_error&) {
    return false;
  }
}

}  // namespace plumbline::cli
