// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/fault.hpp"

#include "cli/cluster.hpp"
#include "cli/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plumbline::cli {

namespace {

/// The number of bytes of the character of UTF-8 at place i; 0 where there is none.
std::size_t utf8_length(const std::string& text, std::size_t i) {
  const auto byte = [&text](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const std::size_t length = byte(i) < 0x80U                       ? 1
                             : 0xc2U <= byte(i) && byte(i) < 0xe0U ? 2
                             : 0xe0U <= byte(i) && byte(i) < 0xf0U ? 3
                             : 0xf0U <= byte(i) && byte(i) < 0xf5U ? 4
                                                                   : 0;
  if (length == 0 || i + length > text.size()) {
    return 0;
  }
  for (std::size_t k = i + 1; k < i + length; ++k) {
    if ((byte(k) & 0xc0U) != 0x80U) {
      return 0;
    }
  }
  return length;
}

/// The same text, with a question mark for each byte that belongs to no character: names of files and damaged files may hold
/// any bytes.
std::string as_utf8(const std::string& text) {
  std::string clean;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    clean += length == 0 ? "?" : text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return clean;
}

/// In the order of fault_kind.
constexpr std::array exit_codes = {done,          killed_by_signal, bad_input,       bad_input,
                                   bad_input,     numerics_failed,  numerics_failed, io_failed,
                                   internal_error};

}  // namespace

fault fault_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const interrupted& error) {
    // the library ends what it is asked to stop without knowing of signals
    const int signal = error.signal() != 0 ? error.signal() : stop_signal();
    return {{fault_kind::interrupted, error.what()}, killed_by_signal + signal};
  } catch (const CLI::Error& error) {
    return {{fault_kind::usage, error.what()}, bad_input};
  } catch (...) {
    const plumbline::fault f = plumbline::fault_of(thrown);
    return {f, exit_codes.at(static_cast<std::size_t>(f.kind))};
  }
}

int report(const fault& f) {
  if (f.kind == fault_kind::closed_pipe || !cluster::leads()) {
    return f.code;  // rank 0 says it
  }
  std::string line = line_of(f);
  // one line, and no control characters of the user's input
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
  say(fmt::format("plumbline: {}\n", as_utf8(line)));
  return f.code;
}

}  // namespace plumbline::cli
